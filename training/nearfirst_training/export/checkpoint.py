"""A checkpoint of the step `train`, read and checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from nearfirst_training.errors import TrainingError
from nearfirst_training.gguf_tensors import read_gguf_weights
from nearfirst_training.train.checkpoints import FORMAT
from nearfirst_training.train.model import ModelShape, Transformer


class CheckpointError(TrainingError):
    """A checkpoint is missing, damaged, of another format, or does not fit its own shape."""


@dataclass(frozen=True)
class Checkpoint:
    """Weights in float32 by their names in `Transformer`, and where training stood."""

    shape: ModelShape
    weights: Mapping[str, Tensor]
    step: int
    tokens: int
    run: Mapping[str, Any]

    def model(self) -> Transformer:
        model = Transformer(self.shape)
        model.load_state_dict(dict(self.weights))
        return model.eval()


def load_checkpoint(path: Path) -> Checkpoint:
    """Reads what `train` wrote, or a file that `export` wrote: its weights are then those that it stands for, rounded.

    Raises `CheckpointError`. Only plain data and tensors are read: a checkpoint can run no code.
    """
    if path.suffix == ".gguf":
        try:
            shape, weights, tokens = read_gguf_weights(path)
        except TrainingError as error:
            raise CheckpointError(str(error)) from error
        return Checkpoint(shape, weights, step=0, tokens=tokens, run={})
    try:
        content = torch.load(path, map_location="cpu", weights_only=True)
    except FileNotFoundError as error:
        raise CheckpointError(f"There is no checkpoint at {path}. Run the step `train` first.") from error
    except IsADirectoryError as error:
        raise CheckpointError(f"{path} is a folder. Give one checkpoint file in it.") from error
    except Exception as error:  # the library raises many kinds for a damaged file
        raise CheckpointError(
            f"{path} cannot be read as a checkpoint ({_first_line(error)}). Use an older one."
        ) from error
    return checkpoint_of(content, path)


def checkpoint_of(content: Any, path: Path) -> Checkpoint:
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        found = content.get("format") if isinstance(content, dict) else type(content).__name__
        raise CheckpointError(
            f"{path} is no checkpoint of format {FORMAT} (found: {found}). Use one that the step `train` wrote; "
            "the optimiser's state lies in a file of its own."
        )
    try:
        shape = ModelShape(**content["shape"])
        weights = {name: tensor.detach().to(torch.float32) for name, tensor in content["model"].items()}
        checkpoint = Checkpoint(shape, weights, int(content["step"]), int(content["tokens"]), content.get("run") or {})
    except (KeyError, TypeError, ValueError, AttributeError, TrainingError) as error:
        raise CheckpointError(f"{path} is an incomplete checkpoint ({error!r}). Use an older one.") from error
    with torch.device("meta"):
        expected = {name: tensor.shape for name, tensor in Transformer(shape).state_dict().items()}
    if expected != {name: tensor.shape for name, tensor in weights.items()}:
        raise CheckpointError(f"The weights in {path} do not fit the shape that it names. Use an older checkpoint.")
    broken = [name for name, tensor in weights.items() if not torch.isfinite(tensor).all()]
    if broken:
        raise CheckpointError(
            f"{path} holds numbers that are not finite ({', '.join(broken[:3])}): training had diverged. Use an older one."
        )
    return checkpoint


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
