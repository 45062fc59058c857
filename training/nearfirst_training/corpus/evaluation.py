"""The n-grams of the evaluation's problems, which no file of the corpus may hold.

HumanEval-Infilling (all of HumanEval's problems, with their solutions) and SAFIM's Python problems (their whole
programs) are cut into n-grams of 13 tokens. N-grams of fewer than four different words, such as the first numbers or
letters in a row, are in everyone's code and are left out. HumanEval's are all kept; SAFIM's programs, which are four
times as long, are winnowed.
"""

import gzip
import io
import json
from pathlib import Path

import numpy

from ..errors import ManifestError, TrainingError
from ..progress import say
from ..work_directory import write_atomically
from .fingerprints import NGRAM_TOKENS, is_word, ngram_hashes, token_hashes, tokens_of, winnow

_LEAST_WORDS = 4
_HUMANEVAL = "humaneval-infilling/HumanEval-SingleLineInfilling.jsonl.gz"
_SAFIM = [f"safim/{part}_completion.jsonl.gz" for part in ("api", "block", "control")]


def program_ngrams(program: str) -> numpy.ndarray:
    """The hashes of a program's n-grams that tell it from others, in order."""
    tokens = tokens_of(program)
    hashes = ngram_hashes(token_hashes(program), NGRAM_TOKENS)
    telling = [
        len({token for token in tokens[start : start + NGRAM_TOKENS] if is_word(token)}) >= _LEAST_WORDS
        for start in range(len(hashes))
    ]
    return hashes[numpy.array(telling, dtype=bool)]


def _read(path: Path) -> list[dict]:
    try:
        with gzip.open(path, "rt", encoding="utf-8") as stream:
            return [json.loads(line) for line in stream]
    except FileNotFoundError:
        raise TrainingError(f"There is no {path}: name the folder that holds it with --data.") from None
    except (OSError, EOFError, ValueError) as error:
        raise TrainingError(f"{path} cannot be read ({error}): copy it anew.") from error


def humaneval_programs(data: Path) -> set[str]:
    """HumanEval's problems with their solutions, as whole programs. Raises ``TrainingError``."""
    return {row["prompt"] + row["canonical_solution"] + row["suffix"] for row in _read(data / _HUMANEVAL)}


def safim_programs(data: Path) -> set[str]:
    """SAFIM's Python programs, each with its gap filled. Raises ``TrainingError``."""
    programs = set()
    for name in _SAFIM:
        for row in _read(data / name):
            if row["lang"] != "python":
                continue
            if row["eval_prompt"]:
                programs.add(row["eval_prompt"].replace("{{completion}}", row["ground_truth"]))
            else:
                body = row["prompt"].split("\n\n", 1)[-1]
                programs.add(body.replace("# TODO: Your code here", row["ground_truth"]))
    return programs


def write_evaluation_ngrams(data: Path, path: Path) -> int:
    """Writes the n-grams of the evaluation's problems under ``data`` to ``path``; returns the exit status.

    Raises ``TrainingError`` where the data cannot be read, ``DiskFullError``.
    """
    kept = []
    humaneval = humaneval_programs(data)
    for program in humaneval:
        kept.append(program_ngrams(program))
    safim = safim_programs(data)
    for program in safim:
        kept.append(winnow(program_ngrams(program)))
    hashes = numpy.unique(numpy.concatenate(kept))
    # The differences of sorted hashes are smaller numbers, and so compress.
    content = io.BytesIO()
    numpy.savez_compressed(content, differences=numpy.diff(hashes, prepend=numpy.uint64(0)), tokens=NGRAM_TOKENS)
    write_atomically(path, content.getvalue())
    say(f"{path}: {len(hashes)} n-grams of {len(humaneval)} + {len(safim)} programs, {path.stat().st_size} bytes")
    return 0


def read_evaluation_ngrams(path: Path) -> numpy.ndarray:
    """The sorted 64-bit hashes of the evaluation's n-grams. Raises ``ManifestError``."""
    try:
        with numpy.load(path, allow_pickle=False) as content:
            if int(content["tokens"]) != NGRAM_TOKENS:
                raise ValueError(f"its n-grams have {int(content['tokens'])} tokens, not {NGRAM_TOKENS}")
            return numpy.cumsum(content["differences"], dtype=numpy.uint64)
    except FileNotFoundError:
        raise ManifestError(f"There is no {path}: restore it, or name another with --ngrams.") from None
    except (OSError, EOFError, ValueError, KeyError) as error:
        raise ManifestError(f"{path} holds no n-grams ({error}): restore it from the repository.") from error
