"""Statements of Python source, as places to complete (MCCom 4.2.2: StmtEval draws random statements of real files)."""

import ast
import re
import warnings
from dataclasses import dataclass


@dataclass(frozen=True)
class Statement:
    """Offsets of one statement in characters: from its first character to the end of its last line's code.

    A compound statement (``def``, ``if``, ``with`` …) is its header, up to and with the colon; where its body stands on
    the header's line (``if x: return``), with that body. An ``elif`` counts as an ``if``; decorators, ``else``, ``except``
    and the like belong to no statement.
    """

    start: int
    end: int


def statements_of(text: str) -> list[Statement]:
    """All statements in order of their start; none where the text does not parse.

    Docstrings and other expression statements that are only a string are left out, as comments are.
    """
    tree = parsed(text)
    if tree is None:
        return []
    lines = LineStarts(text)
    found = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.stmt) or is_only_a_string(node):
            continue
        start = lines.offset(node.lineno, node.col_offset)
        body = getattr(node, "body", None) or getattr(node, "cases", None)
        end = _end_of_header(text, lines, start, body) if body else lines.end_of(node)
        if end is not None and end > start:
            found.append(Statement(start, end))
    return sorted(found, key=lambda statement: statement.start)


def parsed(text: str) -> ast.Module | None:
    """The syntax tree; None where the text is no Python."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def is_only_a_string(node: ast.stmt) -> bool:
    """True for docstrings and for strings that stand as a statement."""
    if not isinstance(node, ast.Expr):
        return False
    value = node.value
    return isinstance(value, ast.JoinedStr) or (isinstance(value, ast.Constant) and isinstance(value.value, str))


class LineStarts:
    """Turns the lines and columns of ``ast`` into offsets in characters."""

    # Python ends a line at each of these, inside strings too, and at no other character.
    _BREAK = re.compile(r"\r\n?|\n")

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = [0, *(each.end() for each in self._BREAK.finditer(text))]

    def offset(self, line: int, column: int) -> int:
        """``line`` counts from 1, ``column`` in UTF-8 bytes from 0, as in ``ast``."""
        start = self.starts[line - 1]
        end = self.starts[line] if line < len(self.starts) else len(self.text)
        source = self.text[start:end]
        return start + (column if source.isascii() else len(source.encode()[:column].decode(errors="ignore")))

    def end_of(self, node: ast.AST) -> int:
        return self.offset(node.end_lineno, node.end_col_offset)  # type: ignore[attr-defined]


_TOKEN = re.compile(
    r"(?P<comment>#[^\r\n]*)"
    r'|(?P<string>"""(?:\\.|(?!""").)*"""'
    r"|'''(?:\\.|(?!''').)*'''"
    r'|"(?:\\.|[^"\\])*"'
    r"|'(?:\\.|[^'\\])*')"
    r"|(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<walrus>:=)|(?P<colon>:)|(?P<word>\w+)",
    re.DOTALL,
)


def comment_in(code: str) -> bool:
    """True if a comment stands in `code`, which begins outside of strings and comments."""
    return any(token.lastgroup == "comment" for token in _TOKEN.finditer(code))


def _end_of_header(text: str, lines: LineStarts, start: int, body: list) -> int | None:
    """The header's colon is the first one outside of brackets that belongs to no ``lambda``."""
    depth, lambdas = 0, 0
    for token in _TOKEN.finditer(text, start):
        kind = token.lastgroup
        if kind == "open":
            depth += 1
        elif kind == "close":
            depth -= 1
        elif kind == "word" and depth == 0 and token.group() == "lambda":
            lambdas += 1
        elif kind == "colon" and depth == 0:
            if lambdas == 0:
                return _end_of_line_of(text, lines, token.end(), body)
            lambdas -= 1
    return None


def _end_of_line_of(text: str, lines: LineStarts, colon_end: int, body: list) -> int:
    if isinstance(body[0], ast.stmt):  # the cases of a `match` always stand below it
        first = lines.offset(body[0].lineno, body[0].col_offset)
        if "\n" not in text[colon_end:first] and "\r" not in text[colon_end:first]:
            return lines.end_of(body[-1])
    return colon_end
