"""Whether a project is about machine learning, by its import statements (MCCom 4.2.2)."""

import re
from collections.abc import Iterable

_IMPORT = re.compile(
    r"^[ \t]*(?:import|from)[ \t]+(?:torch|tensorflow|keras|jax|flax|sklearn|transformers|xgboost|lightgbm|pytorch_lightning|lightning)\b",
    re.MULTILINE,
)

LEAST_SHARE = 0.10
"""Of the project's files. The paper does not say how many imports it takes; optional support for PyTorch is less."""


def domain_of(texts: Iterable[str]) -> str:
    """``machine-learning`` or ``other``."""
    found = [_IMPORT.search(text) is not None for text in texts]
    return "machine-learning" if sum(found) > LEAST_SHARE * len(found) else "other"
