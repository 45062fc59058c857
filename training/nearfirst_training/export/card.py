"""What a model file says of its model: to llama.cpp in the metadata, to the product in the card beside it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from nearfirst_training.tokenizer.code_tokenizer import CodeTokenizer
from nearfirst_training.tokenizer.pieces import (
    BEGIN,
    END,
    FILE_SEPARATOR,
    FIM_MIDDLE,
    FIM_PREFIX,
    FIM_SUFFIX,
    PAD,
    UNKNOWN,
)
from nearfirst_training.train.model import ModelShape

LICENCE = "Apache-2.0"

FIM_ORDER = "spm"

PROMPT_TEMPLATE = "<s> [<file_sep> snippet]… <fim_suffix> suffix <fim_prefix> prefix <fim_middle>"
"""The prompt of training, in the notation of the product's cards (`prompt-template.ts` in its core)."""

SPECIAL_TOKENS = {
    "bos": BEGIN,
    "eos": END,
    "unknown": UNKNOWN,
    "padding": PAD,
    "fim_prefix": FIM_PREFIX,
    "fim_suffix": FIM_SUFFIX,
    "fim_middle": FIM_MIDDLE,
    "file_sep": FILE_SEPARATOR,
}


def card_front_matter(
    *,
    name: str,
    shape: ModelShape,
    tokenizer: CodeTokenizer,
    languages: Sequence[str],
    files: Iterable[Path],
    trained_context: int | None = None,
    token_healing: bool = True,
    draft_weight: float | None = None,
) -> dict[str, Any]:
    """The keys of a card's front matter, in order: those that the product reads (`model-card.ts`) and some for people.

    `languages`: identifiers of the Language Server Protocol. `files`: the GGUF files that the card is for.
    `trained_context`: tokens, `shape.context` by default. `token_healing`: the vocabulary and the cuts of training are made
    for it. `draft_weight`: how much a statement copied from the context counts beside the model, in [0, 1).
    """
    front_matter = {
        "name": name,
        "architecture": "llama",
        "parameters": shape.parameters,
        "license": LICENCE,
        "languages": list(languages),
        "fim_order": FIM_ORDER,
        "token_healing": token_healing,
        "draft_weight": draft_weight,
        "prompt_template": PROMPT_TEMPLATE,
        "special_tokens": {
            **{
                key: SPECIAL_TOKENS[key] for key in ("bos", "eos", "fim_prefix", "fim_suffix", "fim_middle", "file_sep")
            },
            "newline": newline_token(tokenizer),
        },
        "trained_context": shape.context if trained_context is None else trained_context,
        "end_of_middle": "eos",
        "files": {path.name: file_facts(path) for path in files},
    }
    return {key: value for key, value in front_matter.items() if value is not None}


def render_front_matter(front_matter: Mapping[str, Any]) -> str:
    """The front matter as it stands at the top of a card; its values are JSON, which is YAML too."""
    lines = []
    for key, value in front_matter.items():
        if key == "files":
            lines += ["files:", *(f"  {json.dumps(each)}: {json.dumps(facts)}" for each, facts in value.items())]
        else:
            lines.append(f"{key}: {json.dumps(value, ensure_ascii=False)}")
    return "\n".join(["---", *lines, "---", ""])


def newline_token(tokenizer: CodeTokenizer) -> int:
    return tokenizer.encode("\n")[0]


def file_facts(path: Path) -> dict[str, Any]:
    """Size in bytes and SHA-256."""
    with path.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    return {"size": path.stat().st_size, "sha256": digest}
