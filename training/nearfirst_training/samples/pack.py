"""Packs samples into rows of one length. No sample is cut: the answer stands at its end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy

from ..tokenizer.pieces import PAD

_BUFFERED = 1024


def pack_rows(samples: Iterable[list[int]], row_tokens: int) -> Iterator[numpy.ndarray]:
    """Rows of `row_tokens` + 1 tokens: inputs are all but the last, targets all but the first; the rest is `<pad>`.

    Best fit: from a buffer of samples the longest goes first, then the longest that still fits.
    """
    length = row_tokens + 1
    buffer: list[list[int]] = []
    source = iter(samples)
    is_open = True
    while is_open or buffer:
        while is_open and len(buffer) < _BUFFERED:
            sample = next(source, None)
            if sample is None:
                is_open = False
            elif len(sample) <= length:
                buffer.append(sample)
        if not buffer:
            return
        # The oldest first, so that none waits for ever; then whatever fills the row best.
        row = list(buffer.pop(0))
        while True:
            room = length - len(row)
            fitting = [at for at, sample in enumerate(buffer) if len(sample) <= room]
            if not fitting:
                break
            row += buffer.pop(max(fitting, key=lambda at: len(buffer[at])))
        yield numpy.array(row + [PAD] * (length - len(row)), dtype=numpy.uint16)
