"""Puts an export together, and in its place whole or not at all."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

from nearfirst_training.errors import TrainingError
from nearfirst_training.export.card import card_front_matter, file_facts, render_front_matter
from nearfirst_training.export.checkpoint import Checkpoint, load_checkpoint
from nearfirst_training.export.gguf_file import Description, write_gguf
from nearfirst_training.export.huggingface import write_huggingface
from nearfirst_training.export.types import WEIGHT_TYPES, WeightType, check_fits, find_library, parse_types
from nearfirst_training.progress import say
from nearfirst_training.tokenizer.code_tokenizer import CodeTokenizer
from nearfirst_training.tokenizer.pieces import CONTROL_TOKENS
from nearfirst_training.work_directory import disk_full_as_error, write_atomically

RECORD = "export.json"
FORMAT = 1
#: Fewer bits than this in the embedding cost more than they save: it is a small part of the file, and the output layer.
LEAST_EMBEDDING_BITS = 8


class ExportError(TrainingError):
    """Something about what is to be exported, or about where to, does not fit."""


@dataclass(frozen=True)
class Options:
    checkpoint: Path
    tokenizer: Path
    out: Path
    name: str
    types: str = "f16,q8_0,q5_0,q4_0"
    embedding_type: str | None = None
    languages: Sequence[str] = ("python",)
    #: Tokens; the model's whole context where it is None.
    trained_context: int | None = None
    #: In [0, 1); None leaves it out of the card, where it counts as 0.
    draft_weight: float | None = None
    #: A key of `huggingface.DTYPES`; None leaves the folder out.
    huggingface_dtype: str | None = "float32"
    ggml_library: Path | None = None


def export(options: Options) -> dict[str, Any]:
    """Writes all files and returns what `export.json` holds. Raises `TrainingError`."""
    if re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", options.name) is None:
        raise ExportError(f"--name {options.name!r} is no file name. Use letters, digits, dots and hyphens.")
    kinds = parse_types(options.types)
    checkpoint = load_checkpoint(options.checkpoint)
    tokenizer = CodeTokenizer.load(options.tokenizer)
    check_vocabulary(checkpoint, tokenizer, options)
    if options.trained_context is not None and not 0 < options.trained_context <= checkpoint.shape.context:
        raise ExportError(
            f"--trained-context {options.trained_context} is not between 1 and the model's context of "
            f"{checkpoint.shape.context} tokens."
        )
    if options.draft_weight is not None and not 0 <= options.draft_weight < 1:
        raise ExportError(f"--draft-weight {options.draft_weight} is not from 0 to less than 1.")
    library = options.ggml_library or (find_library() if _needs_library(options, kinds) else None)
    for kind in (*kinds, *(embedding_of(each, options) for each in kinds)):
        check_fits(kind, checkpoint.shape.hidden, library)
    former = former_record(options)

    options.out.mkdir(parents=True, exist_ok=True)
    staging = options.out / f".{options.name}.part"
    shutil.rmtree(staging, ignore_errors=True)
    staging.mkdir()
    try:
        with disk_full_as_error(options.out):
            record = write_all(staging, options, checkpoint, tokenizer, kinds, library)
            _move(staging, options.out, options.name, record, former)
    finally:
        shutil.rmtree(staging, ignore_errors=True)
    return record


def write_all(
    staging: Path,
    options: Options,
    checkpoint: Checkpoint,
    tokenizer: CodeTokenizer,
    kinds: Sequence[WeightType],
    library: Path | None,
) -> dict[str, Any]:
    description = Description(
        name=options.name,
        languages=options.languages,
        trained_context=options.trained_context or checkpoint.shape.context,
    )
    tensors = {}
    for kind in kinds:
        path = staging / f"{options.name}-{kind.name}.gguf"
        say(f"export: {path.name}")
        tensors[path.name] = write_gguf(
            path,
            checkpoint,
            tokenizer,
            description,
            kind=kind,
            embedding=embedding_of(kind, options),
            library=library,
        )
    if options.huggingface_dtype is not None:
        say(f"export: {options.name}-hf")
        folder = staging / f"{options.name}-hf"
        write_huggingface(folder, checkpoint, tokenizer, description, dtype=options.huggingface_dtype)
    front_matter = card_front_matter(
        name=options.name,
        shape=checkpoint.shape,
        tokenizer=tokenizer,
        languages=options.languages,
        files=[staging / name for name in tensors],
        trained_context=description.trained_context,
        draft_weight=options.draft_weight,
    )
    card = staging / f"{options.name}.md"
    card.write_text(render_front_matter(front_matter) + _card_body(options, checkpoint), encoding="utf-8")
    paths = sorted(path for path in staging.rglob("*") if path.is_file())
    for path in paths:
        _sync(path)
    return {
        "format": FORMAT,
        "name": options.name,
        "shape": vars(checkpoint.shape),
        "parameters": checkpoint.shape.parameters,
        "step": checkpoint.step,
        "tokens": checkpoint.tokens,
        "inputs": {"checkpoint": file_facts(options.checkpoint), "tokenizer": file_facts(options.tokenizer)},
        "versions": {package: metadata.version(package) for package in ("gguf", "torch", "safetensors", "tokenizers")},
        "tensors": tensors,
        "files": {path.relative_to(staging).as_posix(): file_facts(path) for path in paths if path != card},
        "front_matter": front_matter,
    }


def _card_body(options: Options, checkpoint: Checkpoint) -> str:
    """What people wrote in the card that lies there, else a beginning."""
    try:
        _, _, body = (
            (options.out / f"{options.name}.md").read_text(encoding="utf-8").removeprefix("---").partition("\n---\n")
        )
    except (FileNotFoundError, UnicodeDecodeError):
        body = ""
    if body != "":
        return body
    loss = checkpoint.run.get("validation_loss")
    measured = "" if loss is None else f", validation loss {loss:.3f} nats a token"
    return (
        f"\n# {options.name}\n\n{checkpoint.shape.parameters / 1e6:.2f} M parameters, trained from scratch on "
        f"{checkpoint.tokens / 1e6:.1f} M tokens{measured}.\n"
    )


def embedding_of(kind: WeightType, options: Options) -> WeightType:
    """The embedding's type in a file of this type."""
    if options.embedding_type is not None:
        return parse_types(options.embedding_type)[0]
    return kind if kind.bits >= LEAST_EMBEDDING_BITS else WEIGHT_TYPES["q8_0"]


