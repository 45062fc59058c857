"""A checkpoint as a folder for Transformers (`LlamaForCausalLM`)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import save_file
from torch import Tensor

from nearfirst_training.export.card import FIM_ORDER, PROMPT_TEMPLATE, SPECIAL_TOKENS
from nearfirst_training.export.checkpoint import Checkpoint
from nearfirst_training.export.gguf_file import Description
from nearfirst_training.tokenizer.code_tokenizer import CodeTokenizer
from nearfirst_training.tokenizer.pieces import (
    BEGIN,
    CONTROL_TOKENS,
    END,
    FILE_SEPARATOR,
    FIM_MIDDLE,
    FIM_PREFIX,
    FIM_SUFFIX,
    PAD,
    UNKNOWN,
)

DTYPES = {"float32": torch.float32, "bfloat16": torch.bfloat16, "float16": torch.float16}


def write_huggingface(
    folder: Path, checkpoint: Checkpoint, tokenizer: CodeTokenizer, description: Description, *, dtype: str = "float32"
) -> None:
    """Writes all files of the folder, which must be empty or absent. `dtype`: a key of `DTYPES`, for the weights."""
    folder.mkdir(parents=True, exist_ok=True)
    weights = {name: tensor.to(DTYPES[dtype]).contiguous().clone() for name, tensor in tensors_of(checkpoint)}
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    tokens = special_tokens()
    for name, content in {
        "config.json": model_configuration(checkpoint, description, dtype),
        "generation_config.json": {**_ids(), "do_sample": False},
        "tokenizer.json": tokenizer_with_special_tokens(tokenizer),
        "tokenizer_config.json": {
            "tokenizer_class": "PreTrainedTokenizerFast",
            "model_max_length": description.trained_context,
            "clean_up_tokenization_spaces": False,
            "fim_order": FIM_ORDER,
            "prompt_template": PROMPT_TEMPLATE,
            **tokens,
        },
        "special_tokens_map.json": tokens,
    }.items():
        (folder / name).write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def tensors_of(checkpoint: Checkpoint) -> Iterator[tuple[str, Tensor]]:
    """Transformers' names and float32 tensors; without `lm_head`, which is the embedding."""
    shape, weights = checkpoint.shape, checkpoint.weights
    yield "model.embed_tokens.weight", weights["embedding"]
    for layer in range(shape.layers):
        ours, theirs = f"blocks.{layer}.", f"model.layers.{layer}."
        yield theirs + "input_layernorm.weight", weights[ours + "attention_norm"]
        yield theirs + "self_attn.q_proj.weight", pair_halves(weights[ours + "query"], shape.heads)
        yield theirs + "self_attn.k_proj.weight", pair_halves(weights[ours + "key"], shape.key_value_heads)
        yield theirs + "self_attn.v_proj.weight", weights[ours + "value"]
        yield theirs + "self_attn.o_proj.weight", weights[ours + "attention_out"]
        yield theirs + "post_attention_layernorm.weight", weights[ours + "feed_forward_norm"]
        yield theirs + "mlp.gate_proj.weight", weights[ours + "gate"]
        yield theirs + "mlp.up_proj.weight", weights[ours + "up"]
        yield theirs + "mlp.down_proj.weight", weights[ours + "down"]
    yield "model.norm.weight", weights["norm"]


def pair_halves(rows: Tensor, heads: int) -> Tensor:
    """Rows (heads · dimension, hidden) reordered in each head from neighbouring rotary pairs to pairs of its halves.

    Transformers rotates dimension i with i + half. The same permutation of queries and keys leaves their products alone.
    """
    return rows.unflatten(0, (heads, -1, 2)).transpose(1, 2).reshape(rows.shape)


def model_configuration(checkpoint: Checkpoint, description: Description, dtype: str) -> dict[str, Any]:
    shape = checkpoint.shape
    return {
        "architectures": ["LlamaForCausalLM"],
        "model_type": "llama",
        "vocab_size": shape.vocabulary,
        "hidden_size": shape.hidden,
        "intermediate_size": shape.feed_forward,
        "num_hidden_layers": shape.layers,
        "num_attention_heads": shape.heads,
        "num_key_value_heads": shape.key_value_heads,
        "head_dim": shape.head_dimension,
        "hidden_act": "silu",
        "max_position_embeddings": description.trained_context,
        "rms_norm_eps": shape.norm_epsilon,
        # Transformers 5 reads the second, earlier versions the first.
        "rope_theta": shape.rope_base,
        "rope_parameters": {"rope_type": "default", "rope_theta": shape.rope_base},
        "tie_word_embeddings": True,
        "attention_bias": False,
        "mlp_bias": False,
        "dtype": dtype,
        "torch_dtype": dtype,
        **_ids(),
    }


def special_tokens() -> dict[str, Any]:
    more: Sequence[int] = (FIM_PREFIX, FIM_SUFFIX, FIM_MIDDLE, FILE_SEPARATOR)
    return {
        "bos_token": CONTROL_TOKENS[BEGIN],
        "eos_token": CONTROL_TOKENS[END],
        "unk_token": CONTROL_TOKENS[UNKNOWN],
        "pad_token": CONTROL_TOKENS[PAD],
        "additional_special_tokens": [CONTROL_TOKENS[each] for each in more],
    }


def tokenizer_with_special_tokens(tokenizer: CodeTokenizer) -> dict[str, Any]:
    """The tokenizer's JSON, with special tokens found in a text: Transformers makes a prompt from one text."""
    content = json.loads(tokenizer.tokenizer.to_str())
    flags = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
    content["added_tokens"] = [{"id": at, "content": text, **flags} for at, text in enumerate(CONTROL_TOKENS)]
    return content


def _ids() -> dict[str, int]:
    return {
        "bos_token_id": SPECIAL_TOKENS["bos"],
        "eos_token_id": SPECIAL_TOKENS["eos"],
        "pad_token_id": SPECIAL_TOKENS["padding"],
    }
