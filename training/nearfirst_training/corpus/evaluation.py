"""The n-grams of the evaluation's problems, which no file of the corpus may hold.

HumanEval-Infilling (all of HumanEval's problems, with their solutions) and SAFIM's Python problems (their whole
programs) are cut into n-grams of 13 tokens. N-grams of fewer than four different words, such as the first numbers or
letters in a row, are in everyone's code and are left out. HumanEval's are all kept; SAFIM's programs, which are four
times as long, are winnowed.

For other languages only SAFIM has problems, in Java and C++. There 13 tokens say less (the idioms of an ``equals`` or of
a loop are longer), and there are far more problems: n-grams of 20 tokens and five different words, winnowed in a wider
window, find any passage of 43 telling tokens.
"""

import gzip
import io
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy

from ..errors import ManifestError, TrainingError
from ..progress import say
from ..work_directory import write_atomically
from .fingerprints import NGRAM_TOKENS, WINNOW_WINDOW, is_word, ngram_hashes, token_hashes, tokens_of, winnow
from .languages import LANGUAGES, PYTHON, Language


@dataclass(frozen=True)
class _Scale:
    """``tokens`` in an n-gram, of which ``words`` are different words, and the ``window`` of the winnowing."""

    tokens: int
    words: int
    window: int


_PYTHON_SCALE = _Scale(tokens=NGRAM_TOKENS, words=4, window=WINNOW_WINDOW)
_OTHERS_SCALE = _Scale(tokens=20, words=5, window=24)


@dataclass(frozen=True)
class EvaluationNgrams:
    """The sorted 64-bit ``hashes`` of the evaluation's n-grams, each of so many ``tokens``."""

    hashes: numpy.ndarray
    tokens: int


_HUMANEVAL = "humaneval-infilling/HumanEval-SingleLineInfilling.jsonl.gz"
_SAFIM = [f"safim/{part}_completion.jsonl.gz" for part in ("api", "block", "control")]


def _scale(language: Language) -> _Scale:
    return _PYTHON_SCALE if language is PYTHON else _OTHERS_SCALE


def program_ngrams(program: str, language: Language = PYTHON) -> numpy.ndarray:
    """The hashes of a program's n-grams that tell it from others, in order."""
    scale = _scale(language)
    tokens = tokens_of(program, language)
    hashes = ngram_hashes(token_hashes(program, language), scale.tokens)
    telling = [
        len({token for token in tokens[start : start + scale.tokens] if is_word(token)}) >= scale.words
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


def safim_programs(data: Path, language: str = "python") -> set[str]:
    """SAFIM's programs in a language, each with its gap filled. Raises ``TrainingError``."""
    gap = "# TODO: Your code here" if language == "python" else "/* TODO: Your code here */"
    programs = set()
    for name in _SAFIM:
        for row in _read(data / name):
            if row["lang"] != language:
                continue
            if row["eval_prompt"]:
                programs.add(row["eval_prompt"].replace("{{completion}}", row["ground_truth"]))
            else:
                body = row["prompt"].split("\n\n", 1)[-1]
                programs.add(body.replace(gap, row["ground_truth"]))
    return programs


def write_evaluation_ngrams(data: Path, path: Path, languages: Sequence[str] = (PYTHON.name,)) -> int:
    """Writes the n-grams of the evaluation's problems under ``data`` to ``path``; returns the exit status.

    Raises ``TrainingError`` where the data cannot be read or has no problem in one of ``languages``, or these do not go
    into one file, ``DiskFullError``.
    """
    scales = {_scale(LANGUAGES[name]) if name in LANGUAGES else None for name in languages}
    if len(scales) != 1 or None in scales:
        raise TrainingError("--languages takes python alone, or others of the corpus's languages, separated by commas.")
    (scale,) = scales
    kept = []
    counts = []
    for name in languages:
        if name == PYTHON.name:
            programs = humaneval_programs(data)
            kept += [program_ngrams(program) for program in programs]
            counts.append(len(programs))
        programs = safim_programs(data, name)
        if not programs:
            raise TrainingError(f"{data} has no problem in {name}: leave it out of --languages.")
        kept += [winnow(program_ngrams(program, LANGUAGES[name]), scale.window) for program in programs]
        counts.append(len(programs))
    hashes = numpy.unique(numpy.concatenate(kept))
    # The differences of sorted hashes are smaller numbers, and so compress.
    content = io.BytesIO()
    numpy.savez_compressed(content, differences=numpy.diff(hashes, prepend=numpy.uint64(0)), tokens=scale.tokens)
    write_atomically(path, content.getvalue())
    say(f"{path}: {len(hashes)} n-grams of {' + '.join(map(str, counts))} programs, {path.stat().st_size} bytes")
    return 0


def read_evaluation_ngrams(path: Path) -> EvaluationNgrams:
    """Reads what ``write_evaluation_ngrams`` wrote. Raises ``ManifestError``."""
    try:
        with numpy.load(path, allow_pickle=False) as content:
            return EvaluationNgrams(numpy.cumsum(content["differences"], dtype=numpy.uint64), int(content["tokens"]))
    except FileNotFoundError:
        raise ManifestError(f"There is no {path}: restore it, or name another with --ngrams.") from None
    except (OSError, EOFError, ValueError, KeyError) as error:
        raise ManifestError(f"{path} holds no n-grams ({error}): restore it from the repository.") from error
