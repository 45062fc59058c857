"""What samples hold is what the product asks with: the same terms, snippets, query, ranking, healed text and layout.

The product's own sources answer, through `agreement/retrieval.mjs`.
"""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from sample_fixtures import encoded_project

from nearfirst_training.export.card import PROMPT_TEMPLATE
from nearfirst_training.samples.cuts import start_of_fragment
from nearfirst_training.samples.make_samples import SampleMaker, windows_of
from nearfirst_training.samples.project_index import ProjectIndex, code_terms, query_of, split_snippets
from nearfirst_training.samples.settings import SampleSettings
from nearfirst_training.tokenizer.pieces import CONTROL_TOKENS, FILE_SEPARATOR, FIM_MIDDLE, FIM_PREFIX, FIM_SUFFIX
from nearfirst_training.work_directory import TRAINING_ROOT

SCRIPT = TRAINING_ROOT / "agreement" / "retrieval.mjs"
MOST = 8
"""Snippets that the product puts into a prompt, at most (`line-context.ts`)."""


def why_no_node() -> str | None:
    if shutil.which("node") is None:
        return "there is no `node` on this machine's path"
    if not (TRAINING_ROOT.parent / "node_modules" / "tsx").is_dir():
        return "node_modules has no tsx: run `npm ci` in the repository"
    return None


pytestmark = pytest.mark.skipif(why_no_node() is not None, reason=str(why_no_node()))


class Product:
    def __init__(self) -> None:
        self.process = subprocess.Popen(
            ["node", "--import", "tsx", SCRIPT.name], cwd=SCRIPT.parent, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def __call__(self, name: str, **request: Any) -> Any:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps({"ask": name, **request}).encode() + b"\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def close(self) -> None:
        self.process.communicate()


@pytest.fixture(scope="module")
def product() -> Iterator[Product]:
    product = Product()
    yield product
    product.close()


REAL = {
    path.relative_to(TRAINING_ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in sorted((TRAINING_ROOT / "nearfirst_training").rglob("*.py"))
}
"""A project: this one."""

WORDS = [
    "HTTPServer2",
    "user_name",
    "__init__",
    "getX",
    "XY",
    "aB1c",
    "_",
    "9",
    "x" * 63,
    "x" * 64,
    "x" * 65,
    "self",
    "café",
    "naïve",
    "ЖёлтыйДом",
]
code = st.lists(
    st.one_of(
        st.sampled_from([*WORDS, " ", ".", "(", "\n", "    ", "\t", ", "]),
        st.from_regex(r"[A-Za-z0-9_]{1,8}", fullmatch=True),
    ),
    max_size=40,
).map("".join)


def is_known(text: str) -> bool:
    """Unicode grows: a character that is new to Python may be a letter to Node."""
    return all(unicodedata.category(character) != "Cn" for character in text)


any_text = st.text(max_size=40).filter(is_known)
quick = settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])


@quick
@given(text=code)
@example(text="x" * 64 + " " + "y" * 65 + " ABCDef aBC1 __x__ 1e10 _1")
def test_terms_of_code_are_the_products(product: Product, text: str) -> None:
    assert code_terms(text) == product("terms", text=text)


@quick
@given(text=any_text)
@example(text="na\u0308ive 漢字かな ١٢٣ ǅabc ªb x²")
@example(text="𝒳" * 40)
def test_terms_of_any_text_are_the_products(product: Product, text: str) -> None:
    assert code_terms(text) == product("terms", text=text)


def test_terms_of_a_real_project_are_the_products(product: Product) -> None:
    for text in REAL.values():
        assert code_terms(text) == product("terms", text=text)


lines = st.lists(
    st.tuples(
        st.sampled_from(["", "", "x = 1", ")", "y" * 199, "z" * 1990, "w" * 2001, "  # é"]), st.integers(0, 6)
    ).map(lambda line: " " * line[1] + line[0]),
    max_size=30,
).flatmap(lambda some: st.integers(1, 4).map(lambda times: "\n".join(some * times)))


