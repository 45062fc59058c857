"""What the corpus knows of each language: its files' names, and what in a text is comment, literal or import."""

import ast
import re
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass


def _python_parses(text: str) -> bool:
    """Whether the running Python parses the text."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compile(text, "<corpus>", "exec", ast.PyCF_ONLY_AST, dont_inherit=True)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return False
    return True


@dataclass(frozen=True)
class Language:
    """One language. ``name`` is what a corpus file's ``language`` says; ``suffixes`` end its files' names.

    ``not_names`` finds comments, white space, and literals (its groups ``string`` and ``number``); ``not_compared``
    finds the lines that no comparison between files counts. ``built`` finds what compilers and bundlers leave in their
    output, for the language that they write; ``parses`` tells whether a text is well-formed, ``header`` finds a comment
    at a file's top: each is None where the corpus does not look.
    """

    name: str
    suffixes: tuple[str, ...]
    not_names: re.Pattern[str]
    not_compared: re.Pattern[str]
    built: re.Pattern[str] | None = None
    parses: Callable[[str], bool] | None = None
    header: re.Pattern[str] | None = None


_NOT_PYTHON_NAMES = re.compile(
    r'"""(?:[^\\"]|\\.|"(?!""))*"""'
    r"|'''(?:[^\\']|\\.|'(?!''))*'''"
    r"|\#[^\n]*"
    r"|\s+"
    r'|(?P<string>[rbfuRBFU]{0,2}(?:"(?:[^"\\\n]|\\.)*"|'
    r"'(?:[^'\\\n]|\\.)*'))"
    r"|(?P<number>\b\d[\w.]*)",
    re.S,
)

_COMMENT = r"/\*(?:[^*]|\*(?!/))*\*/|//[^\n]*"
_NOT_C_NAMES = re.compile(
    _COMMENT + r"|\s+"
    r"|(?P<string>\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*')"
    r"|(?P<number>\b\d[\w.]*)",
    re.S,
)
_NOT_SCRIPT_NAMES = re.compile(
    _COMMENT + r"|\s+"
    r"|(?P<string>\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)"
    r"|(?P<number>\b\d[\w.]*)",
    re.S,
)
# A block comment counts only from the start of a line: inside a string, `/*` is the start of many a file pattern.
_COMMENT_LINES = r"^[ \t]*(?:/\*(?:[^*]|\*(?!/))*\*/|//.*$)"
_HEADER = re.compile(r"\s*(?:/\*(?:[^*]|\*(?!/))*\*/|//[^\n]*(?:\n[ \t]*//[^\n]*)*)[ \t]*\n*")

_BUILT_SCRIPT = re.compile(
    r"""^(?:
        Object\.defineProperty\(exports,\s*["']__esModule["']
        |exports\.__esModule\s*=
        |["']use[ ]strict["'];?\s*exports\.__esModule
        |(?:var|const|let)\ __\w+\ =\ \(?this\ &&\ this\.__
        |(?:var|const|let)\ __(?:commonJS|toESM|toCommonJS|export|copyProps|defProp|create|getOwnPropNames)\b
        |(?:async\ )?function\ \*?_(?:interopRequire\w+|classCallCheck|asyncToGenerator|defineProperty|getRequireWildcard\w+)\(
        |//\#\ sourceMappingURL=
        |[;!(]*function\s*\((?:global|root),\s*factory\)
        |/\*+/\s*(?:\(?function|var\ __webpack|"use\ strict")
        |[!(]*\(\(\)\s*=>\s*\{\s*//\ webpack
    )""",
    re.M | re.X,
)

PYTHON = Language("python", (".py",), _NOT_PYTHON_NAMES, re.compile(r"^[ \t]*#.*$", re.M), parses=_python_parses)

LANGUAGES: dict[str, Language] = {
    language.name: language
    for language in (
        PYTHON,
        Language(
            "typescript",
            (".ts", ".tsx", ".mts", ".cts"),
            _NOT_SCRIPT_NAMES,
            re.compile(_COMMENT_LINES, re.M),
            header=_HEADER,
        ),
        Language(
            "javascript",
            (".js", ".jsx", ".mjs", ".cjs"),
            _NOT_SCRIPT_NAMES,
            re.compile(_COMMENT_LINES, re.M),
            built=_BUILT_SCRIPT,
            header=_HEADER,
        ),
        Language(
            "java",
            (".java",),
            _NOT_C_NAMES,
            re.compile(_COMMENT_LINES + r"|^(?:import|package)\s[^;]*;", re.M),
            header=_HEADER,
        ),
        Language(
            "cpp",
            (".cpp", ".cc", ".cxx", ".hpp", ".hh", ".hxx", ".h", ".ipp", ".inl", ".tpp"),
            _NOT_C_NAMES,
            re.compile(_COMMENT_LINES + r"|^[ \t]*\#[ \t]*(?:include|pragma)\b.*$|^using\s+namespace\s[^;]*;", re.M),
            header=_HEADER,
        ),
    )
}
"""The languages by name."""

_BY_SUFFIX = {suffix: language for language in LANGUAGES.values() for suffix in language.suffixes}
_DECLARATIONS = (".d.ts", ".d.mts", ".d.cts")


def language_of(path: str) -> Language | None:
    """The language of a file by its name, or None; TypeScript's declaration files, which compilers write, are of none."""
    name = path.rsplit("/", 1)[-1]
    dot = name.rfind(".")
    return None if dot < 0 or name.endswith(_DECLARATIONS) else _BY_SUFFIX.get(name[dot:])


def path_below(path: str, folders: Sequence[str]) -> str | None:
    """The part of ``path`` below the first of ``folders`` that holds it, or None; without folders, the path itself.

    A folder is written without a slash at its end; it may also be the whole path of one file.
    """
    if not folders:
        return path
    for folder in folders:
        if path == folder:
            return path.rsplit("/", 1)[-1]
        if path.startswith(folder + "/"):
            return path[len(folder) + 1 :]
    return None
