"""A tiny random model, a small vocabulary and an export of the two, for the tests of the step `export`."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import torch

from nearfirst_training.tokenizer.code_tokenizer import CodeTokenizer, assemble, write_json
from nearfirst_training.tokenizer.pieces import BYTE_TOKENS, CONTROL_TOKENS, RUNS_OF_SPACES, SPACE
from nearfirst_training.train.model import ModelShape, Transformer

# Threads of so small a model only wait for each other, for minutes where other work has the cores.
torch.set_num_threads(1)

WORDS = (
    f"re se in {SPACE}a {SPACE}in th on {SPACE}th {SPACE}= self {SPACE}self def {SPACE}def return {SPACE}return tu urn retu "
    f"sel lf de ef ret {SPACE}re {SPACE}de {SPACE}se ## #### == ==== --- -- ----- __ ___ )) ((  ): )) aa aaa aba ab ba éé 漢字"
).split()


def small_tokenizer(path: Path) -> CodeTokenizer:
    """Written to `path` as well. Some pieces can be reached in several ways, so that the order of merges matters."""
    characters = ["\n", "\t", SPACE, *map(chr, range(33, 127)), "é", "漢", "字"]
    write_json(assemble([*RUNS_OF_SPACES, *dict.fromkeys(WORDS), *characters]), path)
    return CodeTokenizer.load(path)


def small_vocabulary_size() -> int:
    return len(CONTROL_TOKENS) + len(BYTE_TOKENS) + len(RUNS_OF_SPACES) + len(dict.fromkeys(WORDS)) + 2 + 1 + 94 + 3


def write_checkpoint(path: Path, *, vocabulary: int, hidden: int = 128, feed_forward: int = 256) -> ModelShape:
    """A random model of two layers with fewer key heads than heads, whose next tokens are far from equally likely."""
    shape = ModelShape(
        vocabulary=vocabulary,
        hidden=hidden,
        layers=2,
        heads=hidden // 64,
        key_value_heads=max(1, hidden // 128),
        feed_forward=feed_forward,
        context=512,
        rope_base=20_000.0,
    )
    model = Transformer(shape)
    generator = torch.Generator().manual_seed(0)
    for parameter in model.parameters():
        matrix = parameter.dim() > 1
        torch.nn.init.normal_(parameter, 0.0 if matrix else 1.0, 0.15 if matrix else 0.2, generator=generator)
    content = {"format": 1, "shape": asdict(shape), "model": model.state_dict(), "step": 7, "tokens": 12_345, "run": {}}
    torch.save(content, path)
    return shape
