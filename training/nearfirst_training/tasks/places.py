"""Places of one file where a completion can be asked for, with what should be written there."""

from __future__ import annotations

import ast
import io
import random
import tokenize
from dataclasses import dataclass

from ..samples.statements import comment_in, is_only_a_string, parsed, statements_of

MOST_CHARACTERS = 400
"""Of a target: 128 tokens (MCCom 4.3) of three characters each are a little less."""

FEWEST_CHARACTERS = 2
"""Of a statement: it must be possible to cut it."""


@dataclass(frozen=True, order=True)
class Place:
    """The cursor and the end of what should be written, in characters of the file."""

    start: int
    end: int


def statement_places(text: str) -> list[Place]:
    """The statements that stand alone on their lines, in order.

    Left out: those with a comment in them or after them, docstrings, and those of more than ``MOST_CHARACTERS``.
    """
    return [
        Place(each.start, each.end)
        for each in statements_of(text)
        if FEWEST_CHARACTERS <= each.end - each.start <= MOST_CHARACTERS and _stands_alone(text, each.start, each.end)
    ]


def _stands_alone(text: str, start: int, end: int) -> bool:
    line_start = text.rfind("\n", 0, start) + 1
    line_end = text.find("\n", end)
    after = text[end : len(text) if line_end < 0 else line_end]
    return not text[line_start:start].strip() and not after.strip() and not comment_in(text[start:end])


def suffix_place(text: str, place: Place, chance: random.Random) -> Place:
    """The same statement, cut at a random character: at least one is typed, at least one is left."""
    return Place(chance.randint(place.start + 1, place.end - 1), place.end)


def line_places(text: str) -> list[Place]:
    """Lines of code from their first character to their last, in order; none where the text is no Python.

    Left out: lines with a comment, lines of docstrings and of strings over several lines, lines without any letter or
    digit (RepoEval has some that are a bracket), and those of more than ``MOST_CHARACTERS``.
    """
    tree = parsed(text)
    if tree is None:
        return []
    with_code, without = _lines_of_code(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and is_only_a_string(node):
            without.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    places = []
    at = 0
    for number, line in enumerate(text.split("\n"), 1):
        code = line.rstrip()
        if number in with_code and number not in without and any(map(str.isalnum, code)):
            start = at + len(code) - len(code.lstrip())
            if at + len(code) - start <= MOST_CHARACTERS:
                places.append(Place(start, at + len(code)))
        at += len(line) + 1
    return places


_LAYOUT = {tokenize.NEWLINE, tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING, tokenize.ENDMARKER}


def _lines_of_code(text: str) -> tuple[set[int], set[int]]:
    """Lines on which a token starts; lines with a comment, or with a part of a string over several lines."""
    with_code: set[int] = set()
    without: set[int] = set()
    try:
        for token in tokenize.generate_tokens(io.StringIO(text, newline="\n").readline):
            first, last = token.start[0], token.end[0]
            if token.type == tokenize.COMMENT:
                without.add(first)
            elif token.type not in _LAYOUT:
                with_code.add(first)
                if last > first:
                    without.update(range(first, last + 1))
    except (tokenize.TokenError, SyntaxError):
        return set(), set()
    return with_code, without


def utf16_length(text: str) -> int:
    """UTF-16 code units, as JavaScript and editors count characters."""
    return len(text) + sum(character > "\uffff" for character in text)
