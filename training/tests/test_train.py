"""Training: the loss is right, a run goes on where it stopped, and what is wrong is said."""

import json
import math
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy
import pytest
import torch

from nearfirst_training.__main__ import main
from nearfirst_training.configuration import read_configuration
from nearfirst_training.errors import TrainingError
from nearfirst_training.tokenizer.pieces import BEGIN, END, FIM_MIDDLE, FIM_PREFIX, FIM_SUFFIX, PAD
from nearfirst_training.train.checkpoints import load_model, newest_state
from nearfirst_training.train.loss import VocabularyLoss, softmax_gradient
from nearfirst_training.train.model import Transformer
from nearfirst_training.train.rows import RowReader, in_middle, inputs_targets_weights
from nearfirst_training.train.trainer import precision_of

CONFIGURATIONS = Path(__file__).parent.parent / "configurations"
TINY = """
name = "tiny"
[model]
vocabulary = 300
hidden = 64
layers = 2
heads = 1
key_value_heads = 1
feed_forward = 128
context = 64
[optimizer]
learning_rate = 3e-3
matrices = "MATRICES"
[[stages]]
name = "first"
tokens = 4096
batch_tokens = 128
warmup_steps = 5
samples = { row_tokens = 32 }
[[stages]]
name = "second"
tokens = 1024
batch_tokens = 128
schedule = "linear"
samples_name = "first"
samples = { row_tokens = 32 }
"""


@pytest.fixture
def work(tmp_path: Path) -> Path:
    """Rows of a text that repeats, in two shards, and a configuration."""
    folder = tmp_path / "samples" / "first"
    folder.mkdir(parents=True)
    chance = numpy.random.default_rng(0)
    for name in ("00000", "00001", "validation"):
        rows = (chance.integers(0, 20, (40, 1)) + numpy.arange(33)[None, :]) % 20 + 264
        numpy.save(folder / f"{name}.npy", rows.astype(numpy.uint16))
    for matrices in ("adamw", "muon"):
        (tmp_path / f"{matrices}.toml").write_text(TINY.replace("MATRICES", matrices))
    return tmp_path


def train(work: Path, *more: str, matrices: str = "muon") -> int:
    configuration = str(work / f"{matrices}.toml")
    return main(
        [
            "train",
            "--work",
            str(work),
            "--configuration",
            configuration,
            "--no-compile",
            "--device",
            "cpu",
            "--threads",
            "1",
            *more,
        ]
    )


