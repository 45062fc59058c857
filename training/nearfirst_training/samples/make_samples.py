"""One sample from one window of a file: a prompt exactly as the product lays it out, and its answer.

    <s> [<file_sep> snippet]… <fim_suffix> suffix <fim_prefix> prefix <fim_middle> middle </s>

The last snippet is the best one. The middle ends before the line's break. (`fim-prompt.ts` and `prompt-of-line.ts` in
`packages/core/src/prompt` build the same; MCCom 4.1.3 chose suffix-prefix-middle.)
"""

from __future__ import annotations

import random
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

from ..tokenizer.code_tokenizer import CodeTokenizer
from ..tokenizer.pieces import BEGIN, END, FILE_SEPARATOR, FIM_MIDDLE, FIM_PREFIX, FIM_SUFFIX
from .cuts import Middle, Source, middle_of
from .encoded_corpus import EncodedCorpus
from .project_index import LINES_AFTER, LINES_BEFORE, ProjectIndex, query_of
from .settings import SampleSettings

_PROJECTS_KEPT = 400
_SNIPPETS_ASKED = 8
_TRIES = 8


@dataclass(frozen=True)
class Window:
    """Lines `first` to `last` (exclusive) of a file; their tokens, and `reserve` for what comes around them, fit into a row."""

    file: int
    first: int
    last: int
    wants_snippets: bool
    is_next_token: bool


def windows_of(
    corpus: EncodedCorpus, settings: SampleSettings, seed: int, files: Sequence[int] | None = None
) -> list[Window]:
    """Files (default: all) cut into windows, each line in at most one, in random order: one pass over the corpus."""
    chance = random.Random(seed)
    windows: list[Window] = []
    reserve = 8
    for file in range(len(corpus.files)) if files is None else files:
        starts = corpus.token_starts_of(file)
        count = len(starts) - 1
        line = 0
        has_others = len(corpus.packages[corpus.files[file].package]) > 1
        while line < count:
            is_next_token = chance.random() < settings.next_token_share
            wants_snippets = has_others and not is_next_token and chance.random() < settings.snippet_share
            room = settings.row_tokens - reserve
            if wants_snippets:
                room = int(room * (1 - settings.snippet_tokens_share))
            if chance.random() < settings.short_window_share:
                room = chance.randint(min(room, 2 * settings.fewest_window_tokens), room)
            # Cutting at a word adds a few tokens to those of the whole lines.
            limit = starts[line] + room - 16
            last = line
            while last < count and starts[last + 1] <= limit:
                last += 1
            if last == line:
                line += 1  # one line alone is too long
                continue
            if starts[last] - starts[line] >= settings.fewest_window_tokens:
                windows.append(Window(file, line, last, wants_snippets, is_next_token))
            line = last
    chance.shuffle(windows)
    return windows


