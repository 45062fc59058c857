"""Writes sentence-transformers' all-MiniLM-L6-v2, as a package holds it, as a GGUF file for llama.cpp.

    python3 scripts/minilm-to-gguf.py FOLDER OUT.gguf      FOLDER: with config.json, vocab.txt, model.safetensors
"""

import json
import re
import struct
import sys
from pathlib import Path

import gguf
import numpy

WORD_START = "\N{LOWER ONE EIGHTH BLOCK}"


def tensors(path):
    """Name and values of each tensor in a safetensors file of 32-bit floats."""
    content = path.read_bytes()
    (header_bytes,) = struct.unpack("<Q", content[:8])
    header = json.loads(content[8 : 8 + header_bytes])
    for name, facts in header.items():
        if name == "__metadata__" or facts["dtype"] != "F32":
            continue
        start, end = (8 + header_bytes + offset for offset in facts["data_offsets"])
        yield name, numpy.frombuffer(content[start:end], dtype=numpy.float32).reshape(facts["shape"])


def vocabulary(path):
    """Tokens as llama.cpp has them, where a word's first piece is marked, and their types."""
    texts, types = [], []
    for token in path.read_text(encoding="utf-8").splitlines():
        special = re.fullmatch(r"\[(PAD|UNK|CLS|SEP|MASK)\]", token)
        types.append(gguf.TokenType.CONTROL if special else gguf.TokenType.NORMAL)
        texts.append(token if special else token[2:] if token.startswith("##") else WORD_START + token)
    return texts, types


def convert(folder, out):
    config = json.loads((folder / "config.json").read_text())
    layers = config["num_hidden_layers"]
    writer = gguf.GGUFWriter(out, "bert")
    writer.add_name("all-MiniLM-L6-v2")
    writer.add_context_length(config["max_position_embeddings"])
    writer.add_embedding_length(config["hidden_size"])
    writer.add_feed_forward_length(config["intermediate_size"])
    writer.add_block_count(layers)
    writer.add_head_count(config["num_attention_heads"])
    writer.add_layer_norm_eps(config["layer_norm_eps"])
    writer.add_causal_attention(False)
    writer.add_pooling_type(gguf.PoolingType.MEAN)
    texts, types = vocabulary(folder / "vocab.txt")
    writer.add_tokenizer_model("bert")
    writer.add_tokenizer_pre("default")
    writer.add_token_list(texts)
    writer.add_token_types(types)
    writer.add_token_type_count(config["type_vocab_size"])
    for add, token in (
        (writer.add_bos_token_id, "[CLS]"),
        (writer.add_unk_token_id, "[UNK]"),
        (writer.add_sep_token_id, "[SEP]"),
        (writer.add_pad_token_id, "[PAD]"),
        (writer.add_mask_token_id, "[MASK]"),
    ):
        add(texts.index(token))
    names = gguf.get_tensor_name_map(gguf.MODEL_ARCH.BERT, layers)
    for name, values in tensors(folder / "model.safetensors"):
        target = names.get_name(name, try_suffixes=(".weight", ".bias"))
        if target is None:
            print(f"left out: {name}", file=sys.stderr)
            continue
        # The others are added to, which llama.cpp does in 32 bits alone.
        is_matrix = values.ndim == 2 and target.startswith("blk.")
        writer.add_tensor(target, values.astype(numpy.float16) if is_matrix else values)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


if __name__ == "__main__":
    convert(Path(sys.argv[1]), sys.argv[2])
