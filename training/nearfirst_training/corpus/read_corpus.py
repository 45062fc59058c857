"""Reads the corpus that ``corpus build`` made."""

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..errors import TrainingError


@dataclass(frozen=True)
class CorpusFile:
    """One source file: the project it comes from, its path inside, and its text with ``\\n`` line breaks."""

    package: str
    path: str
    language: str
    text: str


def read_corpus(folder: Path) -> Iterator[CorpusFile]:
    """The files of one role (``corpus/train`` and so on), in the corpus's own order.

    Raises ``TrainingError`` where there are none, or a shard is damaged.
    """
    shards = sorted(folder.glob("*.jsonl.gz"))
    if not shards:
        raise TrainingError(f"There is no corpus in {folder}. Run the step `corpus build` first.")
    for shard in shards:
        try:
            with gzip.open(shard, "rt", encoding="utf-8") as stream:
                for line in stream:
                    entry = json.loads(line)
                    yield CorpusFile(entry["package"], entry["path"], entry["language"], entry["text"])
        except (OSError, EOFError, ValueError, KeyError) as error:
            raise TrainingError(f"{shard} is damaged ({error}). Delete it and run `corpus build` again.") from error
