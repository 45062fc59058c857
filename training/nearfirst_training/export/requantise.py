"""The step `quantise`: a model file's weights in other number formats, to measure what fewer bits cost.

It needs nothing but the `gguf` package and numpy. Metadata and vectors stay as they are. What the file has rounded stays rounded:
F16 made of Q8_0 holds what Q8_0 holds, and is there to show that the file's form changes nothing.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import gguf
import numpy as np

from ..errors import TrainingError
from ..progress import say
from ..work_directory import disk_full_as_error, write_atomically
from .types import WEIGHT_TYPES, WeightType, WeightTypeError, check_fits, find_library, parse_types, quantise

EMBEDDING = "token_embd.weight"
#: With one of these the embedding, which is the output layer too, stays as it is: as the step `export` has it.
EMBEDDING_TYPES = (gguf.GGMLQuantizationType.F16, gguf.GGMLQuantizationType.Q8_0)

#: `q2_k-as-f16`: rounded to Q2_K, and stored as F16.
ROUNDED = "-as-f16"


class QuantiseError(TrainingError):
    """The model cannot be read, or cannot be written so."""


@dataclass(frozen=True)
class Form:
    """How matrices are rounded, and how they are stored then."""

    name: str
    rounded: WeightType
    stored: WeightType

    @property
    def is_rounded_only(self) -> bool:
        return self.rounded != self.stored


def parse_forms(text: str) -> list[Form]:
    """`q4_0,q2_k-as-f16` as forms, each once, in that order. Raises `WeightTypeError`."""
    forms = []
    for name in dict.fromkeys(text.lower().replace(" ", "").split(",")):
        rounded = parse_types(name.removesuffix(ROUNDED))[0]
        stored = WEIGHT_TYPES["f16"] if name.endswith(ROUNDED) else rounded
        forms.append(Form(name, rounded, stored))
    return forms


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--model", type=Path, required=True, metavar="FILE", help="a .gguf file of the step `export`")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="where NAME-TYPE.gguf and its card go")
    parser.add_argument(
        "--types",
        default="f16,q5_1,q5_0,q4_1,q4_0,q4_k-as-f16,q3_k-as-f16,q2_k-as-f16",
        metavar="LIST",
        help="number formats, with commas; TYPE-as-f16 rounds the weights to TYPE and stores them as f16, for blocks of 256 "
        "that do not fit the model's width (default: %(default)s)",
    )
    parser.add_argument(
        "--ggml-library", type=Path, metavar="FILE", help="libggml-base (default: the one in node_modules)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Prints each file with its size and SHA-256; returns 0. Raises `TrainingError`."""
    forms = parse_forms(arguments.types)
    model = Model(arguments.model)
    library = arguments.ggml_library or (find_library() if any(form.rounded.needs_library for form in forms) else None)
    for form in forms:
        check_form(form, model, library)
    arguments.out.mkdir(parents=True, exist_ok=True)
    for form in forms:
        say(f"quantise: {model.name}-{form.name}")
        path = write_form(model, form, arguments.out, library)
        facts = file_facts(path)
        print(f"{facts['sha256']}  {facts['size']:>12}  {path}")
    return 0


class Model:
    """A model file and its card. Raises `QuantiseError`."""

    def __init__(self, path: Path) -> None:
        try:
            self.reader = gguf.GGUFReader(path)
            self.file_type = gguf.LlamaFileType(self._value("general.file_type"))
            self.width = int(self._value("llama.embedding_length"))
        except FileNotFoundError as error:
            raise QuantiseError(f"There is no model file {path}.") from error
        except (OSError, ValueError, KeyError, IndexError, TypeError) as error:
            raise QuantiseError(f"{path} is no whole model file of the step `export` ({error}).") from error
        self.path = path
        self.card = card_of(path)
        name = re.search(r'^name: "?([^"\n]+)"?$', self.card, re.MULTILINE)
        if name is None:
            raise QuantiseError(f"The card of {path} names no model.")
        self.name = name.group(1)

    def _value(self, key: str) -> object:
        return self.reader.fields[key].contents()

    @property
    def type_name(self) -> str:
        """`q8_0`."""
        for kind in WEIGHT_TYPES.values():
            if kind.file_type == self.file_type:
                return kind.name
        return self.file_type.name.lower()


def card_of(path: Path) -> str:
    """The card where the product looks for it: beside the file, without its ending, or without its number format."""
    base = str(path).removesuffix(".gguf")
    for place in (f"{base}.md", re.sub(r"-[a-z0-9_]+$", "", base, flags=re.IGNORECASE) + ".md"):
        try:
            return Path(place).read_text(encoding="utf-8")
        except FileNotFoundError:
            continue
        except (OSError, UnicodeDecodeError) as error:
            raise QuantiseError(f"The card {place} cannot be read ({error}).") from error
    raise QuantiseError(f"{path} has no card beside it, which says how the model is asked.")