def log_of(work: Path, run: str = "tiny") -> list[dict[str, float]]:
    return [json.loads(line) for line in (work / "runs" / run / "first" / "log.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("matrices", ["adamw", "muon"])
def test_a_model_learns_a_text_that_repeats(work: Path, matrices: str) -> None:
    assert train(work, matrices=matrices) == 0
    model, stored = load_model(work / "runs" / "tiny" / "first" / "last.pt")
    assert stored["tokens"] == 4096
    assert stored["run"]["validation_loss"] < 0.7 * math.log(20)
    assert model.shape.layers == 2


@pytest.mark.parametrize(("precision", "words"), [("bf16", "bfloat16"), ("fp32", "float32")])
def test_a_model_learns_at_either_precision_and_says_which(
    work: Path, precision: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert train(work, "--precision", precision) == 0
    assert load_model(work / "runs" / "tiny" / "first" / "last.pt")[1]["run"]["validation_loss"] < 0.7 * math.log(20)
    assert f"a step, {words}" in capsys.readouterr().err


def test_by_itself_it_takes_a_precision_that_the_processor_computes_with(monkeypatch: pytest.MonkeyPatch) -> None:
    cpu = torch.device("cpu")
    monkeypatch.setattr(torch.cpu, "_is_avx512_bf16_supported", lambda: False)
    for has_tiles, dtype in ((True, torch.bfloat16), (False, torch.float32)):
        monkeypatch.setattr(torch.cpu, "_is_amx_tile_supported", lambda has_tiles=has_tiles: has_tiles)
        assert precision_of("auto", cpu) is dtype


def test_a_run_that_was_stopped_ends_with_the_very_same_weights(work: Path) -> None:
    assert train(work, "--run", "whole") == 0
    for tokens in ("1024", "1152", "4096"):
        assert train(work, "--run", "parts", "--tokens", tokens) == 0
    whole, parts = (load_model(work / "runs" / run / "first" / "last.pt")[0] for run in ("whole", "parts"))
    for (name, one), other in zip(whole.state_dict().items(), parts.state_dict().values(), strict=True):
        assert torch.equal(one, other), name


def test_a_damaged_checkpoint_is_passed_over(work: Path) -> None:
    assert train(work, "--tokens", "1024") == 0
    assert train(work, "--tokens", "2048") == 0
    folder = work / "runs" / "tiny" / "first"
    newest = sorted(folder.glob("state-*.pt"))[-1]
    newest.write_bytes(newest.read_bytes()[:1000])
    state = newest_state(folder)
    assert state is not None and state["tokens"] == 1024
    assert train(work, "--tokens", "4096") == 0


def test_a_second_stage_starts_from_the_firsts_weights_with_a_falling_rate(work: Path) -> None:
    assert train(work) == 0
    first = work / "runs" / "tiny" / "first" / "last.pt"
    assert train(work, "--stage", "second", "--from", str(first)) == 0
    _, stored = load_model(work / "runs" / "tiny" / "second" / "last.pt")
    assert stored["run"]["validation_loss"] <= load_model(first)[1]["run"]["validation_loss"] + 0.05
    assert stored["tokens"] == 4096 + 1024


def test_another_configuration_does_not_go_on_with_a_run(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert train(work, "--tokens", "256") == 0
    assert train(work, "--set", "optimizer.learning_rate=1e-4") == 1
    assert "another configuration" in capsys.readouterr().err


def test_a_kill_and_a_term_lose_no_more_than_the_last_minutes(work: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "nearfirst_training",
        "train",
        "--work",
        str(work),
        "--configuration",
        str(work / "muon.toml"),
    ]
    command += ["--no-compile", "--device", "cpu", "--threads", "1", "--tokens", "100000000"]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent)}
    process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
    log = work / "runs" / "tiny" / "first" / "log.jsonl"
    deadline = time.monotonic() + 600
    while not log.exists() and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.1)
    assert log.exists()
    time.sleep(1)
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=600) == 130
    state = newest_state(log.parent)
    assert state is not None and state["tokens"] > 0
    assert not list(log.parent.glob("*.part"))