class SampleMaker:
    """Makes the sample of a window; the same window, seed and settings always give the same sample."""

    def __init__(self, corpus: EncodedCorpus, tokenizer: CodeTokenizer, settings: SampleSettings) -> None:
        self.corpus = corpus
        self.tokenizer = tokenizer
        self.settings = settings
        self._indices: OrderedDict[str, tuple[ProjectIndex, dict[int, int]]] = OrderedDict()

    def sample_of(self, window: Window, seed: str) -> list[int] | None:
        """Token ids, at most `row_tokens` + 1; None where the window offers no place to complete."""
        chance = random.Random(seed)
        starts = self.corpus.token_starts_of(window.file)
        tokens = self.corpus.tokens
        if window.is_next_token:
            ids = [BEGIN, *tokens[starts[window.first] : starts[window.last]].tolist()]
            return [*ids, END] if window.last == len(starts) - 1 else ids
        settings = self.settings
        source = Source(self.corpus.files[window.file].text, self.corpus.lines_of(window.file))
        lines = source.lines
        for _ in range(_TRIES):
            has_suffix = chance.random() >= settings.no_suffix_share
            middle = middle_of(source, self._line(window, starts, has_suffix, chance), window.last, chance, settings)
            if middle is None:
                continue
            middle_text = middle.text_of(lines)
            answer = self.tokenizer.encode(middle_text)
            if not middle_text.strip() or len(answer) > settings.most_middle_tokens:
                continue
            typed = self.tokenizer.encode(lines[middle.line][: middle.start])
            prefix = [*tokens[starts[window.first] : starts[middle.line]].tolist(), *typed]
            suffix = self._suffix(window, lines, middle) if has_suffix else []
            code = [FIM_SUFFIX, *suffix, FIM_PREFIX, *prefix, FIM_MIDDLE, *answer, END]
            snippets: list[int] = []
            if window.wants_snippets:
                snippets = self._snippets(window, lines, middle, has_suffix, len(code) + 1)
            sample = [BEGIN, *snippets, *code]
            if len(sample) <= settings.row_tokens + 1:
                return sample
        return None

    def _line(self, window: Window, starts, has_suffix: bool, chance: random.Random) -> int:
        """Mostly where prefix and suffix share the window as in the product's prompt; anywhere in a quarter of the samples."""
        if not has_suffix:
            share = chance.uniform(0.85, 1.0)
        elif chance.random() < 0.25:
            share = chance.uniform(0.0, 1.0)
        else:
            is_files_end = window.last == len(starts) - 1
            share = chance.uniform(0.55, 1.0 if is_files_end else 0.88)
        wanted = starts[window.first] + share * (starts[window.last] - starts[window.first])
        line = window.last - 1
        while line > window.first and starts[line] > wanted:
            line -= 1
        return line

    def _suffix(self, window: Window, lines: list[str], middle: Middle) -> list[int]:
        """The rest of the line, then as many whole lines as the product's budget has room for, however long the prefix."""
        settings = self.settings
        room = int(settings.row_tokens * (1 - settings.snippet_tokens_share) * settings.suffix_tokens_share)
        starts = self.corpus.token_starts_of(window.file)
        below = middle.end_line + 1
        last = below
        while last < window.last and starts[last + 1] - starts[below] <= room:
            last += 1
        rest = self.tokenizer.encode(lines[middle.end_line][middle.end :])
        return [*rest, *self.corpus.tokens[starts[below] : starts[last]].tolist()]

    def _snippets(self, window: Window, lines: list[str], middle: Middle, has_suffix: bool, used: int) -> list[int]:
        index, places = self._index(self.corpus.files[window.file].package)
        above = lines[max(0, middle.line - LINES_BEFORE) : middle.line]
        before = "".join(above) + lines[middle.line][: middle.start]
        below = lines[middle.end_line + 1 : middle.end_line + 1 + LINES_AFTER]
        after = lines[middle.end_line][middle.end :] + "".join(below) if has_suffix else ""
        room = self.settings.row_tokens - used
        room = min(room, int(self.settings.row_tokens * self.settings.snippet_tokens_share))
        kept: list[list[int]] = []
        for snippet in index.best(query_of(before, after), places[window.file], _SNIPPETS_ASKED):
            ids = self.tokenizer.encode(snippet.text)
            if len(ids) + 1 <= room:
                kept.append([FILE_SEPARATOR, *ids])
                room -= len(ids) + 1
        return [token for ids in reversed(kept) for token in ids]

    def _index(self, package: str) -> tuple[ProjectIndex, dict[int, int]]:
        found = self._indices.get(package)
        if found is None:
            files = sorted(self.corpus.packages[package], key=lambda at: self.corpus.files[at].path)
            index = ProjectIndex([self.corpus.files[file].text for file in files])
            found = index, {file: at for at, file in enumerate(files)}
            self._indices[package] = found
            if len(self._indices) > _PROJECTS_KEPT:
                self._indices.popitem(last=False)
        else:
            self._indices.move_to_end(package)
        return found
