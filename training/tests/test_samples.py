"""Samples: prompts as the product lays them out, cut where the settings say."""

import gzip
import json
import random
from dataclasses import replace
from pathlib import Path

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sample_fixtures import encoded_project

from nearfirst_training.__main__ import main
from nearfirst_training.corpus.read_corpus import CorpusFile
from nearfirst_training.samples.clean_subset import is_clean
from nearfirst_training.samples.cuts import Source, middle_of, prose_lines, start_of_fragment
from nearfirst_training.samples.encoded_corpus import EncodedCorpus, _lines
from nearfirst_training.samples.make_samples import SampleMaker, windows_of
from nearfirst_training.samples.pack import pack_rows
from nearfirst_training.samples.project_index import ProjectIndex, code_terms, split_snippets
from nearfirst_training.samples.settings import SampleSettings
from nearfirst_training.samples.statements import statements_of
from nearfirst_training.tokenizer.code_tokenizer import CodeTokenizer, assemble, write_json
from nearfirst_training.tokenizer.pieces import (
    BEGIN,
    END,
    FILE_SEPARATOR,
    FIM_MIDDLE,
    FIM_PREFIX,
    FIM_SUFFIX,
    PAD,
    RUNS_OF_SPACES,
)
from nearfirst_training.work_directory import write_atomically

CONFIGURATIONS = Path(__file__).parent.parent / "configurations"

FILES = {
    "app/users.py": "class User:\n    def __init__(self, name):\n        self.name = name\n\n\ndef make_user(name):\n    return User(name)\n",
    "app/main.py": (
        "from app.users import make_user\n\n\ndef greet(name):\n    user = make_user(name)\n    print('hello', user.name)\n    return user\n\n\n"
        "def main():\n    for name in ('a', 'b'):\n        greet(\n            name,\n        )\n"
    ),
}


@pytest.fixture(scope="module")
def tokenizer() -> CodeTokenizer:
    return CodeTokenizer(assemble([*RUNS_OF_SPACES, *map(chr, range(33, 127)), "\n", "\t", "\u2581"]))


@pytest.fixture(scope="module")
def corpus(tokenizer: CodeTokenizer) -> EncodedCorpus:
    return encoded_project(FILES, tokenizer)


SETTINGS = SampleSettings(row_tokens=1024, fewest_window_tokens=16)


def parts_of(sample: list[int], tokenizer: CodeTokenizer) -> dict[str, str]:
    suffix, prefix, middle = (sample.index(mark) for mark in (FIM_SUFFIX, FIM_PREFIX, FIM_MIDDLE))
    return {
        "snippets": tokenizer.decode(sample[1:suffix]),
        "suffix": tokenizer.decode(sample[suffix:prefix]),
        "prefix": tokenizer.decode(sample[prefix:middle]),
        "middle": tokenizer.decode(sample[middle:]),
    }


@pytest.mark.parametrize("seed", range(60))
def test_a_sample_is_a_place_of_its_file_in_the_order_of_the_products_prompt(
    corpus: EncodedCorpus, tokenizer: CodeTokenizer, seed: int
) -> None:
    maker = SampleMaker(corpus, tokenizer, replace(SETTINGS, next_token_share=0.0))
    for window in windows_of(corpus, maker.settings, seed):
        sample = maker.sample_of(window, str(seed))
        assert sample is not None and sample[0] == BEGIN and sample[-1] == END
        marks = [token for token in sample if token in (FIM_SUFFIX, FIM_PREFIX, FIM_MIDDLE)]
        assert marks == [FIM_SUFFIX, FIM_PREFIX, FIM_MIDDLE]
        parts = parts_of(sample, tokenizer)
        text = corpus.files[window.file].text
        assert parts["prefix"] + parts["middle"] + parts["suffix"] in text
        assert parts["middle"].strip() and not parts["middle"].endswith("\n")


