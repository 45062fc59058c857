"""Numbers that stand for a file: its exact hash, its word n-grams, and its MinHash signature.

Every hash here is of this module's own making, so that it is the same on any machine and in any Python version.
"""

import hashlib
import re
import sys

import numpy

from .languages import PYTHON, Language

NGRAM_TOKENS = 13
"""Tokens in an n-gram of the decontamination, as in the usual contamination studies (Brown et al. 2020, appendix C)."""

WINNOW_WINDOW = 4
"""N-grams next to one another of which winnowing keeps the one with the smallest hash."""

SHINGLE_TOKENS = 5
"""Tokens in a shingle of the near-duplicate search."""

SIGNATURE_SIZE = 128
"""Hash functions in a MinHash signature."""

BANDS = 20
BAND_ROWS = 6
"""Two files are compared when one of 20 bands of 6 rows agrees: at a Jaccard similarity of 0.8 all but 1 pair in
400 are, at 0.4 fewer than 1 in 10."""

_TOKEN = re.compile(r"\w+|[^\w\s]")
_WORD = re.compile(r"[^\W\d]\w+")
_MULTIPLIER = numpy.uint64(0x9E3779B97F4A7C15)
_BLOCK = 4096  # shingles hashed at once: their 128 hashes stay in the processor's cache


class _TokenHashes(dict[str, int]):
    """The 64-bit hash of a token; remembered, since few tokens make up most of any text."""

    def __missing__(self, token: str) -> int:
        value = int.from_bytes(
            hashlib.blake2b(token.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little"
        )
        if len(self) > 1_000_000:
            self.clear()
        self[token] = value
        return value


_token_hashes = _TokenHashes()


def _mix(values: numpy.ndarray) -> numpy.ndarray:
    values = (values ^ (values >> numpy.uint64(30))) * numpy.uint64(0xBF58476D1CE4E5B9)
    values = (values ^ (values >> numpy.uint64(27))) * numpy.uint64(0x94D049BB133111EB)
    return values ^ (values >> numpy.uint64(31))


_counter = numpy.arange(1, 2 * SIGNATURE_SIZE + 1, dtype=numpy.uint64) * _MULTIPLIER
_FACTORS = (_mix(_counter[:SIGNATURE_SIZE]) | numpy.uint64(1))[:, None]
_OFFSETS = _mix(_counter[SIGNATURE_SIZE:])[:, None]


def tokens_of(text: str, language: Language = PYTHON) -> list[str]:
    """The tokens that ``token_hashes`` stands for."""
    return _TOKEN.findall(language.not_compared.sub("", text))


def is_word(token: str) -> bool:
    """Whether a token is a word of two characters or more that does not start with a digit."""
    return _WORD.fullmatch(token) is not None


def token_hashes(text: str, language: Language = PYTHON) -> numpy.ndarray:
    """The 64-bit hashes of the text's tokens, in order: words, and single characters that are neither word nor space.

    Lines that are only a comment do not count: licence headers would make strangers alike. Nor do the imports of Java
    and C++, of which every file has the same.
    """
    tokens = tokens_of(text, language)
    return numpy.fromiter(map(_token_hashes.__getitem__, tokens), dtype=numpy.uint64, count=len(tokens))


def ngram_hashes(tokens: numpy.ndarray, size: int) -> numpy.ndarray:
    """The 64-bit hashes of the runs of ``size`` tokens, in order; empty where there are fewer tokens."""
    count = len(tokens) - size + 1
    if count <= 0:
        return numpy.empty(0, dtype=numpy.uint64)
    hashes = tokens[:count].copy()
    for offset in range(1, size):
        hashes *= _MULTIPLIER
        hashes += tokens[offset : offset + count]
    return _mix(hashes)


def winnow(hashes: numpy.ndarray, window: int = WINNOW_WINDOW) -> numpy.ndarray:
    """The smallest of each ``window`` hashes next to one another, each once, sorted (Schleimer et al. 2003).

    Two texts that share a passage of ``NGRAM_TOKENS`` + ``window`` - 1 tokens share one of these hashes at least, and
    they are about 2 / (``window`` + 1) of all.
    """
    if len(hashes) <= window:
        return numpy.unique(hashes.min(keepdims=True)) if len(hashes) else hashes
    return numpy.unique(numpy.lib.stride_tricks.sliding_window_view(hashes, window).min(axis=1))


def members(values: numpy.ndarray, collection: numpy.ndarray) -> numpy.ndarray:
    """Those of ``values`` that the sorted ``collection`` holds."""
    if not len(values) or not len(collection):
        return values[:0]
    places = numpy.minimum(numpy.searchsorted(collection, values), len(collection) - 1)
    return values[collection[places] == values]


def signature(tokens: numpy.ndarray) -> numpy.ndarray:
    """The MinHash signature, ``SIGNATURE_SIZE`` numbers of 32 bits, of the set of shingles of ``SHINGLE_TOKENS`` tokens.

    The share of places where two signatures agree estimates the Jaccard similarity of the two sets. A text shorter
    than a shingle is one shingle.
    """
    if len(tokens) < SHINGLE_TOKENS:
        tokens = numpy.pad(tokens, (0, SHINGLE_TOKENS - len(tokens)))
    shingles = numpy.unique(ngram_hashes(tokens, SHINGLE_TOKENS))
    result = numpy.full(SIGNATURE_SIZE, numpy.iinfo(numpy.uint32).max, dtype=numpy.uint32)
    for start in range(0, len(shingles), _BLOCK):
        hashes = shingles[None, start : start + _BLOCK] * _FACTORS
        hashes += _OFFSETS
        # The low half of a product of 64-bit numbers is the weak one; the high half is the hash.
        high = hashes.view(numpy.uint32)[:, (1 if sys.byteorder == "little" else 0) :: 2]
        numpy.minimum(result, high.min(axis=1), out=result)
    return result


def exact_hash(text: str) -> str:
    """A hash of the text that ignores spaces at line ends and blank lines at either end."""
    normalised = "\n".join(line.rstrip() for line in text.strip().split("\n"))
    return hashlib.sha256(normalised.encode("utf-8", "surrogatepass")).hexdigest()


class NearDuplicates:
    """Finds, among the signatures that it was given to keep, one that is nearly the same as a new one."""

    def __init__(self, threshold: float = 0.8) -> None:
        """``threshold`` is the Jaccard similarity (0 to 1) from which two files count as near duplicates."""
        self.threshold = threshold
        self._buckets: dict[bytes, list[int]] = {}
        self._signatures: list[numpy.ndarray] = []
        self._names: list[int] = []

    def _bands(self, values: numpy.ndarray) -> list[bytes]:
        rows = values[: BANDS * BAND_ROWS].reshape(BANDS, BAND_ROWS)
        return [bytes([band]) + rows[band].tobytes() for band in range(BANDS)]

    def find(self, values: numpy.ndarray) -> int | None:
        """The name of the most similar kept signature at or above the threshold (the earliest of equals), or None."""
        candidates = sorted({index for band in self._bands(values) for index in self._buckets.get(band, ())})
        if not candidates:
            return None
        similarities = (numpy.stack([self._signatures[index] for index in candidates]) == values).mean(axis=1)
        best = int(similarities.argmax())
        return self._names[candidates[best]] if similarities[best] >= self.threshold else None

    def keep(self, name: int, values: numpy.ndarray) -> None:
        """Remembers a signature under a number of the caller's."""
        index = len(self._signatures)
        self._signatures.append(values)
        self._names.append(name)
        for band in self._bands(values):
            self._buckets.setdefault(band, []).append(index)
