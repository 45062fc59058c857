"""The step `export`: a checkpoint as GGUF files for llama.cpp and as a folder for Transformers.

All files are written in a folder beside and renamed once all are whole; `export.json`, with size and SHA-256 of each,
is removed first and written last, so that where it stands, what it lists belongs together.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from ..work_directory import TRAINING_ROOT


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the step's options."""
    parser.add_argument(
        "--checkpoint",
        type=Path,
        required=True,
        metavar="FILE",
        help="from the step `train`, or a .gguf file of an earlier export",
    )
    parser.add_argument(
        "--tokenizer",
        type=Path,
        default=TRAINING_ROOT / "tokenizer.json",
        metavar="FILE",
        help="the model's vocabulary (default: that of the models that ship)",
    )
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="where the files go; one model a folder")
    parser.add_argument("--name", required=True, help="the model's name: files are NAME-TYPE.gguf and NAME-hf/")
    parser.add_argument(
        "--types",
        default="f16,q8_0,q5_0,q4_0",
        metavar="LIST",
        help="number formats of the GGUF files, with commas: f32 f16 bf16 q8_0 q6_k q5_k q5_1 q5_0 q4_k q4_1 q4_0 iq4_nl "
        "q3_k q2_k "
        "(default: %(default)s)",
    )
    parser.add_argument(
        "--embedding-type",
        metavar="TYPE",
        help="of the embedding, which is the output layer too (default: that of the file, but at least q8_0)",
    )
    parser.add_argument(
        "--languages", default="python", metavar="LIST", help="editors' names, with commas (default: python)"
    )
    parser.add_argument(
        "--trained-context",
        type=int,
        metavar="N",
        help="tokens in the longest rows of training (default: the model's context)",
    )
    parser.add_argument(
        "--draft-weight",
        type=float,
        metavar="X",
        help="how much a statement copied from the context counts beside the model, from 0 to 1 (default: nothing)",
    )
    parser.add_argument(
        "--hf-dtype",
        choices=("float32", "bfloat16", "float16", "none"),
        default="float32",
        help="weights of the folder for Transformers; none: no such folder (default: %(default)s)",
    )
    parser.add_argument(
        "--ggml-library", type=Path, metavar="FILE", help="libggml-base (default: the one in node_modules)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Prints each file with its size and SHA-256; returns 0. Raises `TrainingError`."""
    from .build import Options, export

    options = Options(
        checkpoint=arguments.checkpoint,
        tokenizer=arguments.tokenizer,
        out=arguments.out,
        name=arguments.name,
        types=arguments.types,
        embedding_type=arguments.embedding_type,
        languages=tuple(word for word in arguments.languages.replace(" ", "").split(",") if word),
        trained_context=arguments.trained_context,
        draft_weight=arguments.draft_weight,
        huggingface_dtype=None if arguments.hf_dtype == "none" else arguments.hf_dtype,
        ggml_library=arguments.ggml_library,
    )
    for name, facts in export(options)["files"].items():
        print(f"{facts['sha256']}  {facts['size']:>12}  {options.out / name}")
    return 0
