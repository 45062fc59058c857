"""Checkpoints: all that a run needs to go on as if it had not stopped, whole or not there at all."""

from __future__ import annotations

import os
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch

from ..errors import TrainingError
from ..progress import say
from ..work_directory import atomic_file
from .model import ModelShape, Transformer

FORMAT = 1
#: Checkpoints with the optimiser's state that a run keeps.
_KEPT = 2


def save_model(path: Path, model: Transformer, step: int, tokens: int, run: dict[str, Any]) -> None:
    """Weights alone, in 32 bits: what export and scoring read. `tokens`: all that the weights have seen, earlier stages too."""
    weights = {name: tensor.detach().float().cpu() for name, tensor in model.state_dict().items()}
    with atomic_file(path) as stream:
        torch.save(
            {
                "format": FORMAT,
                "shape": asdict(model.shape),
                "model": weights,
                "step": step,
                "tokens": tokens,
                "run": run,
            },
            stream,
        )


def load_model(path: Path) -> tuple[Transformer, dict[str, Any]]:
    """The model and the rest of what `save_model` stored."""
    stored = _load(path)
    model = Transformer(ModelShape(**stored["shape"]))
    model.load_state_dict(stored["model"])
    return model, stored


def save_state(folder: Path, step: int, state: dict[str, Any]) -> Path:
    path = folder / f"state-{step:07d}.pt"
    with atomic_file(path) as stream:
        torch.save({"format": FORMAT, **state}, stream)
    for old in sorted(folder.glob("state-*.pt"))[:-_KEPT]:
        os.unlink(old)
    return path


def newest_state(folder: Path) -> dict[str, Any] | None:
    """The newest checkpoint that can be read, None where there is none; a damaged one is passed over, and named.

    Raises `TrainingError` where no one of several can be read: a run must not start anew over what may be saved.
    """
    problem = None
    for path in sorted(folder.glob("state-*.pt"), reverse=True):
        try:
            return _load(path)
        except TrainingError as error:
            problem = error
            say(f"passed over: {error}")
    if problem is not None:
        raise TrainingError(f"No checkpoint in {folder} can be read. Remove them to start anew, or use another --run.")
    return None


def _load(path: Path) -> dict[str, Any]:
    try:
        stored = torch.load(path, map_location="cpu", weights_only=True)
    except FileNotFoundError as error:
        raise TrainingError(f"There is no checkpoint {path}.") from error
    except Exception as error:  # a damaged file can fail anywhere in the library
        raise TrainingError(f"{path} is no whole checkpoint ({error}).") from error
    if not isinstance(stored, dict) or stored.get("format") != FORMAT:
        raise TrainingError(f"{path} is no checkpoint of this pipeline, or of another format than {FORMAT}.")
    return stored
