"""A checkpoint as one GGUF file, by the `gguf` package's writer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import gguf
import numpy as np

from nearfirst_training.export.card import FIM_ORDER, LICENCE, PROMPT_TEMPLATE, SPECIAL_TOKENS
from nearfirst_training.export.checkpoint import Checkpoint
from nearfirst_training.export.types import WEIGHT_TYPES, WeightType, quantise
from nearfirst_training.gguf_tensors import EMBEDDING, gguf_names
from nearfirst_training.tokenizer.code_tokenizer import CodeTokenizer

TOKEN_TYPES = {
    "normal": gguf.TokenType.NORMAL,
    "unknown": gguf.TokenType.UNKNOWN,
    # llama.cpp finds user-defined tokens in plain text, control tokens only where it is asked to.
    "control": gguf.TokenType.CONTROL,
    "byte": gguf.TokenType.BYTE,
}


@dataclass(frozen=True)
class Description:
    """What people and programs are told of the model, apart from its numbers."""

    name: str
    languages: Sequence[str]
    #: Tokens; the prompts of training were no longer.
    trained_context: int


def write_gguf(
    path: Path,
    checkpoint: Checkpoint,
    tokenizer: CodeTokenizer,
    description: Description,
    *,
    kind: WeightType,
    embedding: WeightType,
    library: Path | None = None,
) -> dict[str, int]:
    """Writes the file, and returns how many tensors it has of each type.

    `kind` is for all matrices but the embedding, which is the output layer as well and has `embedding`.
    """
    writer = gguf.GGUFWriter(None, "llama")
    add_metadata(writer, checkpoint, tokenizer, description, kind)
    used: Counter[str] = Counter()
    for name, array in tensors_of(checkpoint):
        wanted = WEIGHT_TYPES["f32"] if array.ndim == 1 else embedding if name == EMBEDDING else kind
        data, got = quantise(array, wanted, library)
        writer.add_tensor(name, data, raw_dtype=got.stored)
        used[got.name] += 1
    try:
        writer.write_header_to_file(path)
        writer.write_kv_data_to_file()
        writer.write_tensors_to_file()
    finally:
        writer.close()
    return dict(used)


def add_metadata(
    writer: gguf.GGUFWriter,
    checkpoint: Checkpoint,
    tokenizer: CodeTokenizer,
    description: Description,
    kind: WeightType,
) -> None:
    shape = checkpoint.shape
    writer.add_type(gguf.GGUFType.MODEL)
    writer.add_name(description.name)
    writer.add_description(
        f"Code completion model ({', '.join(description.languages)}), fill-in-the-middle with the suffix first; "
        f"LLaMA architecture, {shape.parameters} parameters, trained from scratch on {checkpoint.tokens} tokens"
    )
    writer.add_size_label(gguf.size_label(shape.parameters, shape.parameters, 0, 0))
    writer.add_license(LICENCE.lower())
    writer.add_tags(["code", "text-generation", "fill-in-the-middle", *description.languages])
    writer.add_languages(description.languages)
    writer.add_file_type(kind.file_type)
    writer.add_quantization_version(gguf.GGML_QUANT_VERSION)

    writer.add_vocab_size(shape.vocabulary)
    writer.add_context_length(description.trained_context)
    writer.add_embedding_length(shape.hidden)
    writer.add_block_count(shape.layers)
    writer.add_feed_forward_length(shape.feed_forward)
    writer.add_head_count(shape.heads)
    writer.add_head_count_kv(shape.key_value_heads)
    writer.add_key_length(shape.head_dimension)
    writer.add_value_length(shape.head_dimension)
    writer.add_layer_norm_rms_eps(shape.norm_epsilon)
    writer.add_rope_dimension_count(shape.head_dimension)
    writer.add_rope_freq_base(shape.rope_base)

    pieces = tokenizer.pieces
    writer.add_tokenizer_model("llama")
    writer.add_tokenizer_pre("default")
    writer.add_token_list([piece.text for piece in pieces])
    writer.add_token_scores([piece.score for piece in pieces])
    writer.add_token_types([TOKEN_TYPES[piece.kind] for piece in pieces])
    writer.add_unk_token_id(SPECIAL_TOKENS["unknown"])
    writer.add_bos_token_id(SPECIAL_TOKENS["bos"])
    writer.add_eos_token_id(SPECIAL_TOKENS["eos"])
    writer.add_pad_token_id(SPECIAL_TOKENS["padding"])
    # A prompt begins with <s>: the product (without a card) and llama.cpp's server put it there because of this key.
    writer.add_add_bos_token(True)
    writer.add_add_eos_token(False)
    writer.add_add_space_prefix(False)
    writer.add_remove_extra_whitespaces(False)
    # No fim_pad here: the product knows a family by exactly the tokens of its prompt.
    writer.add_uint32("tokenizer.ggml.fim_pre_token_id", SPECIAL_TOKENS["fim_prefix"])
    writer.add_uint32("tokenizer.ggml.fim_suf_token_id", SPECIAL_TOKENS["fim_suffix"])
    writer.add_uint32("tokenizer.ggml.fim_mid_token_id", SPECIAL_TOKENS["fim_middle"])
    writer.add_uint32("tokenizer.ggml.fim_sep_token_id", SPECIAL_TOKENS["file_sep"])

    writer.add_string("nearfirst.fim_order", FIM_ORDER)
    writer.add_string("nearfirst.prompt_template", PROMPT_TEMPLATE)
    writer.add_array("nearfirst.languages", list(description.languages))
    writer.add_uint64("nearfirst.trained_tokens", checkpoint.tokens)
    writer.add_uint64("nearfirst.trained_steps", checkpoint.step)


def tensors_of(checkpoint: Checkpoint) -> Iterator[tuple[str, np.ndarray]]:
    """llama.cpp's names and float32 arrays, one block after the other."""
    for ours, theirs in gguf_names(checkpoint.shape.layers).items():
        yield theirs, checkpoint.weights[ours].numpy()
