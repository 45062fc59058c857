"""How far an export agrees with its checkpoint: PyTorch, Transformers, and node-llama-cpp, which the product runs.

``python -m nearfirst_training.export.agreement --checkpoint FILE --tokenizer FILE --out DIR`` prints one row for each file
of an export. With `--rows N` it measures on the validation corpus as well, which shows what a number format costs.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from nearfirst_training.corpus.read_corpus import read_corpus
from nearfirst_training.errors import TrainingError
from nearfirst_training.export.build import RECORD
from nearfirst_training.export.checkpoint import load_checkpoint
from nearfirst_training.progress import say
from nearfirst_training.tokenizer.code_tokenizer import CodeTokenizer
from nearfirst_training.tokenizer.pieces import BEGIN, END, FILE_SEPARATOR, FIM_MIDDLE, FIM_PREFIX, FIM_SUFFIX
from nearfirst_training.train.model import Transformer
from nearfirst_training.work_directory import TRAINING_ROOT, add_work_argument

SCRIPT = TRAINING_ROOT / "agreement" / "logits.mjs"
NODE_MODULES = TRAINING_ROOT.parent / "node_modules" / "node-llama-cpp"
TIME_LIMIT_SECONDS = 1800

#: Best tokens of each position whose probabilities are compared.
COMPARED = 20


class NodeError(TrainingError):
    """Node, node-llama-cpp or the script is missing, or failed."""


@dataclass(frozen=True)
class Agreement:
    """One implementation against PyTorch in float32, over all positions of some prompts."""

    positions: int
    #: Share of positions whose most likely token is PyTorch's, in [0, 1].
    same_best: float
    #: Largest difference of a logarithm (nats) among the `COMPARED` best tokens of a position.
    worst: float
    #: Mean of such differences, without sign.
    mean: float
    #: Mean negative logarithm of the tokens that follow in the prompts: nats a token.
    loss: float


@dataclass(frozen=True)
class Answer:
    """What an implementation says after one position: logarithms of probabilities, the best tokens first."""

    top: Mapping[int, float]
    next: float | None


def fixed_prompts(tokenizer: CodeTokenizer) -> list[list[int]]:
    """Prompts in the format of training (product: the `prompt_template` of a card), with their middles."""

    def prompt(snippets: Sequence[str], suffix: str, prefix: str, middle: str) -> list[int]:
        shown = [token for snippet in snippets for token in (FILE_SEPARATOR, *tokenizer.encode(snippet))]
        before = [FIM_SUFFIX, *tokenizer.encode(suffix), FIM_PREFIX, *tokenizer.encode(prefix)]
        return [BEGIN, *shown, *before, FIM_MIDDLE, *tokenizer.encode(middle), END]

    return [
        prompt([], "", "def add(a, b):\n    return ", "a + b"),
        prompt(
            [],
            "\n    return total\n",
            "def total_of(values):\n    total = 0\n    for value in values:\n",
            "        total += value",
        ),
        prompt(
            ["def clamp(value, low, high):\n    return max(low, min(high, value))\n"],
            "\n",
            "limited = cl",
            "amp(7, 0, 5)",
        ),
        prompt(["class A:\n\tpass\n", "import os\r\n"], "é漢😀\n", "with open(path", ', encoding="utf-8") as file:'),
        [
            BEGIN,
            *tokenizer.encode(
                '"""A module."""\n\nimport json\n\n\ndef read(path):\n    with open(path) as f:\n        return json.load(f)\n'
            ),
            END,
        ],
    ]


def validation_rows(tokenizer: CodeTokenizer, folder: Path, length: int, rows: int) -> list[list[int]]:
    """The first `length` tokens, `<s>` included, of each of the first files that have so many."""
    beginnings = ([BEGIN, *tokenizer.encode(file.text[: 32 * length])][:length] for file in read_corpus(folder))
    return list(itertools.islice((row for row in beginnings if len(row) == length), rows))


@torch.no_grad()
def ask_pytorch(model: Transformer, prompts: Iterable[Sequence[int]]) -> list[list[Answer]]:
    return [answers_of(model.logits(torch.tensor([prompt]))[0], prompt) for prompt in prompts]


@torch.no_grad()
def ask_transformers(folder: Path, prompts: Iterable[Sequence[int]]) -> list[list[Answer]]:
    """Raises `ImportError` where Transformers is not installed."""
    from transformers import AutoModelForCausalLM

    model = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32, local_files_only=True).eval()
    return [answers_of(model(torch.tensor([prompt])).logits[0], prompt) for prompt in prompts]


def answers_of(logits: Tensor, prompt: Sequence[int]) -> list[Answer]:
    """logits: (length, vocabulary)."""
    logarithms = logits.double().log_softmax(-1)
    return [
        Answer(
            # All of them: another implementation's best ones are looked up here.
            {token: row[token].item() for token in row.argsort(descending=True)[: 20 * COMPARED].tolist()},
            row[prompt[at + 1]].item() if at + 1 < len(prompt) else None,
        )
        for at, row in enumerate(logarithms)
    ]


def ask_node(model: Path, prompts: Iterable[Sequence[int]]) -> list[list[Answer]]:
    reply = run_node(model, {"evaluate": [{"tokens": list(prompt)} for prompt in prompts], "top": COMPARED})
    return [
        [Answer({int(token): value for token, value in each["top"]}, each["next"]) for each in answers]
        for answers in reply["evaluate"]
    ]


def tokenize_with_node(model: Path, texts: Iterable[str]) -> list[list[int]]:
    """The texts' tokens as the product gets them from llama.cpp."""
    return run_node(model, {"tokenize": list(texts)})["tokenize"]


