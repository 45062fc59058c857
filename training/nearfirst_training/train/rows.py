"""Rows of samples in a fixed order, from any point on."""

from __future__ import annotations

import itertools
import random
import time
from pathlib import Path

import numpy
import torch
from torch import Tensor

from ..errors import TrainingError
from ..progress import say
from ..tokenizer.pieces import BEGIN, END, FIM_MIDDLE, PAD


class RowReader:
    """Batches of rows, shard by shard, the rows of each in an order of its own; after the last shard the first again.

    The position is a pair (shards finished, rows of the next one taken), so that a resumed run sees what it would have seen.
    With `follow` the reader waits for the next shard instead, which the step `samples` is still making.
    """

    def __init__(
        self, folder: Path, rows_per_batch: int, seed: int, position: tuple[int, int] = (0, 0), follow: bool = False
    ) -> None:
        self.folder = folder
        self.rows_per_batch = rows_per_batch
        self.seed = seed
        self.position = position
        self.follow = follow
        self._loaded: tuple[int, numpy.ndarray] | None = None
        if not follow and not self._path_of(0).exists():
            raise TrainingError(f"There are no samples in {folder}. Run the step `samples` first.")

    def next_batch(self) -> numpy.ndarray:
        """(rows, row tokens + 1), 16-bit."""
        taken: list[numpy.ndarray] = []
        missing = self.rows_per_batch
        while missing:
            shard, row = self.position
            rows = self._rows_of(shard)
            part = rows[row : row + missing]
            taken.append(part)
            missing -= len(part)
            row += len(part)
            self.position = (shard + 1, 0) if row >= len(rows) else (shard, row)
        return numpy.concatenate(taken)

    def _rows_of(self, shard: int) -> numpy.ndarray:
        if self._loaded is None or self._loaded[0] != shard:
            path = self._path_of(shard)
            while self.follow and not path.exists():
                time.sleep(1)
            if not path.exists():
                count = next(at for at in itertools.count() if not self._path_of(at).exists())
                path = self._path_of(shard % count)
                if shard % count == 0:
                    say(
                        f"all {count} shards of {self.folder.name} have been seen {shard // count} times; again from the first"
                    )
            rows = load_rows(path)
            order = list(range(len(rows)))
            random.Random(f"{self.seed} {shard}").shuffle(order)
            self._loaded = shard, rows[order]
        return self._loaded[1]

    def _path_of(self, shard: int) -> Path:
        return self.folder / f"{shard:05d}.npy"


def load_rows(path: Path) -> numpy.ndarray:
    try:
        return numpy.load(path)
    except FileNotFoundError as error:
        raise TrainingError(f"There are no rows in {path}. Run the step `samples` first.") from error
    except (OSError, ValueError, EOFError) as error:
        raise TrainingError(
            f"{path} is no file of rows ({error}). Delete it and run the step `samples` again."
        ) from error


def inputs_targets_weights(
    rows: numpy.ndarray, middle_weight: float, device: torch.device
) -> tuple[Tensor, Tensor, Tensor]:
    """(rows, length) each. Of the targets `<pad>` and `<s>` weigh nothing, those in a middle or its end `middle_weight`."""
    tokens = torch.from_numpy(rows.astype(numpy.int64)).to(device)
    inputs, targets = tokens[:, :-1], tokens[:, 1:]
    weights = ((targets != PAD) & (targets != BEGIN)).float()
    if middle_weight != 1.0:
        weights = torch.where(in_middle(inputs), weights * middle_weight, weights)
    return inputs.contiguous(), targets.contiguous(), weights


def in_middle(inputs: Tensor) -> Tensor:
    """Where the next token belongs to a middle, its closing `</s>` included."""
    return _last_index(inputs == FIM_MIDDLE) > _last_index(inputs == END)


def _last_index(marks: Tensor) -> Tensor:
    positions = torch.arange(marks.shape[1], device=marks.device).expand_as(marks)
    return torch.where(marks, positions, torch.full_like(positions, -1)).cummax(1).values