@quick
@given(text=lines)
@example(text="\n".join("    " * (at % 3) + f"line{at}" for at in range(95)))
def test_snippets_are_the_products(product: Product, text: str) -> None:
    assert split_snippets(text) == product("snippets", text=text)


@quick
@given(text=st.text(alphabet="a1é_漢²½\u0301) \t\n\x0b\x0c\x1c\x1f\x85\xa0\u2028\u3000\ufeff", max_size=40))
def test_snippets_of_rare_white_space_and_letters_are_the_products(product: Product, text: str) -> None:
    assert split_snippets(text) == product("snippets", text=text)


def test_snippets_of_a_real_project_are_the_products(product: Product) -> None:
    for text in REAL.values():
        assert split_snippets(text) == product("snippets", text=text)


@quick
@given(before=st.one_of(code, lines), after=st.one_of(code, lines))
def test_the_query_is_the_products(product: Product, before: str, after: str) -> None:
    assert query_of(before, after) == product("query", before=before, after=after)


@quick
@given(before=st.one_of(code, any_text), after=code)
@example(before="value = na", after="me")
@example(before="    na", after="me")
@example(before=" na", after="me")
@example(before="x =  na", after="me")
@example(before="x = " + "n" * 31, after="")
@example(before="x = " + "n" * 32, after="")
@example(before="n" * 40, after="")
@example(before="x = 12", after="3")
@example(before="x = cafe\u0301", after="s")
def test_the_text_that_healing_writes_again_is_the_products(product: Product, before: str, after: str) -> None:
    typed = before.replace("\r", "").split("\n")[-1].lstrip("\ufeff")
    assert typed[start_of_fragment(typed, len(typed)) :] == product("healed", before=typed, after=after)


def best_of(files: dict[str, str], without: str, query: str, order: Sequence[str]) -> list[str]:
    """By `ProjectIndex`, with the project's files in this order."""
    index = ProjectIndex([files[path] for path in order])
    return [snippet.text for snippet in index.best(query, order.index(without), MOST)]


def assert_ranked_alike(product: Product, files: dict[str, str], without: str, query: str) -> None:
    """The same texts in the same order; snippets whose scores differ by rounding alone may change places."""
    order = sorted(files)
    # The corpus is shuffled: the order of the files must not matter.
    random.Random(len(query)).shuffle(order)
    found = best_of(files, without, query, order)
    theirs = product("ranking", files=files, without=without, query=query)
    score_of = {snippet["text"]: snippet["score"] for snippet in reversed(theirs)}
    assert len(found) == min(MOST, len(theirs))
    for ours, expected in zip(found, theirs, strict=False):
        assert ours == expected["text"] or score_of[ours] == pytest.approx(expected["score"], rel=1e-5)


def test_the_best_snippets_of_a_real_project_are_the_products(product: Product) -> None:
    chance = random.Random(1)
    for path, text in chance.sample(sorted(REAL.items()), 12):
        for _ in range(4):
            at = chance.randrange(len(text))
            assert_ranked_alike(product, REAL, path, query_of(text[:at], text[at:]))


names = st.sampled_from(["user", "make_user", "read", "write", "HTTPServer", "x", "file", "name"])
snippet = st.lists(names, min_size=1, max_size=5).map(" ".join)
project = st.dictionaries(
    st.sampled_from(["a.py", "b.py", "c.py", "d/e.py"]),
    st.lists(snippet, min_size=1, max_size=4).map("\n\n".join),
    min_size=2,
)


@quick
@given(files=project, query=snippet)
def test_the_best_snippets_are_the_products(product: Product, files: dict[str, str], query: str) -> None:
    assert_ranked_alike(product, files, sorted(files)[0], query)


@quick
@given(files=project, query=snippet)
def test_equal_scores_are_in_the_products_order(product: Product, files: dict[str, str], query: str) -> None:
    theirs = product("ranking", files=files, without=sorted(files)[0], query=query)
    scores = [each["score"] for each in theirs]
    rounded = any(0 < abs(one - other) < 1e-6 for one in scores for other in scores)
    if not rounded:
        found = best_of(files, sorted(files)[0], query, sorted(files))
        assert found == [each["text"] for each in theirs[:MOST]]


