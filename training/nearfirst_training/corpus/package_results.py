"""The results of filtered packages: a header line, then a line a kept file, as gzipped JSON lines."""

import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path

from ..errors import TrainingError
from .languages import PYTHON, Language, language_of


def read_result(path: Path) -> Iterator[dict]:
    try:
        with gzip.open(path, "rt", encoding="utf-8", newline="\n") as stream:
            for line in stream:
                yield json.loads(line)
    except (gzip.BadGzipFile, zlib.error, EOFError, ValueError) as error:
        raise TrainingError(f"{path} is damaged ({error}). Delete it and run the same command again.") from error


def language_at(path: str) -> Language:
    return language_of(path) or PYTHON
