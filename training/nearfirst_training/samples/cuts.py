"""Where a middle starts and ends inside a file."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from .settings import SampleSettings
from .statements import Statement, statements_of

#: Longer fragments are not written again (`healed-text.ts`).
_LONGEST_HEALED = 32
_FRAGMENT = re.compile(r"(?:(?<=\S) )?[^\W]*\Z")
_STRING_OR_COMMENT = re.compile(
    r'''#[^\n]*|(?P<long>"""(?:\\.|[^\\])*?"""|\'{3}(?:\\.|[^\\])*?\'{3})|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*\'''',
    re.DOTALL,
)
_CLOSERS = re.compile(r"[)\]}\"':,]+\Z")
_OPENERS = {")": "(", "]": "[", "}": "{"}


class Source:
    """A file's lines, each with its break; its statements are found when they are first asked for."""

    def __init__(self, text: str, lines: list[str]) -> None:
        self.text = text
        self.lines = lines

    @cached_property
    def offsets(self) -> list[int]:
        """Where each line starts in the text, and the text's end."""
        return [0, *accumulate(map(len, self.lines))]

    @cached_property
    def prose(self) -> frozenset[int]:
        return prose_lines(self.text)

    @cached_property
    def statements(self) -> list[Statement]:
        return statements_of(self.text)


@dataclass(frozen=True)
class Middle:
    """From `start` in line `line` to `end` (exclusive, before the break) in line `end_line`; columns in characters."""

    line: int
    start: int
    end_line: int
    end: int

    def text_of(self, lines: list[str]) -> str:
        if self.line == self.end_line:
            return lines[self.line][self.start : self.end]
        whole = "".join(lines[self.line + 1 : self.end_line])
        return lines[self.line][self.start :] + whole + lines[self.end_line][: self.end]


def middle_of(source: Source, line: int, last: int, chance: random.Random, settings: SampleSettings) -> Middle | None:
    """A middle that starts in `line` and ends before line `last`; None where the line offers nothing."""
    lines = source.lines
    code = lines[line].rstrip("\n")
    if not code.strip():
        return None
    if line in source.prose and chance.random() >= settings.prose_share:
        return None
    first = len(code) - len(code.lstrip())
    start = _start(code, first, chance, settings)
    kind = chance.random()
    if kind < settings.statement_share:
        end = _statement_end(source, line, start, last)
        return Middle(line, start, *end) if end is not None else Middle(line, start, line, len(code))
    kind -= settings.statement_share
    if kind < settings.few_lines_share:
        end_line = min(last - 1, line + chance.randint(1, settings.most_lines - 1))
        while end_line > line and not lines[end_line].strip():
            end_line -= 1
        return Middle(line, start, end_line, len(lines[end_line].rstrip("\n")))
    kind -= settings.few_lines_share
    if kind < settings.before_closers_share:
        closers = _CLOSERS.search(code)
        if closers is not None and closers.start() > start:
            return Middle(line, start, line, chance.randint(closers.start(), len(code) - 1))
        return Middle(line, start, line, len(code))
    kind -= settings.before_closers_share
    if kind < settings.inside_line_share and len(code) - start > 2:
        return Middle(line, start, line, chance.randint(start + 1, len(code)))
    return Middle(line, start, line, len(code))


def prose_lines(text: str) -> frozenset[int]:
    """Lines (from 0) that are a comment, a docstring, or inside a string over several lines."""
    prose: set[int] = set()
    line, at = 0, 0
    for match in _STRING_OR_COMMENT.finditer(text):
        line += text.count("\n", at, match.start())
        at = match.start()
        stands_first = not text[text.rfind("\n", 0, at) + 1 : at].strip()
        breaks = match.group().count("\n")
        if match.group("long") is not None:
            prose.update(range(line if stands_first else line + 1, line + breaks + 1))
        elif stands_first and match.group().startswith("#"):
            prose.add(line)
    return frozenset(prose)


def _start(code: str, first: int, chance: random.Random, settings: SampleSettings) -> int:
    kind = chance.random()
    if kind < settings.line_start_share:
        return 0
    if kind < settings.line_start_share + settings.first_non_blank_share:
        return first
    start = chance.randint(first, max(first, len(code) - 1))
    if start > first and chance.random() >= settings.inside_word_share:
        start = max(first, start_of_fragment(code, start))
    return start


def start_of_fragment(code: str, column: int) -> int:
    """Where the word that ends at `column` starts, with one space before it: the text that token healing writes again."""
    fragment = _FRAGMENT.search(code, 0, column)
    start = fragment.start() if fragment is not None else column
    return column if column - start > _LONGEST_HEALED else start


def _statement_end(source: Source, line: int, start: int, last: int) -> tuple[int, int] | None:
    """The end of the innermost statement at the start, or of the first one of the line; None from line `last` on."""
    at = source.offsets[line] + start
    around, following = None, None
    for statement in source.statements:
        if statement.start <= at < statement.end:
            around = statement
        elif at < statement.start < source.offsets[line + 1] and following is None:
            following = statement
    found = around or following
    if found is None:
        return None
    end_line = line
    while source.offsets[end_line + 1] < found.end:
        end_line += 1
    return (end_line, found.end - source.offsets[end_line]) if end_line < last else None
