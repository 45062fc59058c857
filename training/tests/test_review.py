"""What a review found: each test states what should hold. One that fails shows a bug; one that passes guards its repair."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import numpy
import pytest
import torch
from sample_fixtures import encoded_project
from test_train import TINY, train

from nearfirst_training.__main__ import main
from nearfirst_training.curve import read_run
from nearfirst_training.samples.encoded_corpus import EncodedCorpus, encode_corpus
from nearfirst_training.samples.make_samples import SampleMaker, Window, windows_of
from nearfirst_training.samples.settings import SampleSettings
from nearfirst_training.tokenizer.code_tokenizer import CodeTokenizer, assemble, write_json
from nearfirst_training.tokenizer.pieces import FIM_MIDDLE, FIM_PREFIX, FIM_SUFFIX, RUNS_OF_SPACES
from nearfirst_training.train.rows import RowReader

TOKENIZER = CodeTokenizer(assemble([*RUNS_OF_SPACES, *map(chr, range(33, 127)), "\n", "\t", "\u2581"]))


@pytest.fixture
def work(tmp_path: Path) -> Path:
    """Rows of a text that repeats, and configurations for them."""
    write_rows(tmp_path / "samples" / "first", rows=40)
    for matrices in ("adamw", "muon"):
        (tmp_path / f"{matrices}.toml").write_text(TINY.replace("MATRICES", matrices))
    return tmp_path


def write_rows(folder: Path, *, rows: int, first: int = 264) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("00000", "00001", "validation"):
        values = (numpy.arange(rows)[:, None] + numpy.arange(33)[None, :]) % 20 + first
        numpy.save(folder / f"{name}.npy", values.astype(numpy.uint16))


def write_corpus(work: Path, files: dict[str, str]) -> None:
    for role in ("train", "validation"):
        folder = work / "corpus" / role
        folder.mkdir(parents=True, exist_ok=True)
        with gzip.open(folder / "0000.jsonl.gz", "wt", encoding="utf-8") as stream:
            for path, text in files.items():
                entry = {"package": "app", "path": path, "language": "python", "text": text}
                stream.write(json.dumps(entry) + "\n")


def encoded(files: dict[str, str]) -> EncodedCorpus:
    return encoded_project(files, TOKENIZER)


def module(name: str, functions: int) -> str:
    return "".join(f"def {name}_{at}(value):\n    return value + {at}\n\n\n" for at in range(functions))


# Training


def test_rows_that_lie_in_a_renamed_folder_do_not_stop_a_run(work: Path) -> None:
    assert train(work, "--tokens", "1024") == 0
    (work / "samples" / "renamed").symlink_to("first")
    assert train(work, "--set", 'stages.first.samples_name="renamed"', "--tokens", "2048") == 0


def test_shards_that_are_made_meanwhile_are_read_before_the_first_one_again(work: Path) -> None:
    folder = work / "samples" / "first"
    reader = RowReader(folder, 40, seed=1)
    reader.next_batch()
    new = numpy.full((40, 33), 290, dtype=numpy.uint16)
    numpy.save(folder / "00002.npy", new)
    reader.next_batch()
    assert numpy.array_equal(reader.next_batch(), new)


def test_validation_counts_all_rows_however_few(work: Path) -> None:
    write_rows(work / "samples" / "first", rows=3)  # a batch has four
    assert train(work, "--tokens", "256") == 0
    log = (work / "runs" / "tiny" / "first" / "log.jsonl").read_text().splitlines()
    assert next(entry for entry in map(json.loads, log) if "validation_loss" in entry)["validation_loss"] > 1


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ("stages.first.samples={row_tokens = 16}", "row"),
        ("model.context=16", "context"),
        ("model.vocabulary=270", "vocabulary"),
        ("model.heads=3", "heads"),
        ("stages.first.samples={suffix_tokens_share = 1.0, row_tokens = 32}", "suffix_tokens_share"),
        ("stages.first.tokens=0", "tokens"),
    ],
)
def test_settings_that_do_not_fit_each_other_or_the_rows_are_named(
    work: Path, settings: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert train(work, "--set", settings) == 1
    assert message in capsys.readouterr().err


def test_a_full_disk_while_a_checkpoint_is_written_is_called_that(
    work: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    folder = work / "runs" / "tiny" / "first"
    folder.mkdir(parents=True)
    (folder / "state-0000002.pt.part").symlink_to("/dev/full")
    assert train(work, "--tokens", "256") == 1
    assert "The disk is full" in capsys.readouterr().err


@pytest.mark.parametrize("damage", ["format", "bytes"])
def test_a_run_whose_checkpoints_cannot_be_read_does_not_start_anew_over_them(work: Path, damage: str) -> None:
    assert train(work, "--tokens", "1024") == 0
    folder = work / "runs" / "tiny" / "first"
    for path in folder.glob("state-*.pt"):
        if damage == "bytes":
            path.write_bytes(path.read_bytes()[:500])
        else:
            torch.save({**torch.load(path, weights_only=True), "format": 2}, path)
    (folder / "last.pt").unlink()
    assert train(work, "--tokens", "1024") == 1


def test_a_run_that_is_done_is_left_as_it_is(work: Path) -> None:
    log = work / "runs" / "tiny" / "first" / "log.jsonl"
    assert train(work, "--tokens", "1024") == 0
    before = log.read_text()
    assert train(work, "--tokens", "1024") == 0
    assert log.read_text() == before


def test_the_curve_has_each_step_once_after_a_kill(work: Path) -> None:
    folder = work / "runs" / "tiny" / "first"
    folder.mkdir(parents=True)
    # Killed at 400 tokens, the newest checkpoint at 200.
    tokens = [100, 200, 300, 400, 300, 400, 500]
    lines = [{"time": at, "tokens": each, "loss": 1.0} for at, each in enumerate(tokens)]
    (folder / "log.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert [entry["tokens"] for entry in read_run(folder.parent)] == [100, 200, 300, 400, 500]


def test_the_curve_has_stages_in_the_order_they_were_trained_in(work: Path) -> None:
    run = work / "runs" / "tiny"
    for at, stage in enumerate(["first", "second", "third", "fourth"]):
        (run / stage).mkdir(parents=True)
        (run / stage / "log.jsonl").write_text(json.dumps({"time": at, "tokens": 100}) + '\n{"time": 9, "tok')
    found = [(entry["stage"], entry["total_tokens"]) for entry in read_run(run)]
    assert found == [("first", 100), ("second", 200), ("third", 300), ("fourth", 400)]


# Samples


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    (tmp_path / "tokenizer").mkdir()
    write_json(TOKENIZER.tokenizer, tmp_path / "tokenizer" / "tokenizer.json")
    stage = 'tokens = 1024\nbatch_tokens = 256\nsamples = { row_tokens = 256 }\nsamples_name = "rows"\n'
    text = (
        re.sub(r"\[\[stages\]\](.|\n)*", "", TINY.replace("MATRICES", "adamw")) + f'[[stages]]\nname = "first"\n{stage}'
    )
    (tmp_path / "tiny.toml").write_text(f'{text}[[stages]]\nname = "second"\nclean = true\nseed = 2\n{stage}')
    write_corpus(tmp_path, {"a.py": module("one", 30), "b.py": module("two", 30)})
    return tmp_path


def make_samples(work: Path, *more: str) -> int:
    return main(["samples", "--work", str(work), "--configuration", str(work / "tiny.toml"), "--processes", "1", *more])


def test_rows_of_another_corpus_are_not_taken_for_this_ones(corpus: Path) -> None:
    """A project that was set aside since must not stay in rows made before."""
    assert make_samples(corpus) == 0
    before = numpy.load(corpus / "samples" / "rows" / "00000.npy")
    write_corpus(corpus, {"c.py": module("three", 60)})
    assert make_samples(corpus) == 1 or not numpy.array_equal(
        numpy.load(corpus / "samples" / "rows" / "00000.npy"), before
    )


def test_stages_that_choose_other_files_do_not_share_rows(corpus: Path) -> None:
    assert make_samples(corpus) == 0
    assert make_samples(corpus, "--stage", "second") == 1


def test_a_damaged_cache_of_the_encoded_corpus_is_made_anew(corpus: Path) -> None:
    cache = corpus / "samples" / "train-tokens.npz"
    tokens = encode_corpus(corpus / "corpus" / "train", TOKENIZER, cache).tokens
    cache.write_bytes(cache.read_bytes()[:-200])
    assert numpy.array_equal(encode_corpus(corpus / "corpus" / "train", TOKENIZER, cache).tokens, tokens)


def test_near_the_top_of_a_file_the_suffix_is_as_long_as_elsewhere() -> None:
    """The product gives the suffix a quarter of its room, however short the prefix (`tokenBudgetOf`)."""
    corpus = encoded({"a.py": module("one", 40)})
    settings = SampleSettings(no_suffix_share=0.0, next_token_share=0.0, snippet_share=0.0)
    maker = SampleMaker(corpus, TOKENIZER, settings)
    starts = corpus.token_starts_of(0)
    last = max(line for line in range(len(starts)) if starts[line] < 900)
    lengths = []
    for seed in range(60):
        sample = maker.sample_of(Window(0, 0, last, False, False), str(seed))
        if sample is not None:
            prefix = sample.index(FIM_MIDDLE) - sample.index(FIM_PREFIX)
            if prefix < 200:
                lengths.append(sample.index(FIM_PREFIX) - sample.index(FIM_SUFFIX))
    assert lengths and max(lengths) > 0.15 * settings.row_tokens


def test_the_order_of_the_corpus_does_not_change_a_samples_snippets() -> None:
    files = {f"{name}.py": f"def {name}(user):\n    return user\n" for name in "abcdef"} | {
        "main.py": module("user", 40)
    }
    settings = SampleSettings(no_suffix_share=0.0, next_token_share=0.0, snippet_share=1.0)
    made = []
    for order in (list(files), list(reversed(files))):
        corpus = encoded({path: files[path] for path in order})
        at = order.index("main.py")
        windows = windows_of(corpus, settings, 1, [at])
        made.append([SampleMaker(corpus, TOKENIZER, settings).sample_of(window, "1") for window in windows])
    assert made[0] == made[1]