def test_a_file_at_the_cursor_counts_for_nothing(product: Product) -> None:
    files = {
        "a.py": "\n\n".join(["common one", "common two", "common three"]),
        "b.py": "common thing",
        "c.py": "rare rare thing else",
    }
    assert_ranked_alike(product, files, "a.py", "common rare")


def test_the_same_text_is_found_once(product: Product) -> None:
    licence = "# Licensed under the name of user"
    files = {f"{name}.py": f"{licence}\n\ndef {name}(user):\n    return user" for name in "abcdefghijkl"}
    assert_ranked_alike(product, files, "a.py", "user name licensed")
    found = best_of(files, "a.py", "user name licensed", sorted(files))
    assert len(set(found)) == len(found)


ids = st.lists(st.integers(300, 400), max_size=5)


@quick
@given(snippets=st.lists(ids, max_size=3), prefix=ids, suffix=ids)
def test_a_samples_layout_is_the_products_prompt(
    product: Product, snippets: list[list[int]], prefix: list[int], suffix: list[int]
) -> None:
    sample = [
        1,
        *[token for each in snippets for token in (FILE_SEPARATOR, *each)],
        FIM_SUFFIX,
        *suffix,
        FIM_PREFIX,
        *prefix,
        FIM_MIDDLE,
    ]
    special = {text: at for at, text in enumerate(CONTROL_TOKENS)}
    asked = {"template": PROMPT_TEMPLATE, "ids": special, "snippets": snippets, "prefix": prefix, "suffix": suffix}
    assert sample == product("prompt", **asked)


class Characters:
    """A vocabulary of characters: what is compared is the prompt, not the tokens (those are compared by the step `export`)."""

    FIRST = 300

    def encode(self, text: str) -> list[int]:
        return [self.FIRST + ord(character) for character in text]

    def encode_lines(self, texts: Sequence[str]) -> list[list[int]]:
        return [self.encode(text) for text in texts]

    def decode(self, ids: Sequence[int]) -> str:
        return "".join(chr(token - self.FIRST) for token in ids)


def test_a_whole_sample_is_what_the_product_asks_with_at_its_cursor(product: Product) -> None:
    # Files that fit whole, so that no budget but that of the snippets counts.
    files, characters = {path: text for path, text in REAL.items() if len(text) < 7_000}, Characters()
    corpus = encoded_project(files, characters)
    # Cuts inside a word go back by what the product heals, and its query then holds that word: not the same snippets.
    cuts = SampleSettings(
        row_tokens=30_000,
        next_token_share=0,
        no_suffix_share=0,
        snippet_share=1,
        prose_share=1,
        line_start_share=0.5,
        first_non_blank_share=0.5,
        short_window_share=0,
    )
    maker, seen = SampleMaker(corpus, characters, cuts), 0  # type: ignore[arg-type]
    for window in windows_of(corpus, cuts, seed=1):
        path = corpus.files[window.file].path
        for seed in range(3):
            sample = maker.sample_of(window, str(seed))
            assert sample is not None
            prompt = sample[: sample.index(FIM_MIDDLE) + 1]
            prefix = characters.decode(prompt[prompt.index(FIM_PREFIX) + 1 : -1])
            suffix = characters.decode(prompt[prompt.index(FIM_SUFFIX) + 1 : prompt.index(FIM_PREFIX)])
            answer = product(
                "request",
                template=PROMPT_TEMPLATE,
                ids={text: at for at, text in enumerate(CONTROL_TOKENS)},
                firstCharacter=Characters.FIRST,
                contextTokens=cuts.row_tokens,
                files=files,
                path=path,
                before=prefix,
                after=suffix,
            )
            if answer["healedText"] == "":
                assert answer["tokens"] == prompt
                seen += prompt.count(FILE_SEPARATOR) > 1
    assert seen > 50
