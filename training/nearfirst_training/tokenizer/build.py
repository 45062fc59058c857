"""The step `tokenizer`: a compact byte-pair vocabulary from the training corpus (MCCom 4.1.3 trains its own, of 16,256)."""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers, trainers

from ..corpus.read_corpus import read_corpus
from ..errors import TrainingError
from ..work_directory import add_work_argument
from .code_tokenizer import CodeTokenizer, assemble, write_json
from .pieces import (
    BYTE_TOKENS,
    CONTROL_TOKENS,
    NEVER_PIECES,
    RUNS_OF_SPACES,
    SPACE,
    WORDS_FOR_TRAINING,
)

#: More than are ever left out of what was learnt.
_SPARE = 64


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_work_argument(parser)
    parser.add_argument("--size", type=int, default=8192, help="tokens in the vocabulary (default 8192)")
    parser.add_argument("--replace", action="store_true", help="make it anew, though there is one")
    parser.add_argument("--kilobytes", type=int, default=500, help="text to learn from, of each project (default 500)")
    parser.add_argument("--alphabet", type=int, default=128, help="single characters; others are bytes (default 128)")


def run(arguments: argparse.Namespace) -> int:
    work = arguments.work
    out = work / "tokenizer" / "tokenizer.json"
    out.parent.mkdir(parents=True, exist_ok=True)
    texts = limited_texts(work / "corpus" / "train", arguments.kilobytes * 1_000)
    if out.exists() and not arguments.replace:
        raise TrainingError(f"{out} is there already, and models depend on it. Give --replace to make it anew.")
    pieces = learn_pieces(texts, arguments.size, arguments.alphabet)
    write_json(assemble(pieces), out)
    tokenizer = CodeTokenizer.load(out)
    print(
        f"{out}: {tokenizer.size} tokens; {characters_per_token(tokenizer, work):.3f} characters a token on validation text"
    )
    return 0


def learn_pieces(texts: Iterator[str], size: int, alphabet: int) -> Sequence[str]:
    """Normal pieces, best first: runs of spaces, then merged pieces in the order they were learnt, then characters."""
    trainee = Tokenizer(models.BPE())
    trainee.normalizer = normalizers.Replace(" ", SPACE)
    trainee.pre_tokenizer = pre_tokenizers.Split(Regex(WORDS_FOR_TRAINING), "isolated")
    fixed = len(CONTROL_TOKENS) + len(BYTE_TOKENS)
    # Some of what is learnt is left out, runs of spaces above all: ask for more than are needed.
    trainer = trainers.BpeTrainer(
        vocab_size=size - fixed + len(RUNS_OF_SPACES) + _SPARE,
        limit_alphabet=alphabet,
        initial_alphabet=["\n", "\t", SPACE, *map(chr, range(33, 127))],
        min_frequency=20,
        max_token_length=24,
        show_progress=sys.stderr.isatty(),
    )
    trainee.train_from_iterator(texts, trainer)
    by_rank = sorted(trainee.get_vocab().items(), key=lambda item: item[1])
    characters = [text for text, _ in by_rank if len(text) == 1]
    merged = [text for text, _ in by_rank if len(text) > 1 and text.strip(SPACE) != "" and text not in NEVER_PIECES]
    if fixed + len(RUNS_OF_SPACES) + len(merged) + len(characters) < size:
        raise TrainingError(f"The corpus is too small for a vocabulary of {size}. Give a smaller --size.")
    room = size - fixed - len(RUNS_OF_SPACES) - len(characters)
    return [*RUNS_OF_SPACES, *merged[:room], *characters]


def limited_texts(folder: Path, limit_per_package: int) -> Iterator[str]:
    """Texts of all projects, of each up to a limit: no project's own words get pieces because it is large."""
    used: Counter[str] = Counter()
    for file in read_corpus(folder):
        if used[file.package] < limit_per_package:
            used[file.package] += len(file.text)
            yield file.text


def characters_per_token(tokenizer: CodeTokenizer, work: Path, sample: int = 200) -> float:
    texts = [file.text for file in read_corpus(work / "corpus" / "validation")]
    chosen = random.Random(0).sample(texts, min(sample, len(texts)))
    return sum(map(len, chosen)) / max(1, sum(len(tokenizer.encode(text)) for text in chosen))
