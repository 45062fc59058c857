"""Retrieval as the product does it (MCCom 3.4): a project's other files, cut at blank lines, ranked by BM25.

The cutting, the terms and the parameters are those of `packages/core/src/retrieval`; a test holds the two together.
"""

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy

MAX_LINES = 40
MAX_CHARACTERS = 2_000
LINES_BEFORE = 10
LINES_AFTER = 5
BM25_K1 = 1.2
BM25_B = 0.75

# JavaScript's \p{L}, \p{M} and \p{N} by general category, as one letter of ASCII each.
_KINDS = {
    "Lu": "U",
    "Ll": "l",
    "Lo": "o",
    "Lt": "o",
    "Lm": "o",
    "Mn": "m",
    "Mc": "m",
    "Me": "m",
    "Nd": "n",
    "Nl": "n",
    "No": "n",
}
_WORD = re.compile(r"[Ulomn_]+")
_PART = re.compile(r"U+(?=Ul)|U?[lm]+|U+|n+|[om]+")
_ONE_PART = re.compile(r"[a-z]+|[0-9]+")
_SPACE = " \t\n\v\f\r\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
"""JavaScript's white space."""
_MAX_WORD = 64


@dataclass(frozen=True)
class Snippet:
    """Whole lines of one file, without the last line's break."""

    file: int
    text: str


def code_terms(text: str) -> list[str]:
    """Identifiers whole and in parts, numbers, all in lower case, in order of appearance."""
    terms: list[str] = []
    kinds = _kinds_of(text)
    for match in _WORD.finditer(kinds):
        word = text[match.start() : match.end()]
        if _utf16_length(word) > _MAX_WORD:
            continue
        if _ONE_PART.fullmatch(word):
            terms.append(word)
            continue
        parts = [word[part.start() : part.end()] for part in _PART.finditer(match.group())]
        if not parts:
            continue
        terms.append(word.lower())
        if len(parts) > 1 or len(parts[0]) != len(word):
            terms += [part.lower() for part in parts]
    return terms


class _Kinds(dict):
    def __missing__(self, code: int) -> str:
        character = chr(code)
        kind = "_" if character == "_" else _KINDS.get(unicodedata.category(character), " ")
        self[code] = kind
        return kind


_kinds = _Kinds()


def _kinds_of(text: str) -> str:
    return text.translate(_kinds)


def _utf16_length(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def split_snippets(text: str) -> list[str]:
    """Pieces between blank lines; one above 40 lines or 2,000 characters is cut before its least indented line."""
    snippets: list[str] = []
    piece: list[str] = []
    for line in [*text.split("\n"), ""]:
        if line.strip(_SPACE) and _utf16_length(line) <= MAX_CHARACTERS:
            piece.append(line)
            continue
        snippets += ["\n".join(part) for part in _cut(piece)]
        piece = []
    return [snippet for snippet in snippets if any(kind in "Ulon" for kind in _kinds_of(snippet))]


def _cut(piece: list[str]) -> list[list[str]]:
    parts = []
    while piece:
        size, beyond = 0, len(piece)
        for at, line in enumerate(piece):
            if at >= MAX_LINES or size + _utf16_length(line) > MAX_CHARACTERS:
                beyond = at
                break
            size += _utf16_length(line) + 1
        if beyond == len(piece):
            return [*parts, piece]
        at = beyond
        for candidate in range(beyond - 1, beyond // 2, -1):
            if _indentation(piece[candidate]) < _indentation(piece[at]):
                at = candidate
        parts.append(piece[:at])
        piece = piece[at:]
    return parts


def _indentation(line: str) -> int:
    return len(line) - len(line.lstrip(_SPACE))


def query_of(before: str, after: str) -> str:
    """The last lines before the cursor and the first lines after it."""
    first = "\n".join(before[-MAX_CHARACTERS:].split("\n")[-LINES_BEFORE:])
    return first + "\n" + "\n".join(after[:MAX_CHARACTERS].split("\n")[:LINES_AFTER])


class ProjectIndex:
    """BM25 over the snippets of one project. `texts`: of its files, in the order of their paths."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.snippets = [Snippet(file, piece) for file, text in enumerate(texts) for piece in split_snippets(text)]
        files = [snippet.file for snippet in self.snippets]
        #: Of each file its first snippet, one more at the end.
        self.first = numpy.searchsorted(files, numpy.arange(len(texts) + 1))
        postings: dict[str, list[int]] = {}
        counts: dict[str, list[int]] = {}
        self.lengths = numpy.zeros(len(self.snippets))
        for at, snippet in enumerate(self.snippets):
            terms = code_terms(snippet.text)
            self.lengths[at] = len(terms)
            for term, count in Counter(terms).items():
                postings.setdefault(term, []).append(at)
                counts.setdefault(term, []).append(count)
        self.postings = {
            term: (numpy.array(ids, dtype=numpy.int32), numpy.array(counts[term], dtype=numpy.float32))
            for term, ids in postings.items()
        }

    def best(self, query: str, without_file: int, most: int) -> list[Snippet]:
        """The best different snippets of other files, best first; only those that share a term with the query. The file
        without which is searched is no part of the statistics either, as in the product."""
        start, end = self.first[without_file], self.first[without_file + 1]
        number = len(self.snippets) - (end - start)
        total = self.lengths.sum() - self.lengths[start:end].sum()
        if number == 0 or total == 0:
            return []
        norm = BM25_K1 * (1 - BM25_B + BM25_B * self.lengths * (number / total))
        scores = numpy.zeros(len(self.snippets))
        for term, times in Counter(code_terms(query)).items():
            ids, count = self.postings.get(term, _NONE)
            own = numpy.searchsorted(ids, [start, end])
            frequency = len(ids) - (own[1] - own[0])
            if frequency == 0:
                continue
            rarity = math.log(1 + (number - frequency + 0.5) / (frequency + 0.5))
            scores[ids] += times * rarity * (BM25_K1 + 1) * count / (count + norm[ids])
        scores[start:end] = 0
        found = numpy.flatnonzero(scores)
        distinct: dict[str, Snippet] = {}
        for wanted in (most, 8 * most, len(found)):
            top = found
            if wanted < len(found):
                # All that are as good as the last one wanted: the order among equals is that of their places.
                least = -numpy.partition(-scores[found], wanted - 1)[wanted - 1]
                top = found[scores[found] >= least]
            for at in top[numpy.lexsort((top, -scores[top]))]:
                distinct.setdefault(self.snippets[at].text, self.snippets[at])
            if len(distinct) >= most or wanted >= len(found):
                break
        return list(distinct.values())[:most]


_NONE = (numpy.empty(0, dtype=numpy.int32), numpy.empty(0, dtype=numpy.float32))
