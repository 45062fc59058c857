"""The step `samples`: rows of tokens to train on, in shards; and the validation rows."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy

from ..configuration import StageSettings, add_configuration_arguments, read_configuration
from ..errors import TrainingError
from ..progress import Progress, say
from ..tokenizer.code_tokenizer import CodeTokenizer
from ..tokenizer.pieces import PAD
from ..work_directory import add_work_argument, atomic_file, write_atomically
from ..worker_processes import in_processes
from .clean_subset import is_clean
from .encoded_corpus import EncodedCorpus, encode_corpus
from .make_samples import SampleMaker, Window, windows_of
from .pack import pack_rows

#: Windows of one shard; about five million tokens in rows of 1,024.
WINDOWS_PER_SHARD = 8_000
_VALIDATION_WINDOWS = 400


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_work_argument(parser)
    add_configuration_arguments(parser, "make rows for")
    parser.add_argument(
        "--passes",
        type=int,
        default=1,
        metavar="N",
        help="times that each file is cut, each time elsewhere (default: 1)",
    )
    parser.add_argument("--shards", type=int, metavar="N", help="make no more than the first N shards of all passes")
    parser.add_argument(
        "--processes",
        type=int,
        default=2,
        metavar="N",
        help="each holds its own indices, some 4 GB at most (default: 2)",
    )


def run(arguments: argparse.Namespace) -> int:
    stage = read_configuration(arguments.configuration, arguments.set).stage(arguments.stage)
    work: Path = arguments.work
    tokenizer = CodeTokenizer.of_work_directory(work)
    out = work / "samples" / stage.samples_name
    train = _encoded(work, "train", tokenizer)
    validation = _encoded(work, "validation", tokenizer)
    _hold_to(out, stage, train)

    maker = SampleMaker(validation, tokenizer, stage.samples)
    _write_rows(
        out / "validation.npy", maker, windows_of(validation, stage.samples, seed=0)[:_VALIDATION_WINDOWS], seed=0
    )
    files = _clean_files(train, work / "samples" / "clean-files.json") if stage.clean else range(len(train.files))
    shards = _shards(train, stage, files, arguments.passes)[: arguments.shards]
    missing = [at for at in range(len(shards)) if not (out / f"{at:05d}.npy").exists()]
    say(f"{len(files)} files in {len(shards)} shards, of which {len(shards) - len(missing)} are there")
    global _job
    _job = _Job(out, SampleMaker(train, tokenizer, stage.samples), shards)
    # Forked processes share the corpus; nothing else of this process is used in them.
    with Progress("shards", len(missing)) as progress:
        for tokens in in_processes(_make_shard, missing, arguments.processes):
            progress.advance(f"{tokens:,} tokens")
    return 0


def _encoded(work: Path, role: str, tokenizer: CodeTokenizer) -> EncodedCorpus:
    return encode_corpus(work / "corpus" / role, tokenizer, work / "samples" / f"{role}-tokens.npz")


def _clean_files(corpus: EncodedCorpus, cache: Path) -> list[int]:
    """Indices of the clean files; finding them parses every file, so they are kept."""
    try:
        stored = json.loads(cache.read_text(encoding="utf-8"))
        if stored["corpus"] == corpus.key:
            return stored["files"]
    except (OSError, ValueError, KeyError):
        pass  # made below
    files = []
    with Progress("choosing clean files", len(corpus.files)) as progress:
        for at, file in enumerate(corpus.files):
            if is_clean(file):
                files.append(at)
            progress.advance()
    write_atomically(cache, json.dumps({"corpus": corpus.key, "files": files}))
    return files


@dataclass(frozen=True)
class _Shard:
    windows: Sequence[Window]
    seed: int


@dataclass(frozen=True)
class _Job:
    out: Path
    maker: SampleMaker
    shards: Sequence[_Shard]


_job: _Job | None = None


def _shards(corpus: EncodedCorpus, stage: StageSettings, files: Sequence[int], passes: int) -> list[_Shard]:
    """Each pass has a seed of its own, and so other windows and other cuts."""
    shards = []
    for number in range(passes):
        seed = stage.seed + 1_000 * number
        windows = windows_of(corpus, stage.samples, seed, files)
        for start in range(0, len(windows), WINDOWS_PER_SHARD):
            shards.append(_Shard(windows[start : start + WINDOWS_PER_SHARD], seed))
    return shards


def _make_shard(at: int) -> int:
    assert _job is not None
    shard = _job.shards[at]
    return _write_rows(_job.out / f"{at:05d}.npy", _job.maker, shard.windows, shard.seed)


def _write_rows(path: Path, maker: SampleMaker, windows: Sequence[Window], seed: int) -> int:
    """Tokens written; 0 where the file was there."""
    if path.exists():
        return 0
    rows = list(pack_rows(_samples(maker, windows, seed), maker.settings.row_tokens))
    if not rows:
        raise TrainingError(f"No file is long enough for a sample of {path.name}. Is the corpus empty?")
    with atomic_file(path) as stream:
        numpy.save(stream, numpy.stack(rows))
    return sum(int((row != PAD).sum()) for row in rows)


def _samples(maker: SampleMaker, windows: Sequence[Window], seed: int) -> Iterator[list[int]]:
    for window in windows:
        sample = maker.sample_of(window, f"{seed} {window.file} {window.first}")
        if sample is not None:
            yield sample


def _hold_to(out: Path, stage: StageSettings, corpus: EncodedCorpus) -> None:
    """Rows of other settings, another corpus or another vocabulary must not be mixed with what lies there."""
    made = {"corpus": corpus.key, "seed": stage.seed, "clean": stage.clean, "settings": asdict(stage.samples)}
    stamp = json.dumps(made, indent=1, sort_keys=True)
    path = out / "settings.json"
    if not path.exists():
        write_atomically(path, stamp)
    elif path.read_text(encoding="utf-8") != stamp:
        raise TrainingError(
            f"{out} holds rows of another corpus, vocabulary or other settings. Choose another `samples_name`, or delete the folder."
        )
