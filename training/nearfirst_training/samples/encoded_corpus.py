"""A corpus with its tokens, kept line by line: line breaks are tokens of their own, so that lines encode independently."""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy

from ..corpus.read_corpus import CorpusFile, read_corpus
from ..errors import TrainingError
from ..progress import Progress
from ..tokenizer.code_tokenizer import CodeTokenizer
from ..work_directory import atomic_file

_FILES_AT_ONCE = 2_000


@dataclass
class EncodedCorpus:
    """`tokens`: of all files, one after the other; `line_starts`: where each line begins in it, one more at the end;
    `first_lines`: of each file the index into `line_starts`, one more at the end."""

    files: Sequence[CorpusFile]
    tokens: numpy.ndarray
    line_starts: numpy.ndarray
    first_lines: numpy.ndarray
    #: SHA-256 of text and vocabulary.
    key: str = ""

    def lines_of(self, file: int) -> list[str]:
        return _lines(self.files[file].text)

    def token_starts_of(self, file: int) -> numpy.ndarray:
        """Offsets into `tokens` of the file's lines, and its end."""
        return self.line_starts[self.first_lines[file] : self.first_lines[file + 1] + 1]

    @cached_property
    def packages(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for at, file in enumerate(self.files):
            found.setdefault(file.package, []).append(at)
        return found


def _lines(text: str) -> list[str]:
    lines = text.split("\n")
    return [line + "\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


def encode_corpus(folder: Path, tokenizer: CodeTokenizer, cache: Path) -> EncodedCorpus:
    """Encodes a role of the corpus once, and reads it from `cache` afterwards while text and vocabulary are the same."""
    files = list(read_corpus(folder))
    digest = hashlib.sha256(tokenizer.tokenizer.to_str().encode())
    for file in files:
        digest.update(file.text.encode())
    key = digest.hexdigest()
    cached = _read_cache(cache, key)
    if cached is not None:
        return EncodedCorpus(files, *cached, key)
    if tokenizer.size > 65_536:
        raise TrainingError(f"Samples hold tokens in 16 bits; a vocabulary of {tokenizer.size} does not fit.")
    pieces: list[numpy.ndarray] = []
    line_lengths: list[numpy.ndarray] = []
    line_counts: list[int] = []
    with Progress("encoding files", len(files)) as progress:
        for start in range(0, len(files), _FILES_AT_ONCE):
            batch = [_lines(file.text) for file in files[start : start + _FILES_AT_ONCE]]
            # Every other line stands in several places: each is encoded once.
            distinct = list(dict.fromkeys(line for lines in batch for line in lines))
            known = dict(zip(distinct, tokenizer.encode_lines(distinct), strict=True))
            encoded = [known[line] for lines in batch for line in lines]
            line_counts += [len(lines) for lines in batch]
            line_lengths.append(numpy.array([len(ids) for ids in encoded], dtype=numpy.int64))
            pieces.append(numpy.array([token for ids in encoded for token in ids], dtype=numpy.uint16))
            progress.advance(count=len(batch))
    tokens = numpy.concatenate(pieces)
    line_starts = numpy.concatenate([[0], numpy.cumsum(numpy.concatenate(line_lengths))])
    first_lines = numpy.concatenate([[0], numpy.cumsum(line_counts)])
    with atomic_file(cache) as stream:
        numpy.savez(stream, key=numpy.array(key), tokens=tokens, line_starts=line_starts, first_lines=first_lines)
    return EncodedCorpus(files, tokens, line_starts, first_lines, key)


def _read_cache(cache: Path, key: str) -> tuple[numpy.ndarray, numpy.ndarray, numpy.ndarray] | None:
    try:
        with numpy.load(cache) as stored:
            if str(stored["key"]) != key:
                return None
            return stored["tokens"], stored["line_starts"], stored["first_lines"]
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return None
