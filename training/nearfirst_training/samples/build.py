"""The step `samples`: rows of tokens to train on, in shards; and the validation rows."""

from __future__ import annotations

import argparse
import multiprocessing
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import numpy

from ..configuration import read_configuration
from ..errors import TrainingError
from ..progress import Progress, say
from ..tokenizer.code_tokenizer import CodeTokenizer
from ..tokenizer.pieces import PAD
from ..work_directory import add_work_argument, atomic_file
from .clean_subset import is_clean
from .encoded_corpus import EncodedCorpus, encode_corpus
from .make_samples import SampleMaker, Window, windows_of
from .pack import pack_rows
from .settings import SampleSettings

#: Windows of one shard; about four million tokens in rows of 1,024.
WINDOWS_PER_SHARD = 8_000
_VALIDATION_WINDOWS = 400


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_work_argument(parser)
    parser.add_argument("--configuration", type=Path, required=True, metavar="FILE", help="such as configurations/embedded.toml")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="change one setting, such as optimizer.learning_rate=3e-3")
    parser.add_argument("--stage", default="first", help="the configuration's stage to make rows for (default: first)")
    parser.add_argument("--shards", type=int, default=None, metavar="N", help="at most N shards (default: one pass)")
    parser.add_argument("--processes", type=int, default=2, metavar="N")


def run(arguments: argparse.Namespace) -> int:
    configuration = read_configuration(arguments.configuration, arguments.set)
    stage = configuration.stage(arguments.stage)
    work: Path = arguments.work
    tokenizer = CodeTokenizer.load(work / "tokenizer" / "tokenizer.json")
    out = work / "samples" / stage.samples_name
    out.mkdir(parents=True, exist_ok=True)
    _hold_to(out, stage.samples, tokenizer)

    validation = encode_corpus(work / "corpus" / "validation", tokenizer, work / "samples" / "validation-tokens.npz")
    maker = SampleMaker(validation, tokenizer, stage.samples)
    windows = windows_of(validation, stage.samples, seed=0)[:_VALIDATION_WINDOWS]
    _write_rows(out / "validation.npy", maker, windows, 0, stage.samples)

    train = encode_corpus(work / "corpus" / "train", tokenizer, work / "samples" / "train-tokens.npz")
    chosen = [at for at, file in enumerate(train.files) if is_clean(file)] if stage.clean else range(len(train.files))
    windows = windows_of(train, stage.samples, stage.seed, chosen)
    total = -(-len(windows) // WINDOWS_PER_SHARD)
    count = min(total, arguments.shards or total)
    missing = [shard for shard in range(count) if not (out / f"{shard:05d}.npy").exists()]
    say(f"{len(windows)} windows make {total} shards; {count - len(missing)} of {count} are there")
    global _job
    _job = (out, SampleMaker(train, tokenizer, stage.samples), windows, stage.seed, stage.samples)
    # Forked processes share the corpus; nothing else of this process is used in them.
    with multiprocessing.get_context("fork").Pool(arguments.processes) as pool, Progress("shards", len(missing)) as progress:
        for tokens in pool.imap_unordered(_make_shard, missing):
            progress.advance(f"{tokens:,} tokens")
    return 0


_job: tuple[Path, SampleMaker, list[Window], int, SampleSettings] | None = None


def _make_shard(shard: int) -> int:
    assert _job is not None
    out, maker, windows, seed, settings = _job
    chosen = windows[shard * WINDOWS_PER_SHARD : (shard + 1) * WINDOWS_PER_SHARD]
    return _write_rows(out / f"{shard:05d}.npy", maker, chosen, seed, settings)


def _write_rows(path: Path, maker: SampleMaker, windows: list[Window], seed: int, settings: SampleSettings) -> int:
    if path.exists():
        return 0
    rows = numpy.stack(list(pack_rows(_samples(maker, windows, seed), settings.row_tokens)))
    with atomic_file(path) as stream:
        numpy.save(stream, rows)
    return int((rows != PAD).sum())


def _samples(maker: SampleMaker, windows: list[Window], seed: int) -> Iterator[list[int]]:
    for window in windows:
        sample = maker.sample_of(window, f"{seed} {window.file} {window.first}")
        if sample is not None:
            yield sample


def _hold_to(out: Path, settings: SampleSettings, tokenizer: CodeTokenizer) -> None:
    """Rows of other settings or another vocabulary must not be mixed with what lies there."""
    import hashlib
    import json

    stamp = json.dumps(
        {"settings": asdict(settings), "tokenizer": hashlib.sha256(tokenizer.tokenizer.to_str().encode()).hexdigest()},
        indent=1,
        sort_keys=True,
    )
    path = out / "settings.json"
    if path.exists() and path.read_text() != stamp:
        raise TrainingError(f"{out} holds samples made with other settings. Choose another `samples_name`, or delete the folder.")
    path.write_text(stamp)


def corpus_of(work: Path, role: str, tokenizer: CodeTokenizer) -> EncodedCorpus:
    return encode_corpus(work / "corpus" / role, tokenizer, work / "samples" / f"{role}-tokens.npz")
