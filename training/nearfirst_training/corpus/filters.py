"""Which files are worth learning from: one file's text in, the reason to drop it out.

The limits follow The Stack and StarCoder (Kocetkov et al. 2022; Li et al. 2023) and MCCom 4.1.1, made stricter where
a small model cannot afford the text.
"""

import re

from .languages import PYTHON, Language

SMALLEST = 200
LARGEST = 150_000
LARGEST_HELDOUT = 500_000
"""Bytes of UTF-8. Some projects are one large module; the evaluation cuts it anyway."""

LONGEST_LINE = 400
LONGEST_MEAN_LINE = 100
"""Characters."""

LEAST_ALPHANUMERIC = 0.25
"""Share of letters and digits among all characters."""

LEAST_SPACE = 0.05
"""Share of white space among all characters, in a language that tools write: below it, a file is minified."""

LEAST_NAMES = 0.2
"""Share of names among a file's characters, where white space, comments and triple-quoted strings do not count: below
it, the file is a table of data."""

LEAST_CODE = 100
"""Characters outside of white space, comments and triple-quoted strings: below it, a file is a licence or a stub."""

_TEXT_MARK = "\u2581"  # stands for a space in many vocabularies: text that holds it could not be told from spaces

_VENDORED = frozenset(
    [
        "_vendor",
        "vendor",
        "vendored",
        "_vendored",
        "_vendored_packages",
        "third_party",
        "thirdparty",
        "_thirdparty",
        "extern",
        "_extern",
        "externals",
        "_distutils",
        "site-packages",
        "node_modules",
    ]
)

_GENERATED = re.compile(
    r"do not (edit|modify)|auto-?generated|automatically[ -]generated|machine[ -]generated|@generated"
    r"|generated (by|from|with|using) (the )?"
    r"(protoc|protocol buffer|grpc|swagger|open ?api|autorest|kiota|antlr|django|pyuic|ply|thrift|xsd|alembic|"
    r"smithy|speakeasy|fern|stainless|dash|cython|swig|cffi|datamodel)"
    r"|code generator|this (file|module|code) (is|was|has been) generated",
    re.I,
)
_GENERATED_ANYWHERE = re.compile(r"^[ \t]*@(?:javax?\.(?:\w+\.)*|jakarta\.(?:\w+\.)*)?Generated\b", re.M)
_HEAD_LINES = 15

_COPYLEFT = re.compile(
    r"gnu (lesser |library |affero )?general public licen[sc]e|gpl-?[23v]|mozilla public licen[sc]e|"
    r"creative commons.{0,40}(sharealike|share alike|noncommercial)",
    re.I,
)
_HEAD_CHARACTERS = 2_500

_OTHERS_TERMS = re.compile(r"licen[sc]e|copyright|all rights reserved|redistribut", re.I)


def decode(content: bytes) -> str | None:
    """The text of a file with newlines as ``\\n`` and without byte order mark; None where it is not UTF-8."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def is_vendored(path: str) -> bool:
    """Whether a path inside a package says that the file is a copy of another project's."""
    return not _VENDORED.isdisjoint(path.split("/")[:-1])


def without_licence_header(text: str, language: Language) -> str:
    """The text without a comment at its top that states a licence or copyright; Python files are left as they are.

    In the other languages most files start with one, word for word the same: nothing to learn, and much to pay for.
    """
    match = language.header.match(text) if language.header else None
    return text[match.end() :] if match and _OTHERS_TERMS.search(match[0]) else text


def code_and_names(text: str, language: Language = PYTHON) -> tuple[int, int]:
    """How many characters are neither white space, comment nor docstring, and how many of them are names."""
    literals = 0
    rest = []
    end = 0
    for match in language.not_names.finditer(text):
        rest.append(text[end : match.start()])
        end = match.end()
        if match.lastgroup:
            literals += end - match.start()
    rest.append(text[end:])
    code = "".join(rest)
    names = len(code.translate(_ASCII_OTHERS)) if code.isascii() else sum(map(str.isidentifier, code))
    return literals + len(code), names


_ASCII_OTHERS = {character: None for character in range(128) if not (chr(character).isalnum() or chr(character) == "_")}
_ASCII_NOT_ALPHANUMERIC = {character: None for character in range(128) if not chr(character).isalnum()}


def alphanumeric_share(text: str) -> float:
    """The share (0 to 1) of letters and digits among the text's characters."""
    if text.isascii():
        return len(text.translate(_ASCII_NOT_ALPHANUMERIC)) / len(text)
    return sum(map(str.isalnum, text)) / len(text)


def is_minified(path: str, text: str) -> bool:
    """Whether a file has been stripped of its white space."""
    return ".min." in path.rsplit("/", 1)[-1] or sum(map(text.count, " \t\n")) < LEAST_SPACE * len(text)


def reason_to_drop(path: str, text: str, largest: int = LARGEST, language: Language = PYTHON) -> str | None:
    """The first reason why a file is not to be in the corpus, as a short word for the report, or None.

    ``path`` is its path inside the package (below the folder that the manifest names), ``largest`` the most bytes. The
    reasons: ``vendored``, ``size``, ``mark``, ``long-line``, ``mean-line``, ``minified``, ``alphanumeric``,
    ``generated``, ``built``, ``licence``, ``stub``, ``data``, ``syntax``.
    """
    if is_vendored(path):
        return "vendored"
    if not SMALLEST <= (len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))) <= largest:
        return "size"
    if _TEXT_MARK in text:
        return "mark"
    lines = text.split("\n")
    if max(map(len, lines)) > LONGEST_LINE:
        return "long-line"
    if len(text) / len(lines) > LONGEST_MEAN_LINE:
        return "mean-line"
    if language.built is not None and is_minified(path, text):
        return "minified"
    if alphanumeric_share(text) < LEAST_ALPHANUMERIC:
        return "alphanumeric"
    if _GENERATED.search("\n".join(lines[:_HEAD_LINES])):
        return "generated"
    if language is not PYTHON and _is_generated_below_header(text, language):
        return "generated"
    if language.built is not None and language.built.search(text):
        return "built"
    if _COPYLEFT.search(text[:_HEAD_CHARACTERS]):
        return "licence"
    code, names = code_and_names(text, language)
    if code < LEAST_CODE:
        return "stub"
    if names < LEAST_NAMES * code:
        return "data"
    if language.parses is not None and not language.parses(text):
        return "syntax"
    return None


def _is_generated_below_header(text: str, language: Language) -> bool:
    rest = without_licence_header(text, language)
    head = "\n".join(rest.split("\n", _HEAD_LINES)[:_HEAD_LINES])
    return _GENERATED.search(head) is not None or _GENERATED_ANYWHERE.search(text) is not None
