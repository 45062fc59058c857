"""A project's files as the step `samples` sees them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy

from nearfirst_training.corpus.read_corpus import CorpusFile
from nearfirst_training.samples.encoded_corpus import EncodedCorpus, _lines


class LineEncoder(Protocol):
    def encode_lines(self, texts: list[str]) -> Sequence[Sequence[int]]: ...


def encoded_project(files: Mapping[str, str], tokenizer: LineEncoder) -> EncodedCorpus:
    """Files by path, all of the package `app`."""
    corpus = [CorpusFile("app", path, "python", text) for path, text in files.items()]
    lines = [tokenizer.encode_lines(_lines(file.text)) for file in corpus]
    return EncodedCorpus(
        corpus,
        numpy.array([token for each in lines for line in each for token in line], dtype=numpy.uint16),
        numpy.concatenate([[0], numpy.cumsum([len(line) for each in lines for line in each])]),
        numpy.concatenate([[0], numpy.cumsum([len(each) for each in lines])]),
    )
