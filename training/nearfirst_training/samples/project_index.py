"""Retrieval as the product does it (MCCom 3.4): a project's other files, cut at blank lines, ranked by BM25.

The cutting, the terms and the parameters are those of `packages/core/src/retrieval`; a test holds the two together.
"""

import re
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

_WORD = re.compile(r"\w+")
_PART = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+")
_ONE_PART = re.compile(r"[a-z]+|[0-9]+")
_MAX_WORD = 64


@dataclass(frozen=True)
class Snippet:
    """Whole lines of one file, without the last line's break."""

    file: int
    text: str


def code_terms(text: str) -> list[str]:
    """Identifiers whole and in parts, numbers, all in lower case, in order of appearance."""
    terms: list[str] = []
    for word in _WORD.findall(text):
        if len(word) > _MAX_WORD:
            continue
        if _ONE_PART.fullmatch(word):
            terms.append(word)
            continue
        parts = _PART.findall(word)
        if not parts:
            continue
        terms.append(word.lower())
        if len(parts) > 1 or len(parts[0]) != len(word):
            terms += [part.lower() for part in parts]
    return terms


def split_snippets(text: str) -> list[str]:
    """Pieces between blank lines; one above 40 lines or 2,000 characters is cut before its least indented line."""
    snippets: list[str] = []
    piece: list[str] = []
    for line in [*text.split("\n"), ""]:
        if line.strip() and len(line) <= MAX_CHARACTERS:
            piece.append(line)
            continue
        snippets += ["\n".join(part) for part in _cut(piece)]
        piece = []
    return [snippet for snippet in snippets if any(character.isalnum() for character in snippet)]


def _cut(piece: list[str]) -> list[list[str]]:
    parts = []
    while piece:
        size, beyond = 0, len(piece)
        for at, line in enumerate(piece):
            if at >= MAX_LINES or size + len(line) > MAX_CHARACTERS:
                beyond = at
                break
            size += len(line) + 1
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
    return len(line) - len(line.lstrip())


def query_of(before: str, after: str) -> str:
    """The last lines before the cursor and the first lines after it."""
    first = "\n".join(before[-MAX_CHARACTERS:].split("\n")[-LINES_BEFORE:])
    return first + "\n" + "\n".join(after[:MAX_CHARACTERS].split("\n")[:LINES_AFTER])


class ProjectIndex:
    """BM25 over the snippets of one project. `texts`: of its files, in an order that `best` refers to."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.snippets = [Snippet(file, piece) for file, text in enumerate(texts) for piece in split_snippets(text)]
        self.files = numpy.array([snippet.file for snippet in self.snippets], dtype=numpy.int32)
        postings: dict[str, list[int]] = {}
        counts: dict[str, list[int]] = {}
        lengths = numpy.zeros(len(self.snippets), dtype=numpy.float32)
        for at, snippet in enumerate(self.snippets):
            terms = code_terms(snippet.text)
            lengths[at] = len(terms)
            for term, count in Counter(terms).items():
                postings.setdefault(term, []).append(at)
                counts.setdefault(term, []).append(count)
        mean = float(lengths.mean()) if len(lengths) else 1.0
        norm = BM25_K1 * (1 - BM25_B + BM25_B * lengths / max(mean, 1e-9))
        self.weights: dict[str, tuple[numpy.ndarray, numpy.ndarray]] = {}
        for term, ids in postings.items():
            at = numpy.array(ids, dtype=numpy.int32)
            count = numpy.array(counts[term], dtype=numpy.float32)
            rarity = numpy.log(1 + (len(lengths) - len(at) + 0.5) / (len(at) + 0.5))
            self.weights[term] = (at, (rarity * count * (BM25_K1 + 1) / (count + norm[at])).astype(numpy.float32))

    def best(self, query: str, without_file: int, most: int) -> list[Snippet]:
        """The best snippets of other files, best first; only those that share a term with the query."""
        if not self.snippets:
            return []
        scores = numpy.zeros(len(self.snippets), dtype=numpy.float32)
        for term, times in Counter(code_terms(query)).items():
            found = self.weights.get(term)
            if found is not None:
                scores[found[0]] += times * found[1]
        scores[self.files == without_file] = 0
        most = min(most, len(scores))
        top = numpy.argpartition(-scores, most - 1)[:most]
        top = top[numpy.lexsort((top, -scores[top]))]
        return [self.snippets[at] for at in top if scores[at] > 0]