def check_form(form: Form, model: Model, library: Path | None) -> None:
    """Raises `WeightTypeError` where the model cannot be had so."""
    if not form.is_rounded_only:
        check_fits(form.rounded, model.width, library)
        return
    # A row's end is no matter here: a whole number of blocks is all it takes.
    check_fits(form.rounded, form.rounded.block, library)
    for tensor in model.reader.tensors:
        if is_rounded(tensor) and tensor.n_elements % form.rounded.block != 0:
            raise WeightTypeError(f"{tensor.name} is no whole number of blocks of {form.rounded.block} weights.")


def is_rounded(tensor: gguf.ReaderTensor) -> bool:
    """Matrices, but for an embedding of at least eight bits."""
    is_good_embedding = tensor.name == EMBEDDING and tensor.tensor_type in EMBEDDING_TYPES
    return len(tensor.shape) > 1 and not is_good_embedding


def write_form(model: Model, form: Form, out: Path, library: Path | None) -> Path:
    """The model file and its card; returns the file's path."""
    name = f"{model.name}-{form.name}"
    path = out / f"{name}.gguf"
    part = out / f"{name}.gguf.part"
    writer = gguf.GGUFWriter(None, "llama")
    for field in model.reader.fields.values():
        if field.name.startswith("GGUF.") or field.name == "general.architecture":
            continue
        value = int(form.stored.file_type) if field.name == "general.file_type" else field.contents()
        kind = field.types[0]
        element = field.types[-1] if kind == gguf.GGUFValueType.ARRAY else None
        writer.add_key_value(field.name, value, kind, sub_type=element)
    for tensor in model.reader.tensors:
        if is_rounded(tensor):
            data, used = formed(np.array(gguf.dequantize(tensor.data, tensor.tensor_type)), form, library)
            writer.add_tensor(tensor.name, data, raw_dtype=used)
        else:
            writer.add_tensor(tensor.name, tensor.data, raw_dtype=tensor.tensor_type)
    try:
        with disk_full_as_error(path):
            writer.write_header_to_file(part)
            writer.write_kv_data_to_file()
            writer.write_tensors_to_file()
            writer.close()
            part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    write_atomically(out / f"{name}.md", card_text(model, form, path))
    return path


def formed(matrix: np.ndarray, form: Form, library: Path | None) -> tuple[np.ndarray, gguf.GGMLQuantizationType]:
    """A float32 matrix in the form's bytes, with the type that they are of."""
    if not form.is_rounded_only:
        data, used = quantise(matrix, form.rounded, library)
        return data, used.stored
    blocks, _ = quantise(matrix.reshape(-1, form.rounded.block), form.rounded, library)
    rounded = gguf.dequantize(blocks, form.rounded.stored).reshape(matrix.shape)
    data, used = quantise(rounded, form.stored)
    return data, used.stored


def card_text(model: Model, form: Form, path: Path) -> str:
    """The model's own front matter with another name and file, and what was done to it."""
    front, _, _ = model.card.removeprefix("---\n").partition("\n---\n")
    kept = [line for line in front.splitlines() if not re.match(r"name:|files:| |quantised_from:", line)]
    source = {"sha256": file_facts(model.path)["sha256"], "type": model.type_name, "to": form.name}
    lines = [
        f"name: {json.dumps(f'{model.name}-{form.name}')}",
        *kept,
        f"quantised_from: {json.dumps(source)}",
        "files:",
        f"  {json.dumps(path.name)}: {json.dumps(file_facts(path))}",
    ]
    words = [
        f"Made from {model.path.name} by `python -m nearfirst_training quantise`, to measure what fewer bits cost.",
        f"The weights are those of that file, which holds them as {model.type_name}: nothing here is more exact than that.",
    ]
    if form.is_rounded_only:
        words.append(
            f"Each matrix was rounded to {form.rounded.name} in blocks of {form.rounded.block} that go over the ends of rows, "
            "since the model's width is no multiple of that, and stored as f16: it answers as such weights do, but its "
            "size and speed are those of f16."
        )
    return "\n".join(["---", *lines, "---", "", f"# {model.name} as {form.name}", "", *_apart(words)])


def _apart(words: Sequence[str]) -> list[str]:
    return [line for sentence in words for line in (sentence, "")]


def file_facts(path: Path) -> dict[str, object]:
    """Size in bytes and SHA-256; as `card.file_facts`, whose module needs PyTorch."""
    with path.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    return {"size": path.stat().st_size, "sha256": digest}
