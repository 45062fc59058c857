"""Configuration files: one model and how it is trained, in TOML (`configurations/*.toml`)."""

from __future__ import annotations

import argparse
import dataclasses
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from .errors import TrainingError
from .samples.settings import SampleSettings


@dataclass(frozen=True)
class ModelShape:
    """Sizes of one model; `hidden` is `heads` times 64, `key_value_heads` divides `heads`. `context` in tokens."""

    vocabulary: int
    hidden: int
    layers: int
    heads: int
    key_value_heads: int
    feed_forward: int
    context: int = 2048
    rope_base: float = 10_000.0
    norm_epsilon: float = 1e-5

    def __post_init__(self) -> None:
        if self.hidden != 64 * self.heads:
            raise TrainingError(f"model.hidden is {self.hidden}; it must be 64 times model.heads, {self.heads}.")
        if self.key_value_heads < 1 or self.heads % self.key_value_heads != 0:
            raise TrainingError(
                f"model.key_value_heads is {self.key_value_heads}; it must divide model.heads, {self.heads}."
            )

    @property
    def head_dimension(self) -> int:
        return self.hidden // self.heads

    @property
    def parameters(self) -> int:
        """All parameters, the tied embedding counted once."""
        attention = self.hidden * self.head_dimension * (2 * self.heads + 2 * self.key_value_heads)
        block = attention + 3 * self.hidden * self.feed_forward + 2 * self.hidden
        return self.vocabulary * self.hidden + self.layers * block + self.hidden


@dataclass(frozen=True)
class OptimizerSettings:
    """`learning_rate`: the highest. `matrices`: the rule for the blocks' matrices; all else is trained by AdamW."""

    learning_rate: float
    matrices: str = "adamw"
    weight_decay: float = 0.1
    beta1: float = 0.9
    beta2: float = 0.95
    muon_momentum: float = 0.95
    clip_norm: float = 1.0

    def __post_init__(self) -> None:
        if self.matrices not in ("adamw", "muon"):
            raise TrainingError(f"optimizer.matrices is {self.matrices!r}; it can be adamw or muon.")


@dataclass(frozen=True)
class StageSettings:
    """One stretch of training. `schedule`: of the learning rate, from `start_share` of the highest.

    "constant" keeps it after the warm-up; "linear" and "cosine" bring it to `final_share` of the highest at the end.
    `middle_weight`: of the loss on a middle's tokens, against 1 on all others.
    """

    name: str
    tokens: int
    batch_tokens: int
    seed: int = 1
    warmup_steps: int = 0
    schedule: str = "constant"
    final_share: float = 0.02
    middle_weight: float = 1.0
    #: Rows of a batch that go through the model together, all where 0: fewer need less memory.
    rows_at_once: int = 0
    #: Only files that pass the stricter filters of `samples.clean_subset`.
    clean: bool = False
    #: Folder of the rows in the work directory; stages that cut alike share one.
    samples_name: str = ""
    samples: SampleSettings = field(default_factory=SampleSettings)

    def __post_init__(self) -> None:
        if self.schedule not in ("constant", "linear", "cosine"):
            raise TrainingError(
                f"Stage {self.name}: schedule is {self.schedule!r}; it can be constant, linear or cosine."
            )
        if self.tokens < 1:
            raise TrainingError(f"Stage {self.name}: tokens is {self.tokens}; it must be 1 or more.")
        if self.batch_tokens < 1 or self.batch_tokens % self.samples.row_tokens:
            raise TrainingError(f"Stage {self.name}: batch_tokens must be a multiple of row_tokens.")


def add_configuration_arguments(parser: argparse.ArgumentParser, what: str) -> None:
    """`--configuration`, `--set` and `--stage`; `what` the step does with the stage."""
    parser.add_argument(
        "--configuration", type=Path, required=True, metavar="FILE", help="such as configurations/embedded.toml"
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="change one setting, such as optimizer.learning_rate=3e-3",
    )
    parser.add_argument("--stage", default="first", help=f"the configuration's stage to {what} (default: first)")


@dataclass(frozen=True)
class Configuration:
    name: str
    model: ModelShape
    optimizer: OptimizerSettings
    stages: tuple[StageSettings, ...]

    def stage(self, name: str) -> StageSettings:
        for stage in self.stages:
            if stage.name == name:
                return stage
        raise TrainingError(
            f"{self.name} has no stage {name!r}; it has {', '.join(stage.name for stage in self.stages)}."
        )


def _override(data: dict[str, Any], override: str) -> None:
    place, _, value = override.partition("=")
    *path, last = place.split(".")
    try:
        target: Any = data
        for key in path:
            target = (
                next(each for each in target if each["name"] == key)
                if isinstance(target, list)
                else target.setdefault(key, {})
            )
        target[last] = tomllib.loads(f"value = {value}")["value"]
    except (tomllib.TOMLDecodeError, StopIteration, TypeError, KeyError) as error:
        raise TrainingError(
            f"--set {override} names nothing that can be set; write it as optimizer.learning_rate=3e-3."
        ) from error


Settings = TypeVar("Settings")


def read_configuration(path: Path, overrides: Sequence[str] = ()) -> Configuration:
    """`overrides`: such as `optimizer.learning_rate=3e-3` or `stages.first.samples.prose_share=0.5`; values as in TOML.

    Raises `TrainingError` that names the file and the key where something is missing, unknown or of the wrong kind."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise TrainingError(f"{path} could not be read as a configuration: {error}") from error
    for override in overrides:
        _override(data, override)
    unknown = set(data) - {"name", "model", "optimizer", "stages"}
    if unknown:
        raise TrainingError(f"{path}: unknown key {sorted(unknown)[0]}.")
    stages = []
    for entry in data.get("stages", []):
        samples = _settings(SampleSettings, entry.pop("samples", {}), path, "stages.samples")
        stage = _settings(StageSettings, {**entry, "samples": samples}, path, "stages")
        stages.append(stage if stage.samples_name else dataclasses.replace(stage, samples_name=stage.name))
    return Configuration(
        name=str(data.get("name") or path.stem),
        model=_settings(ModelShape, data.get("model", {}), path, "model"),
        optimizer=_settings(OptimizerSettings, data.get("optimizer", {}), path, "optimizer"),
        stages=tuple(stages),
    )


def _settings(kind: type[Settings], values: dict[str, Any], path: Path, section: str) -> Settings:
    fields = {each.name: each for each in dataclasses.fields(kind)}  # type: ignore[arg-type]
    for key, value in values.items():
        if key not in fields:
            raise TrainingError(f"{path}: {section} has no setting {key}. It has {', '.join(fields)}.")
        wanted = str(fields[key].type)
        right = {"int": (int,), "float": (int, float), "str": (str,), "bool": (bool,)}.get(wanted)
        if right is not None and (not isinstance(value, right) or (isinstance(value, bool) and wanted != "bool")):
            raise TrainingError(f"{path}: {section}.{key} must be of kind {wanted}, not {value!r}.")
    try:
        return kind(**values)
    except TypeError as error:
        raise TrainingError(f"{path}: {section}: {str(error).split(') ')[-1]}") from error