def why_no_node() -> str | None:
    """Why node-llama-cpp cannot be asked here; None where it can."""
    if shutil.which("node") is None:
        return "there is no `node` on this machine's path"
    if not NODE_MODULES.is_dir():
        return "node_modules has no node-llama-cpp: run `npm ci` in the repository"
    return None


def run_node(model: Path, request: Mapping[str, Any]) -> dict[str, Any]:
    """Raises `NodeError`."""
    reason = why_no_node()
    if reason is not None:
        raise NodeError(f"node-llama-cpp cannot be asked: {reason}.")
    command = ["node", str(SCRIPT), str(model)]
    done = subprocess.run(
        command, input=json.dumps(request).encode(), capture_output=True, timeout=TIME_LIMIT_SECONDS, check=False
    )
    if done.returncode != 0:
        raise NodeError(
            f"{' '.join(command)} failed with {done.returncode}: {done.stderr.decode(errors='replace')[-2000:]}"
        )
    return json.loads(done.stdout)


def compare(found: Sequence[Sequence[Answer]], expected: Sequence[Sequence[Answer]]) -> Agreement:
    """`expected`: PyTorch's answers, to the same prompts."""
    pairs = [pair for ours, theirs in zip(found, expected, strict=True) for pair in zip(ours, theirs, strict=True)]
    differences = []
    for ours, theirs in pairs:
        best = list(ours.top.items())[:COMPARED]
        # A token far down in the other's list differs by at least what the last of that list does.
        floor = min(theirs.top.values())
        differences.append([abs(value - theirs.top.get(token, floor)) for token, value in best])
    followed = [ours.next for ours, _ in pairs if ours.next is not None]
    everything = [value for row in differences for value in row]
    return Agreement(
        positions=len(pairs),
        same_best=sum(_best(ours) == _best(theirs) for ours, theirs in pairs) / len(pairs),
        worst=max(everything),
        mean=math.fsum(everything) / len(everything),
        loss=-math.fsum(followed) / len(followed),
    )


def _best(answer: Answer) -> int:
    return next(iter(answer.top))


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m nearfirst_training.export.agreement", description=__doc__)
    parser.add_argument("--checkpoint", type=Path, required=True, metavar="FILE")
    parser.add_argument("--tokenizer", type=Path, required=True, metavar="FILE")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="the folder of the export")
    parser.add_argument("--rows", type=int, default=0, help="rows of validation text to add (default: %(default)s)")
    parser.add_argument("--length", type=int, default=512, help="tokens in a row (default: %(default)s)")
    parser.add_argument("--threads", type=int, default=1, help="of PyTorch (default: %(default)s)")
    add_work_argument(parser)
    options = parser.parse_args(arguments)
    torch.set_num_threads(options.threads)
    try:
        for row in table(options):
            print(row, flush=True)
    except TrainingError as error:
        say(f"error: {error}")
        return 1
    return 0


def table(options: argparse.Namespace) -> Iterable[str]:
    tokenizer = CodeTokenizer.load(options.tokenizer)
    checkpoint = load_checkpoint(options.checkpoint)
    record = _record(options.out)
    prompts = fixed_prompts(tokenizer)
    if options.rows > 0:
        length = min(options.length, checkpoint.shape.context)
        prompts += validation_rows(tokenizer, options.work / "corpus" / "validation", length, options.rows)
    expected = ask_pytorch(checkpoint.model(), prompts)
    yield f"{'file':<44} {'bytes':>11} {'positions':>9} {'same best':>9} {'mean |d|':>9} {'worst |d|':>9} {'loss':>8}"
    yield _row("(PyTorch, float32)", 0, compare(expected, expected))
    for name, facts in record["files"].items():
        path = options.out / name
        if path.suffix == ".gguf":
            yield _row(name, facts["size"], compare(ask_node(path, prompts), expected))
        elif path.name == "model.safetensors":
            yield _row(name, facts["size"], compare(ask_transformers(path.parent, prompts), expected))


def _record(out: Path) -> dict[str, Any]:
    try:
        return json.loads((out / RECORD).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise TrainingError(f"{out / RECORD} cannot be read ({error}). Run the step `export` first.") from error


def _row(name: str, size: int, found: Agreement) -> str:
    return (
        f"{name:<44} {size:>11} {found.positions:>9} {found.same_best:>9.4f} {found.mean:>9.5f} {found.worst:>9.5f} "
        f"{found.loss:>8.4f}"
    )


if __name__ == "__main__":
    sys.exit(main())
