"""The bundle: the corpus in one file, for a machine without a network."""

import gzip
import json
import random
import string
from pathlib import Path

import pytest

from nearfirst_training.__main__ import main
from nearfirst_training.corpus.read_corpus import CorpusFile, read_corpus


@pytest.fixture
def work(tmp_path: Path) -> Path:
    """A corpus of noise, which cannot be packed much: 200 training files of 10 kB and one validation file."""
    chance = random.Random(0)
    for role, count in (("train", 200), ("validation", 1)):
        folder = tmp_path / "corpus" / role
        folder.mkdir(parents=True)
        with gzip.open(folder / "0000.jsonl.gz", "wt", encoding="utf-8") as stream:
            for at in range(count):
                text = "é" + "".join(chance.choices(string.ascii_letters, k=10_000))
                entry = {"package": "p", "path": f"{role}/{at}.py", "language": "python", "text": text}
                stream.write(json.dumps(entry) + "\n")
    return tmp_path


def bundle(work: Path, *arguments: str) -> int:
    return main(["bundle", "--work", str(work), *arguments])


def test_what_was_packed_is_unpacked_and_stays_below_the_size(work: Path, tmp_path: Path) -> None:
    file, other = tmp_path / "bundle.xz", tmp_path / "other"
    assert bundle(work, "--pack", str(file), "--megabytes", "1") == 0
    assert file.stat().st_size < 1_500_000
    assert bundle(other, "--unpack", str(file)) == 0
    packed, whole = (list(read_corpus(folder / "corpus" / "train")) for folder in (other, work))
    assert 50 < len(packed) < 200
    assert packed == whole[: len(packed)]
    validation: list[CorpusFile] = list(read_corpus(other / "corpus" / "validation"))
    assert validation == list(read_corpus(work / "corpus" / "validation"))


def test_a_bundle_that_was_cut_short_leaves_no_corpus(
    work: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, other = tmp_path / "bundle.xz", tmp_path / "other"
    assert bundle(work, "--pack", str(file), "--megabytes", "1") == 0
    file.write_bytes(file.read_bytes()[:-1000])
    assert bundle(other, "--unpack", str(file)) == 1
    assert "no whole bundle" in capsys.readouterr().err
    assert not list(other.glob("corpus/*/*"))


def test_a_corpus_that_is_there_is_not_replaced(work: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert bundle(work, "--unpack", str(tmp_path / "bundle.xz")) == 1
    assert "is there already" in capsys.readouterr().err
