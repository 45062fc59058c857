"""The weights of a model in a GGUF file: their names there, and reading them back to train on.

llama.cpp's architecture `llama` rotates neighbouring dimensions, as `Transformer` does: query and key rows stay as they
are. Without `output.weight` llama.cpp takes the embedding for it, as `Transformer` does too.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from .configuration import ModelShape
from .errors import TrainingError

EMBEDDING = "token_embd.weight"
_OF_BLOCK = {
    "attention_norm": "attn_norm",
    "query": "attn_q",
    "key": "attn_k",
    "value": "attn_v",
    "attention_out": "attn_output",
    "feed_forward_norm": "ffn_norm",
    "gate": "ffn_gate",
    "up": "ffn_up",
    "down": "ffn_down",
}


def gguf_names(layers: int) -> dict[str, str]:
    """Of each weight of `Transformer` its name in the file, one block after the other."""
    names = {"embedding": EMBEDDING}
    for layer in range(layers):
        names |= {f"blocks.{layer}.{ours}": f"blk.{layer}.{theirs}.weight" for ours, theirs in _OF_BLOCK.items()}
    return names | {"norm": "output_norm.weight"}


def read_gguf_weights(path: Path) -> tuple[ModelShape, dict[str, Tensor], int]:
    """Sizes, float32 weights and the number of tokens seen, of a file that the step `export` wrote.

    A quantised file gives the weights that it stands for: rounded, which training soon makes good.
    Raises `TrainingError` where the file is none of ours.
    """
    import gguf  # not where a GPU is lent

    try:
        reader = gguf.GGUFReader(path)
        shape = ModelShape(
            vocabulary=int(_value(reader, "llama.vocab_size")),
            hidden=int(_value(reader, "llama.embedding_length")),
            layers=int(_value(reader, "llama.block_count")),
            heads=int(_value(reader, "llama.attention.head_count")),
            key_value_heads=int(_value(reader, "llama.attention.head_count_kv")),
            feed_forward=int(_value(reader, "llama.feed_forward_length")),
            context=int(_value(reader, "llama.context_length")),
            rope_base=float(_value(reader, "llama.rope.freq_base")),
            # Stored in 32 bits: the nearest short decimal is what was meant.
            norm_epsilon=float(f"{_value(reader, 'llama.attention.layer_norm_rms_epsilon'):.6g}"),
        )
        tensors = {tensor.name: tensor for tensor in reader.tensors}
        weights = {
            ours: torch.from_numpy(gguf.dequantize(tensors[theirs].data, tensors[theirs].tensor_type).copy())
            for ours, theirs in gguf_names(shape.layers).items()
        }
        return shape, weights, int(_value(reader, "nearfirst.trained_tokens"))
    except FileNotFoundError as error:
        raise TrainingError(f"There is no model file {path}.") from error
    except (OSError, ValueError, KeyError, IndexError, TypeError, NotImplementedError) as error:
        raise TrainingError(f"{path} is no whole model file of the step `export` ({error}).") from error


def _value(reader: Any, key: str) -> Any:
    return reader.fields[key].contents()