def test_snippets_come_from_the_projects_other_files_with_the_best_one_last(
    corpus: EncodedCorpus, tokenizer: CodeTokenizer
) -> None:
    maker = SampleMaker(
        corpus, tokenizer, replace(SETTINGS, snippet_share=1.0, next_token_share=0.0, no_suffix_share=0.0)
    )
    seen = set()
    for seed in range(20):
        for window in windows_of(corpus, maker.settings, seed):
            sample = maker.sample_of(window, str(seed))
            if sample is not None and FILE_SEPARATOR in sample and window.file == 1:
                seen.add(parts_of(sample, tokenizer)["snippets"])
    assert seen
    assert all(
        snippets.replace("\n", "") in FILES["app/users.py"].replace("\n", "") or "def make_user" in snippets
        for snippets in seen
    )


def test_the_share_without_a_suffix_is_the_settings_share(corpus: EncodedCorpus, tokenizer: CodeTokenizer) -> None:
    maker = SampleMaker(corpus, tokenizer, replace(SETTINGS, no_suffix_share=1.0, next_token_share=0.0))
    for window in windows_of(corpus, maker.settings, 3):
        sample = maker.sample_of(window, "3")
        assert sample is not None
        assert sample.index(FIM_PREFIX) == sample.index(FIM_SUFFIX) + 1


def test_the_same_window_and_seed_give_the_same_sample(corpus: EncodedCorpus, tokenizer: CodeTokenizer) -> None:
    window = windows_of(corpus, SETTINGS, 5)[0]
    first, second = (SampleMaker(corpus, tokenizer, SETTINGS).sample_of(window, "5") for _ in range(2))
    assert first == second


@pytest.mark.parametrize(
    ("picture", "fragment"),
    [
        ("value = na█me", " na"),
        ("value = █name", " "),
        ("value =█ name", ""),
        ("    na█me", "na"),
        ("    █name", ""),
        ("call(na█me)", "na"),
        ("self.█name", ""),
        ("x = 12█3", " 12"),
    ],
)
def test_the_fragment_before_a_cut_is_what_token_healing_writes_again(picture: str, fragment: str) -> None:
    before, after = picture.split("█")
    assert (before + after)[start_of_fragment(before + after, len(before)) : len(before)] == fragment


@pytest.mark.parametrize("seed", range(40))
def test_a_middle_stays_before_the_windows_end(seed: int) -> None:
    text = FILES["app/main.py"]
    source = Source(text, _lines(text))
    for line in range(5):
        middle = middle_of(source, line, 6, random.Random(seed), SETTINGS)
        if middle is not None:
            assert line == middle.line <= middle.end_line < 6
            assert middle.text_of(source.lines) in text


def test_statements_end_where_their_code_ends() -> None:
    text = 'def f(\n    a,  # a: b\n) -> int:\n    """Doc."""\n    if a: return 1\n    x = (\n        2\n    )  # two\n    return x\n'
    assert [text[each.start : each.end] for each in statements_of(text)] == [
        "def f(\n    a,  # a: b\n) -> int:",
        "if a: return 1",
        "return 1",
        "x = (\n        2\n    )",
        "return x",
    ]


def test_comments_docstrings_and_long_strings_are_prose() -> None:
    text = (
        "def f(x):  # code\n"  # 0
        '    """Says what it does.\n'  # 1, prose
        "    And more.\n"  # 2, prose
        '    """\n'  # 3, prose
        "    # a comment\n"  # 4, prose
        "    y = '# no \\' comment', \"\"\"text\n"  # 5
        '    more"""\n'  # 6, prose
        "    return y  # code\n"  # 7
    )
    assert prose_lines(text) == {1, 2, 3, 4, 6}


@given(st.lists(st.integers(min_value=1, max_value=33), max_size=60))
def test_packing_keeps_every_sample_whole(lengths: list[int]) -> None:
    samples = [[100 + at] * length for at, length in enumerate(lengths)]
    rows = list(pack_rows(samples, 32))
    assert all(len(row) == 33 for row in rows)
    held = numpy.concatenate(rows) if rows else numpy.array([], dtype=numpy.uint16)
    for at, length in enumerate(lengths):
        assert (held == 100 + at).sum() == length
    assert sum(len(set(row[row != PAD].tolist())) for row in rows) == len(lengths)


