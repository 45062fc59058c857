"""The step `bundle`: as much of the corpus as fits into one small file, to train on a machine that can fetch nothing."""

from __future__ import annotations

import argparse
import gzip
import json
import lzma
from dataclasses import asdict
from pathlib import Path

from .corpus.read_corpus import read_corpus
from .errors import TrainingError
from .progress import say
from .work_directory import add_work_argument, atomic_file

_ROLES = ("validation", "train")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_work_argument(parser)
    direction = parser.add_mutually_exclusive_group(required=True)
    direction.add_argument("--pack", type=Path, metavar="FILE", help="write the bundle")
    direction.add_argument("--unpack", type=Path, metavar="FILE", help="make WORK/corpus from the bundle")
    parser.add_argument(
        "--megabytes", type=int, default=40, metavar="N", help="size of the bundle, about (default: 40)"
    )


def run(arguments: argparse.Namespace) -> int:
    if arguments.pack is not None:
        pack(arguments.work / "corpus", arguments.pack, arguments.megabytes * 1_000_000)
    else:
        unpack(arguments.unpack, arguments.work / "corpus")
    return 0


def pack(corpus: Path, bundle: Path, limit: int) -> None:
    """The validation files whole, then training files in the corpus's order (which is random) up to `limit` bytes."""
    files = 0
    with atomic_file(bundle) as stream, lzma.open(stream, "wb", preset=6) as packed:
        for role in _ROLES:
            for file in read_corpus(corpus / role):
                # The compressor holds back what it has not written yet: about as much as it reads at a time.
                if role == "train" and stream.tell() >= limit:
                    break
                packed.write(json.dumps({"role": role, **asdict(file)}, ensure_ascii=False).encode() + b"\n")
                files += 1
    say(f"{bundle}: {files} files in {bundle.stat().st_size / 1e6:.1f} MB")


def unpack(bundle: Path, corpus: Path) -> None:
    if corpus.exists():
        raise TrainingError(f"{corpus} is there already. Give another --work.")
    shards = {role: atomic_file(corpus / role / "0000.jsonl.gz") for role in _ROLES}
    with shards["train"] as train, shards["validation"] as validation:
        streams = {
            "train": gzip.GzipFile(fileobj=train, mode="wb", compresslevel=1, mtime=0),
            "validation": gzip.GzipFile(fileobj=validation, mode="wb", compresslevel=1, mtime=0),
        }
        try:
            with lzma.open(bundle, "rt", encoding="utf-8") as lines:
                for line in lines:
                    entry = json.loads(line)
                    streams[entry.pop("role")].write(json.dumps(entry, ensure_ascii=False).encode() + b"\n")
        except (OSError, EOFError, ValueError, KeyError, lzma.LZMAError) as error:
            raise TrainingError(f"{bundle} is no whole bundle ({error}). Make it again with --pack.") from error
        for stream in streams.values():
            stream.close()
