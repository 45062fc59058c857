"""The cleaner files that the second stage learns from.

MCCom 4.1.3 fine-tunes on 75 % of the same data and 25 % synthetic code by OpenCoder. That code cannot be had here. What
replaces it are the files of our own corpus that look most like it: self-contained modules with documented or annotated
functions, neither tests nor tables.
"""

from __future__ import annotations

import ast
import re
import warnings

from ..corpus.read_corpus import CorpusFile

_TEST = re.compile(
    r"(?:^|/)(?:tests?|testing|benchmarks?|examples?|docs?|migrations)/|(?:^|/)(?:test_|conftest)|_test\.py$"
)
_SMALLEST, _LARGEST = 800, 60_000
#: Of all functions, at least this share has a docstring or an annotated result.
_LEAST_DOCUMENTED = 0.5
_MOST_COMMENTS = 0.3


def is_clean(file: CorpusFile) -> bool:
    """Files of other languages than Python are judged by their path and size alone."""
    if _TEST.search(file.path) or not _SMALLEST <= len(file.text) <= _LARGEST:
        return False
    if file.language != "python":
        return True
    lines = [line.strip() for line in file.text.split("\n") if line.strip()]
    if sum(line.startswith("#") for line in lines) > _MOST_COMMENTS * len(lines):
        return False
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(file.text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    if not functions:
        return False
    documented = sum(node.returns is not None or ast.get_docstring(node, clean=False) is not None for node in functions)
    return documented >= _LEAST_DOCUMENTED * len(functions)