def test_terms_are_whole_identifiers_and_their_parts() -> None:
    assert code_terms("HTTPServer2 user_name x") == [
        "httpserver2",
        "http",
        "server",
        "2",
        "user_name",
        "user",
        "name",
        "x",
    ]


def test_snippets_are_cut_at_blank_lines_and_lone_brackets_left_out() -> None:
    assert split_snippets("a = 1\nb = 2\n\n\n)\n\nc = 3\n") == ["a = 1\nb = 2", "c = 3"]


def test_the_best_snippets_are_of_other_files_and_hold_the_rarer_terms() -> None:
    index = ProjectIndex(["file", "read file", "write file file", "other words here now", "read now"])
    found = [snippet.text for snippet in index.best("write now file", without_file=0, most=5)]
    assert found == ["write file file", "read file", "read now", "other words here now"]


def test_clean_files_are_documented_modules_and_no_tests() -> None:
    body = "def f(x: int) -> int:\n    return x\n\n" * 40
    assert is_clean(CorpusFile("p", "p/core.py", "python", body))
    assert not is_clean(CorpusFile("p", "p/tests/test_core.py", "python", body))
    assert not is_clean(CorpusFile("p", "p/core.py", "python", body.replace(" -> int", "").replace(": int", "")))


@pytest.fixture
def work(tmp_path: Path, tokenizer: CodeTokenizer) -> Path:
    """A work directory with a corpus of two projects and a configuration of tiny windows."""
    for role in ("train", "validation"):
        entries = [
            {"package": package, "path": path, "language": "python", "text": text * 3}
            for package in ("one", "two")
            for path, text in FILES.items()
        ]
        write_atomically(
            tmp_path / "corpus" / role / "0000.jsonl.gz", gzip.compress("\n".join(map(json.dumps, entries)).encode())
        )
    (tmp_path / "tokenizer").mkdir()
    write_json(tokenizer.tokenizer, tmp_path / "tokenizer" / "tokenizer.json")
    text = (CONFIGURATIONS / "small.toml").read_text()
    (tmp_path / "tiny.toml").write_text(
        text.replace('samples_name = "rows-1024-third"', 'samples_name = "rows"\nsamples = { row_tokens = 256 }')
    )
    return tmp_path


def make_samples(work: Path, *more: str) -> int:
    return main(["samples", "--work", str(work), "--configuration", str(work / "tiny.toml"), "--processes", "1", *more])


def test_each_pass_cuts_the_files_anew_and_a_shard_that_is_there_stays(work: Path) -> None:
    assert make_samples(work, "--passes", "2") == 0
    folder = work / "samples" / "rows"
    first, second = (numpy.load(folder / f"0000{at}.npy") for at in (0, 1))
    assert first.dtype == numpy.uint16 and first.shape[1] == 257
    assert first.tobytes() != second.tobytes()
    (folder / "00001.npy").unlink()
    (folder / "00000.npy").write_bytes(b"stays")
    assert make_samples(work, "--passes", "2") == 0
    assert (folder / "00000.npy").read_bytes() == b"stays"
    assert numpy.load(folder / "00001.npy").tobytes() == second.tobytes()


def test_rows_of_other_settings_are_not_mixed(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert make_samples(work) == 0
    assert make_samples(work, "--set", "stages.first.samples.prose_share=0.9") == 1
    assert "other settings" in capsys.readouterr().err


def test_a_corpus_that_is_missing_or_damaged_is_named(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shard = work / "corpus" / "train" / "0000.jsonl.gz"
    shard.write_bytes(shard.read_bytes()[:-20])
    assert make_samples(work) == 1
    assert "0000.jsonl.gz is damaged" in capsys.readouterr().err
    shard.unlink()
    assert make_samples(work) == 1
    assert "Run the step `corpus build` first" in capsys.readouterr().err