def check_vocabulary(checkpoint: Checkpoint, tokenizer: CodeTokenizer, options: Options) -> None:
    if tokenizer.size != checkpoint.shape.vocabulary:
        raise ExportError(
            f"{options.tokenizer} has {tokenizer.size} tokens and the model in {options.checkpoint} has "
            f"{checkpoint.shape.vocabulary}. Give the tokenizer that the model was trained with."
        )
    texts = [piece.text for piece in tokenizer.pieces[: len(CONTROL_TOKENS)]]
    if texts != list(CONTROL_TOKENS):
        raise ExportError(
            f"{options.tokenizer} begins with {' '.join(map(repr, texts))}, not with the control tokens "
            f"{' '.join(CONTROL_TOKENS)}. Give the tokenizer that the model was trained with."
        )
    for piece, left, right in spelled_by_merging(tokenizer):
        say(
            f"warning: llama.cpp makes the special token {piece} of the ordinary text {piece!r}, by merging {left!r} and "
            f"{right!r}. Leave those two out of the next vocabulary."
        )


def spelled_by_merging(tokenizer: CodeTokenizer) -> list[tuple[str, str, str]]:
    """Control and byte tokens that llama.cpp finds in plain text, each with the two pieces that it merges.

    Its SentencePiece tokenizer merges neighbours wherever their text is in the vocabulary, whatever the kind of that token.
    """
    pieces = tokenizer.pieces
    ordinary = {piece.text for piece in pieces if piece.kind == "normal"}
    return [
        (piece.text, piece.text[:cut], piece.text[cut:])
        for piece in pieces
        if piece.kind != "normal"
        for cut in range(1, len(piece.text))
        if all(len(part) == 1 or part in ordinary for part in (piece.text[:cut], piece.text[cut:]))
    ]


def former_record(options: Options) -> dict[str, Any] | None:
    """What an earlier export left in the folder. Raises `ExportError` where that was another model."""
    try:
        record = json.loads((options.out / RECORD).read_text(encoding="utf-8"))
        name = record["name"]
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError, OSError) as error:
        raise ExportError(
            f"{options.out / RECORD} cannot be read ({error}). Remove it, or choose another --out."
        ) from error
    if name != options.name:
        raise ExportError(f"{options.out} holds the export of {name}. Choose another --out for {options.name}.")
    return record


def _move(staging: Path, out: Path, name: str, record: dict[str, Any], former: dict[str, Any] | None) -> None:
    (out / RECORD).unlink(missing_ok=True)
    # Of an older checkpoint; whoever finds such a file beside the new ones takes it for one of them.
    stale = {f"{name}-hf"} | {file for file in (former or {}).get("files", {}) if file.startswith(f"{name}-")}
    for each in sorted(stale):
        path = out / each
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    for path in sorted(staging.iterdir()):
        os.replace(path, out / path.name)
    write_atomically(out / RECORD, json.dumps(record, indent=2, ensure_ascii=False) + "\n")


def _needs_library(options: Options, kinds: Sequence[WeightType]) -> bool:
    return any(kind.needs_library or embedding_of(kind, options).needs_library for kind in kinds)


def _sync(path: Path) -> None:
    with path.open("rb") as stream:
        os.fsync(stream.fileno())
