"""The number formats of GGUF files that the export can write, and how weights become them.

F32 to Q4_0 are quantised by the `gguf` package. It only reads the K-quants and IQ4_NL: those are quantised by llama.cpp's
own library, as it comes with the product (`node_modules/@node-llama-cpp/…/libggml-base`).
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from gguf import GGML_QUANT_SIZES, GGMLQuantizationType, LlamaFileType, quants

from nearfirst_training.errors import TrainingError
from nearfirst_training.work_directory import TRAINING_ROOT


@dataclass(frozen=True)
class WeightType:
    """How one export stores its matrices; vectors are always F32."""

    name: str
    stored: GGMLQuantizationType
    file_type: LlamaFileType
    needs_library: bool = False
    #: Used for matrices whose rows are no multiple of the block, as `llama-quantize` does.
    instead: str | None = None

    @property
    def block(self) -> int:
        """Weights in one block; a row must be a whole number of blocks."""
        return GGML_QUANT_SIZES[self.stored][0]

    @property
    def bits(self) -> float:
        """Bits a weight."""
        block, size = GGML_QUANT_SIZES[self.stored]
        return 8 * size / block


_Q = GGMLQuantizationType
_F = LlamaFileType
WEIGHT_TYPES = {
    each.name: each
    for each in (
        WeightType("f32", _Q.F32, _F.ALL_F32),
        WeightType("f16", _Q.F16, _F.MOSTLY_F16),
        WeightType("bf16", _Q.BF16, _F.MOSTLY_BF16),
        WeightType("q8_0", _Q.Q8_0, _F.MOSTLY_Q8_0),
        WeightType("q6_k", _Q.Q6_K, _F.MOSTLY_Q6_K, True, "q8_0"),
        WeightType("q5_k", _Q.Q5_K, _F.MOSTLY_Q5_K_S, True, "q5_1"),
        WeightType("q5_1", _Q.Q5_1, _F.MOSTLY_Q5_1),
        WeightType("q5_0", _Q.Q5_0, _F.MOSTLY_Q5_0),
        WeightType("q4_k", _Q.Q4_K, _F.MOSTLY_Q4_K_S, True, "q5_0"),
        WeightType("q4_1", _Q.Q4_1, _F.MOSTLY_Q4_1),
        WeightType("q4_0", _Q.Q4_0, _F.MOSTLY_Q4_0),
        WeightType("iq4_nl", _Q.IQ4_NL, _F.MOSTLY_IQ4_NL, True),
        WeightType("q3_k", _Q.Q3_K, _F.MOSTLY_Q3_K_S, True, "iq4_nl"),
        WeightType("q2_k", _Q.Q2_K, _F.MOSTLY_Q2_K, True, "iq4_nl"),
    )
}

DEFAULT_TYPES = "f16,q8_0,q5_0,q4_0"


class WeightTypeError(TrainingError):
    """A number format that is not known, does not fit the model's sizes, or cannot be written here."""


def parse_types(text: str) -> list[WeightType]:
    """`f16,q8_0` as weight types, each once, in that order."""
    names = [name for name in dict.fromkeys(text.lower().replace(" ", "").split(",")) if name != ""]
    unknown = [name for name in names if name not in WEIGHT_TYPES]
    if unknown or not names:
        raise WeightTypeError(
            f"--types {text!r}: {', '.join(unknown) or 'nothing'} is no type. Choose from {', '.join(WEIGHT_TYPES)}."
        )
    return [WEIGHT_TYPES[name] for name in names]


def check_fits(kind: WeightType, hidden: int, library: Path | None) -> None:
    """Raises `WeightTypeError` where a model of this width cannot be exported so."""
    if hidden % kind.block != 0:
        raise WeightTypeError(
            f"{kind.name} has blocks of {kind.block} weights, and the model's hidden size of {hidden} is no multiple of "
            f"that. Leave {kind.name} out of --types (q5_0 and q4_0 fit any model), or train a model whose width fits."
        )
    if kind.needs_library and library is None:
        raise WeightTypeError(
            f"{kind.name} is quantised by llama.cpp's library, which is not installed here. Run `npm ci` in the "
            f"repository, name it with --ggml-library FILE, or leave {kind.name} out of --types."
        )


def quantise(matrix: np.ndarray, kind: WeightType, library: Path | None = None) -> tuple[np.ndarray, WeightType]:
    """A float32 array (rows, columns) in the type's bytes, and the type that was used in the end."""
    if matrix.shape[-1] % kind.block != 0:
        if kind.instead is None:
            raise WeightTypeError(
                f"A matrix with rows of {matrix.shape[-1]} weights cannot be {kind.name}, which has blocks of "
                f"{kind.block}. Choose sizes that are multiples of {kind.block}, or leave {kind.name} out of --types."
            )
        return quantise(matrix, WEIGHT_TYPES[kind.instead], library)
    if kind.needs_library:
        check_fits(kind, matrix.shape[-1], library)
        return _by_library(matrix, kind, library), kind
    return quants.quantize(matrix, kind.stored), kind


def find_library(root: Path = TRAINING_ROOT.parent) -> Path | None:
    """llama.cpp's base library in the repository's `node_modules`, for this system; None where there is none."""
    folders = root.glob("node_modules/@node-llama-cpp/*/bins/*/")
    files = (file for folder in folders for name in _LIBRARY_NAMES for file in folder.glob(name))
    return next((file for file in sorted(files) if _loads(file)), None)


_LIBRARY_NAMES: Sequence[str] = ("libggml-base.so", "libggml-base.dylib", "ggml-base.dll")


def _loads(path: Path) -> bool:
    try:
        return hasattr(ctypes.CDLL(str(path)), "ggml_quantize_chunk")
    except OSError:
        return False


def _by_library(matrix: np.ndarray, kind: WeightType, library: Path | None) -> np.ndarray:
    try:
        # size_t ggml_quantize_chunk(type, const float *src, void *dst, start, nrows, n_per_row, const float *imatrix)
        call = ctypes.CDLL(str(library)).ggml_quantize_chunk
    except (OSError, AttributeError) as error:
        raise WeightTypeError(
            f"{library} is not llama.cpp's base library ({error}). Give the path of libggml-base with --ggml-library."
        ) from error
    call.restype = ctypes.c_size_t
    call.argtypes = [ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, *[ctypes.c_int64] * 3, ctypes.c_void_p]
    source = np.ascontiguousarray(matrix, dtype=np.float32)
    rows, columns = source.shape
    out = np.empty(quants.quant_shape_to_byte_shape(source.shape, kind.stored), dtype=np.uint8)
    written = call(int(kind.stored), source.ctypes.data, out.ctypes.data, 0, rows, columns, None)
    if written != out.nbytes:
        raise WeightTypeError(
            f"{library} wrote {written} bytes as {kind.name} where {out.nbytes} were expected: another version of "
            "llama.cpp? Leave this type out of --types."
        )
    return out
