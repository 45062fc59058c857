"""The step `train`: one stage of a configuration, from the newest checkpoint on."""

from __future__ import annotations

import argparse
import json
import math
import signal
import sys
import time
from pathlib import Path
from typing import Any

import numpy
import torch

from ..configuration import Configuration, StageSettings, add_configuration_arguments, read_configuration
from ..errors import TrainingError
from ..gguf_tensors import read_gguf_weights
from ..progress import say
from ..work_directory import add_work_argument
from .checkpoints import load_model, newest_state, save_model, save_state
from .loss import VocabularyLoss, softmax_gradient
from .model import Transformer
from .optimizer import clip_gradients, optimizers_for, set_learning_rate
from .rows import RowReader, in_middle, inputs_targets_weights, load_rows

_LOG_EVERY_SECONDS = 10.0

PRECISIONS = {"bf16": torch.bfloat16, "fp32": torch.float32}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_work_argument(parser)
    add_configuration_arguments(parser, "train")
    parser.add_argument("--run", metavar="NAME", help="folder of the run (default: the configuration's name)")
    parser.add_argument(
        "--from",
        dest="start",
        type=Path,
        metavar="FILE",
        help="a checkpoint or an exported .gguf to start from, if the stage has no checkpoint yet",
    )
    parser.add_argument("--hours", type=float, metavar="H", help="stop after so long, with a checkpoint")
    parser.add_argument("--tokens", type=int, metavar="N", help="length of the stage, instead of the configuration's")
    parser.add_argument("--follow", action="store_true", help="wait for shards that the step `samples` is still making")
    parser.add_argument("--checkpoint-minutes", type=float, default=5.0, metavar="M", help="default: 5")
    parser.add_argument(
        "--milestone-tokens",
        type=int,
        default=5_000_000,
        metavar="N",
        help="keep the weights every N tokens (default: 5,000,000)",
    )
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--threads", type=int, metavar="N", help="default: all cores")
    parser.add_argument(
        "--precision",
        choices=("auto", *PRECISIONS),
        default="auto",
        help="of activations (default: bf16 where the hardware computes with it, else fp32, which is then several times as fast)",
    )
    parser.add_argument("--no-compile", action="store_true", help="run without torch.compile (slower; starts at once)")


def run(arguments: argparse.Namespace) -> int:
    configuration = read_configuration(arguments.configuration, arguments.set)
    stage = configuration.stage(arguments.stage)
    trainer = Trainer(configuration, stage, arguments)
    return trainer.train()


def precision_of(choice: str, device: torch.device) -> torch.dtype:
    """A processor without instructions for bfloat16 emulates them."""
    if choice != "auto":
        return PRECISIONS[choice]
    if device.type == "cuda":
        is_native = torch.cuda.is_bf16_supported(including_emulation=False)
    else:
        is_native = torch.cpu._is_avx512_bf16_supported() or torch.cpu._is_amx_tile_supported()
    return torch.bfloat16 if is_native else torch.float32