def test_a_loss_that_is_no_number_stops_the_run(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert train(work, "--set", "optimizer.learning_rate=1e30") == 1
    assert "Lower the learning rate" in capsys.readouterr().err


def test_missing_and_damaged_samples_are_named(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (work / "samples" / "first" / "00000.npy").write_bytes(b"no rows")
    assert train(work) == 1
    assert "00000.npy is no file of rows" in capsys.readouterr().err
    assert train(work, "--set", 'stages.first.samples_name="none"') == 1
    assert "Run the step `samples`" in capsys.readouterr().err


def test_the_loss_and_its_gradients_are_those_of_cross_entropy() -> None:
    generator = torch.Generator().manual_seed(1)
    hidden = torch.randn(50, 8, generator=generator, requires_grad=True)
    embedding = torch.randn(30, 8, generator=generator, requires_grad=True)
    targets = torch.randint(0, 30, (50,), generator=generator)
    weights = torch.rand(50, generator=generator)
    ours = VocabularyLoss.apply(hidden, embedding, targets, weights, float(weights.sum()), softmax_gradient)
    ours.backward()
    gradients = hidden.grad.clone(), embedding.grad.clone()
    hidden.grad = embedding.grad = None
    losses = torch.nn.functional.cross_entropy(hidden @ embedding.T, targets, reduction="none")
    reference = (losses * weights).sum() / weights.sum()
    reference.backward()
    assert torch.allclose(ours, reference, atol=1e-5)
    assert torch.allclose(gradients[0], hidden.grad, atol=1e-5)
    assert torch.allclose(gradients[1], embedding.grad, atol=1e-5)


def test_middles_reach_from_their_mark_to_the_end_token() -> None:
    row = [BEGIN, FIM_SUFFIX, 300, FIM_PREFIX, 301, FIM_MIDDLE, 302, 303, END, BEGIN, 304, PAD]
    inputs, targets, weights = inputs_targets_weights(numpy.array([row], dtype=numpy.uint16), 3.0, torch.device("cpu"))
    marked = [int(target) for target, mark in zip(targets[0], in_middle(inputs)[0], strict=True) if mark]
    assert marked == [302, 303, END]
    assert weights[0].tolist() == [1, 1, 1, 1, 1, 3, 3, 3, 0, 1, 0]


def test_rows_come_in_the_same_order_from_any_position(work: Path) -> None:
    folder = work / "samples" / "first"
    whole = RowReader(folder, 3, seed=1)
    batches = [whole.next_batch() for _ in range(40)]
    reader = RowReader(folder, 3, seed=1)
    for _ in range(17):
        reader.next_batch()
    again = RowReader(folder, 3, seed=1, position=reader.position)
    assert all(numpy.array_equal(again.next_batch(), batch) for batch in batches[17:])


def test_the_papers_shape_has_121_million_parameters() -> None:
    settings = read_configuration(CONFIGURATIONS / "paper-121m.toml").model
    assert round(settings.parameters / 1e6) == 121


@pytest.mark.parametrize("path", sorted(CONFIGURATIONS.glob("*.toml")), ids=lambda path: path.stem)
def test_the_counted_parameters_are_those_of_the_model(path: Path) -> None:
    shape = read_configuration(path).model
    with torch.device("meta"):
        assert shape.parameters == sum(parameter.numel() for parameter in Transformer(shape).parameters())


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("[model]\nvocabulary = 'x'", "model.vocabulary must be of kind int"),
        ("[optimizer]\nspeed = 1", "optimizer has no setting speed"),
        ("colour = 1", "unknown key colour"),
        ("[model", "could not be read"),
        ("[[stages]]\nname = 'a'\ntokens = 1\nbatch_tokens = 3", "multiple of row_tokens"),
    ],
)
def test_a_wrong_configuration_is_named(tmp_path: Path, line: str, message: str) -> None:
    path = tmp_path / "wrong.toml"
    model = "" if "model" in line else TINY[TINY.index("[model]") : TINY.index("[optimizer]")]
    path.write_text(
        f"{line}\n{model}" if not line.startswith("[[") else f"{model}[optimizer]\nlearning_rate = 1.0\n{line}"
    )
    with pytest.raises(TrainingError, match=message):
        read_configuration(path)


def test_a_reader_that_follows_waits_for_the_next_shard(work: Path) -> None:
    folder = work / "samples" / "first"
    (folder / "00001.npy").rename(folder / "later")
    reader = RowReader(folder, 40, seed=1, follow=True)
    reader.next_batch()
    threading.Timer(0.5, lambda: (folder / "later").rename(folder / "00001.npy")).start()
    assert numpy.array_equal(numpy.sort(reader.next_batch(), 0), numpy.sort(numpy.load(folder / "00001.npy"), 0))


def test_a_reader_begins_again_after_the_last_shard_in_another_order(work: Path) -> None:
    reader = RowReader(work / "samples" / "first", 40, seed=1)
    first, _, again = (reader.next_batch() for _ in range(3))
    assert not numpy.array_equal(first, again)
    assert sorted(map(bytes, first)) == sorted(map(bytes, again))
