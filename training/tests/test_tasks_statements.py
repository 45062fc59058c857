"""Statements of real files: where they start, and where their code ends."""

import ast
from pathlib import Path

import pytest

from nearfirst_training.samples.statements import comment_in, statements_of


def found_in(text: str) -> list[str]:
    return [text[each.start : each.end] for each in statements_of(text)]


@pytest.mark.parametrize(
    ("text", "statements"),
    [
        ("if (a and\n    b): return 1\n", ["if (a and\n    b): return 1", "return 1"]),
        ("if a: b; c = 1  # d\nelse: e\n", ["if a: b; c = 1", "b", "c = 1", "e"]),
        ("if x == '\\'#:':\n    pass\n", ["if x == '\\'#:':", "pass"]),
        ('def f(x="""\n# no: comment\n"""):\n    pass\n', ['def f(x="""\n# no: comment\n"""):', "pass"]),
        ("while lambda: x:\n    y\n", ["while lambda: x:", "y"]),
        ("for i in lambda a={1: 2}, *b: a, c:\n    y\n", ["for i in lambda a={1: 2}, *b: a, c:", "y"]),
        ("if (x := {1: 2})[a:b]:  # c: d\n\n    # e: f\n    y\n", ["if (x := {1: 2})[a:b]:", "y"]),
        ("def f() -> 'a: b':\n    y\n", ["def f() -> 'a: b':", "y"]),
        ("@a(lambda: 1)\ndef f(): return 1\n", ["def f(): return 1", "return 1"]),
        ("try:\n    a\nexcept E:\n    b\nfinally:\n    c\n", ["try:", "a", "b", "c"]),
        ("if a:\n    b\nelif c:\n    d\nelse:\n    e\n", ["if a:", "b", "elif c:", "d", "e"]),
        ("match (x):\n    case (\n        1 | 2\n    ): y\n", ["match (x):", "y"]),
        ("class A:\n    '''Doc.'''\n\n    f'{a}'\n    ...\n", ["class A:", "..."]),
        ("if a and \\\n        b:\n    c = \\\n        d\n", ["if a and \\\n        b:", "c = \\\n        d"]),
        ("x = 'é', 'ü'; y = (1)\n", ["x = 'é', 'ü'", "y = (1)"]),
        ("(a)\n", ["(a)"]),
        ("a = 1\rb = 2\r\nc = '''\r'''\rd = 4\n", ["a = 1", "b = 2", "c = '''\r'''", "d = 4"]),
        ("if a:\f\n    b\x0c\n    c\n", ["if a:", "b", "c"]),
    ],
)
def test_a_statement_is_all_of_its_code_and_nothing_else(text: str, statements: list[str]) -> None:
    assert found_in(text) == statements


@pytest.mark.parametrize("text", ["if x\n", "\0", "", "# only\n", "a = (" * 200])
def test_text_that_does_not_parse_has_no_statements(text: str) -> None:
    assert statements_of(text) == []


def test_statements_of_real_files_are_statements_by_themselves() -> None:
    sources = sorted(Path(ast.__file__).parent.glob("[a-d]*.py"))
    assert len(sources) > 20
    for path in sources:
        text = path.read_text(encoding="utf-8")
        for each in statements_of(text):
            code = text[each.start : each.end]
            assert code == code.strip(), path
            compiles(code, f"{path}:{text.count(chr(10), 0, each.start) + 1}")


def compiles(code: str, where: str) -> None:
    # What stands after the header does not matter, nor what the statement stands in.
    rest = " pass" if code.endswith(":") else ""
    if code.startswith("try:"):
        rest += "\nfinally: pass"
    if code.startswith("match ") and code.endswith(":"):
        rest = "\n case _: pass"
    before = "if a: pass\n" if code.startswith("elif") else ""
    try:
        ast.parse(before + code + rest)
    except SyntaxError as error:
        pytest.fail(f"{where}: {code!r} is no statement: {error}")


@pytest.mark.parametrize(
    ("code", "has_one"),
    [("f(a,  # b\n  c)", True), ("f('# a', \"\\\"# b\", '''\n# c\n''')", False), ("a  # 'b'", True), ("a", False)],
)
def test_a_hash_inside_a_string_is_no_comment(code: str, has_one: bool) -> None:
    assert comment_in(code) is has_one