class Trainer:
    """One stage of one run. Its folder holds `log.jsonl`, states to resume from, and milestones (weights alone)."""

    def __init__(self, configuration: Configuration, stage: StageSettings, arguments: argparse.Namespace) -> None:
        self.configuration = configuration
        self.stage = stage
        self.device = torch.device(arguments.device)
        self.dtype = precision_of(arguments.precision, self.device)
        if arguments.threads:
            torch.set_num_threads(arguments.threads)
        torch.set_flush_denormal(True)
        torch.backends.cuda.matmul.allow_tf32 = True
        self.total_tokens = arguments.tokens or stage.tokens
        self.hours = arguments.hours
        self.checkpoint_seconds = arguments.checkpoint_minutes * 60
        self.milestone_tokens = arguments.milestone_tokens
        self.folder = arguments.work / "runs" / (arguments.run or configuration.name) / stage.name
        self.folder.mkdir(parents=True, exist_ok=True)
        samples = arguments.work / "samples" / stage.samples_name
        self.validation = load_rows(samples / "validation.npy")
        self._check_rows(self.validation, samples)
        self.rows_per_batch = stage.batch_tokens // stage.samples.row_tokens

        self.model = Transformer(configuration.model)
        self.model.initialise(torch.Generator().manual_seed(stage.seed))
        self.step = 0
        self.tokens = 0
        self.tokens_before = 0
        position = (0, 0)
        state = newest_state(self.folder)
        if state is not None:
            if state["settings"] != self._settings():
                raise TrainingError(
                    f"{self.folder} holds a run with another configuration. Choose another name with --run, or restore the configuration."
                )
            self.model.load_state_dict(state["model"])
            self.step, self.tokens, position = state["step"], state["tokens"], tuple(state["position"])
            self.tokens_before = state["tokens_before"]
            say(f"going on from step {self.step}, {self.tokens / 1e6:.1f} M tokens")
        elif arguments.start is not None:
            self.tokens_before = self._start_from(arguments.start)
            say(f"starting from {arguments.start} ({self.tokens_before / 1e6:.1f} M tokens)")
        self.model.to(self.device)
        self.optimizers = optimizers_for(self.model, configuration.optimizer)
        if state is not None:
            for optimizer, stored in zip(self.optimizers, state["optimizers"], strict=True):
                optimizer.load_state_dict(stored)
        self.reader = RowReader(samples, self.rows_per_batch, stage.seed, position, arguments.follow)
        self.is_compiled = not arguments.no_compile
        self.hidden_states = torch.compile(self.model.hidden_states) if self.is_compiled else self.model.hidden_states
        self.gradient_of = torch.compile(softmax_gradient) if self.is_compiled else softmax_gradient
        self.is_stopping = False

    def _start_from(self, path: Path) -> int:
        """Takes over the weights of a checkpoint or a model file; the tokens that they have seen."""
        if path.suffix == ".gguf":
            shape, weights, tokens = read_gguf_weights(path)
        else:
            model, stored = load_model(path)
            shape, weights, tokens = model.shape, model.state_dict(), stored["tokens"]
        if shape != self.configuration.model:
            raise TrainingError(f"{path} is a model of other sizes than {self.configuration.name} has.")
        self.model.load_state_dict(weights)
        return tokens

    def _settings(self) -> str:
        """What must not change within a run. The stage's length may: a run can be made longer."""
        stage = {
            key: value for key, value in vars(self.stage).items() if key not in ("tokens", "samples", "samples_name")
        }
        return json.dumps([vars(self.configuration.model), vars(self.configuration.optimizer), stage], sort_keys=True)

    def _check_rows(self, rows: numpy.ndarray, folder: Path) -> None:
        """Rows of other settings would train without complaint, and wrongly."""
        stage, model = self.stage, self.configuration.model
        if rows.shape[1] != stage.samples.row_tokens + 1:
            raise TrainingError(
                f"The rows in {folder} have {rows.shape[1] - 1} tokens, and stage {stage.name} wants row_tokens = {stage.samples.row_tokens}."
            )
        if stage.samples.row_tokens > model.context:
            raise TrainingError(
                f"Rows of {stage.samples.row_tokens} tokens do not fit model.context = {model.context}."
            )
        if int(rows.max()) >= model.vocabulary:
            raise TrainingError(
                f"The rows in {folder} hold token {rows.max()}, beyond model.vocabulary = {model.vocabulary}."
            )

    def train(self) -> int:
        signal.signal(signal.SIGTERM, self._stop)
        signal.signal(signal.SIGINT, self._stop)
        say(
            f"{self.configuration.name}, stage {self.stage.name}: {self.model.shape.parameters / 1e6:.2f} M parameters, "
            f"{self.total_tokens / 1e6:.1f} M tokens, {self.stage.batch_tokens} a step, {str(self.dtype).removeprefix('torch.')}"
        )
        started = last_log = last_save = time.monotonic()
        logged_tokens, losses = self.tokens, []
        if self.step == 0:
            self._log(
                {
                    "event": "start",
                    "parameters": self.model.shape.parameters,
                    "tokens_before": self.tokens_before,
                    "settings": json.loads(self._settings()),
                }
            )
        if self.tokens >= self.total_tokens:
            say(f"done already: {self.tokens / 1e6:.1f} M tokens")
            return 0
        while self.tokens < self.total_tokens and not self.is_stopping:
            if self.hours is not None and time.monotonic() - started > self.hours * 3600:
                break
            loss, norm, rate = self._train_step()
            if not math.isfinite(loss):
                raise TrainingError(
                    f"The loss is {loss} at step {self.step}. Lower the learning rate and start again from an earlier milestone."
                )
            losses.append(loss)
            now = time.monotonic()
            if now - last_log >= _LOG_EVERY_SECONDS:
                speed = (self.tokens - logged_tokens) / (now - last_log)
                entry = {
                    "loss": sum(losses) / len(losses),
                    "norm": norm,
                    "rate": rate,
                    "tokens_per_second": round(speed),
                }
                self._log(entry)
                self._show(entry)
                last_log, logged_tokens, losses = now, self.tokens, []
            before = (self.tokens - self.stage.batch_tokens) // self.milestone_tokens
            if self.tokens // self.milestone_tokens > before:
                self._milestone()
                last_log, logged_tokens = time.monotonic(), self.tokens
            if now - last_save >= self.checkpoint_seconds:
                self._save()
                last_save = time.monotonic()
        self._save()
        self._milestone("last.pt")
        is_done = self.tokens >= self.total_tokens
        say(
            f"{'done' if is_done else 'stopped'} at step {self.step}, {self.tokens / 1e6:.1f} M tokens"
            + ("" if is_done else "; run the same command to go on")
        )
        return 130 if self.is_stopping else 0

    def _train_step(self) -> tuple[float, float, float]:
        rate = self.configuration.optimizer.learning_rate * self._rate_share()
        set_learning_rate(self.optimizers, rate)
        inputs, targets, weights = inputs_targets_weights(
            self.reader.next_batch(), self.stage.middle_weight, self.device
        )
        divisor = float(weights.sum())
        at_once = self.stage.rows_at_once or len(inputs)
        total = 0.0
        for start in range(0, len(inputs), at_once):
            part = slice(start, start + at_once)
            loss = self._loss(inputs[part], targets[part], weights[part], divisor)
            loss.backward()
            total += float(loss.detach())
        norm = clip_gradients(self.model, self.configuration.optimizer.clip_norm)
        for optimizer in self.optimizers:
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
        self.step += 1
        self.tokens += self.stage.batch_tokens
        return total, norm, rate

    def _loss(self, inputs: torch.Tensor, targets: torch.Tensor, weights: torch.Tensor, divisor: float) -> torch.Tensor:
        hidden = self.hidden_states(inputs, self.dtype).reshape(-1, self.model.shape.hidden)
        embedding = self.model.embedding.to(self.dtype)
        return VocabularyLoss.apply(
            hidden, embedding, targets.reshape(-1), weights.reshape(-1), divisor, self.gradient_of
        )

    def _rate_share(self) -> float:
        stage = self.stage
        if self.step < stage.warmup_steps:
            return (self.step + 1) / stage.warmup_steps
        if stage.schedule == "constant":
            return 1.0
        done = min(1.0, self.tokens / self.total_tokens)
        falling = 1 - done if stage.schedule == "linear" else (1 + math.cos(math.pi * done)) / 2
        return stage.final_share + (1 - stage.final_share) * falling

    def validate(self) -> dict[str, float]:
        """Mean loss in nats a token over the validation rows, and over the tokens of middles alone."""
        sums = {"validation_loss": 0.0, "validation_middle_loss": 0.0}
        counts = dict.fromkeys(sums, 0.0)
        with torch.no_grad():
            at_once = self.stage.rows_at_once or self.rows_per_batch
            for start in range(0, len(self.validation), at_once):
                rows = self.validation[start : start + at_once]
                inputs, targets, weights = inputs_targets_weights(rows, 1.0, self.device)
                hidden = self.hidden_states(inputs, self.dtype).reshape(-1, self.model.shape.hidden)
                losses = _losses(hidden, self.model.embedding.to(self.dtype), targets.reshape(-1))
                middles = weights * in_middle(inputs)
                for name, marks in (("validation_loss", weights), ("validation_middle_loss", middles)):
                    sums[name] += float((losses * marks.reshape(-1)).sum())
                    counts[name] += float(marks.sum())
        return {name: sums[name] / max(1.0, counts[name]) for name in sums}

    def _milestone(self, name: str | None = None) -> None:
        scores = self.validate()
        self._log({"event": "milestone", **scores})
        say(
            f"step {self.step}, {self.tokens / 1e6:.1f} M tokens: "
            + ", ".join(f"{key} {value:.4f}" for key, value in scores.items())
        )
        file = self.folder / (name or f"milestone-{self.tokens:012d}.pt")
        save_model(
            file,
            self.model,
            self.step,
            self.tokens_before + self.tokens,
            {"configuration": self.configuration.name, "stage": self.stage.name, **scores},
        )

    def _save(self) -> None:
        save_state(
            self.folder,
            self.step,
            {
                "settings": self._settings(),
                "model": {name: tensor.cpu() for name, tensor in self.model.state_dict().items()},
                "optimizers": [optimizer.state_dict() for optimizer in self.optimizers],
                "step": self.step,
                "tokens": self.tokens,
                "tokens_before": self.tokens_before,
                "position": list(self.reader.position),
            },
        )

    def _log(self, entry: dict[str, Any]) -> None:
        line = {"time": round(time.time(), 1), "step": self.step, "tokens": self.tokens, **entry}
        with open(self.folder / "log.jsonl", "a", encoding="utf-8") as stream:
            stream.write(json.dumps(line) + "\n")

    def _show(self, entry: dict[str, float]) -> None:
        left = (self.total_tokens - self.tokens) / max(1, entry["tokens_per_second"]) / 60
        text = (
            f"step {self.step} · {self.tokens / 1e6:.2f} of {self.total_tokens / 1e6:.1f} M tokens · loss {entry['loss']:.3f} · "
            f"rate {entry['rate']:.2e} · {entry['tokens_per_second']} tokens/s · {left:.0f} min left"
        )
        if sys.stderr.isatty():
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
        else:
            say(text)

    def _stop(self, *_: object) -> None:
        self.is_stopping = True


def _losses(hidden: torch.Tensor, embedding: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    parts = []
    for start in range(0, len(hidden), 4096):
        logits = torch.nn.functional.linear(hidden[start : start + 4096], embedding).float()
        parts.append(torch.nn.functional.cross_entropy(logits, targets[start : start + 4096], reduction="none"))
    return torch.cat(parts)
