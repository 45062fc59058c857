"""Completion tasks: places of real files, drawn the same way each time, and what is written down of them."""

import gzip
import hashlib
import json
import random
from collections import Counter
from pathlib import Path

import pytest

from nearfirst_training.__main__ import main
from nearfirst_training.corpus.read_corpus import CorpusFile
from nearfirst_training.tasks.build import Task, make_tasks
from nearfirst_training.tasks.domain import domain_of
from nearfirst_training.tasks.places import MOST_CHARACTERS, line_places, statement_places, suffix_place

SOURCE = '''"""A module.

    text = "in the docstring"
"""
import os  # why

NAME = "𝒳 and 𝒴"; OTHER = 2


def greet(name):
    """Greets."""
    value = call(
        name,
        os.path,
    )
    table = [
        1,  # one
    ]
    sql = """
    select = 1
    """
    # comment
    if value: return value
    𝒳 = NAME
    return "𝒴" + 𝒳
'''


def texts(places: list, source: str = SOURCE) -> list[str]:
    return [source[place.start : place.end] for place in places]


def test_statements_stand_alone_on_their_lines_and_hold_no_comment() -> None:
    assert texts(statement_places(SOURCE)) == [
        "def greet(name):",
        "value = call(\n        name,\n        os.path,\n    )",
        'sql = """\n    select = 1\n    """',
        "if value: return value",
        "𝒳 = NAME",
        'return "𝒴" + 𝒳',
    ]


def test_lines_are_those_of_code() -> None:
    assert texts(line_places(SOURCE)) == [
        'NAME = "𝒳 and 𝒴"; OTHER = 2',
        "def greet(name):",
        "value = call(",
        "name,",
        "os.path,",
        "table = [",
        "if value: return value",
        "𝒳 = NAME",
        'return "𝒴" + 𝒳',
    ]


def test_no_target_is_longer_than_an_answer_can_be() -> None:
    long = f"a = {'1 + ' * MOST_CHARACTERS}1\nb = 1\n"
    assert texts(statement_places(long), long) == texts(line_places(long), long) == ["b = 1"]


def test_a_suffix_leaves_something_typed_and_something_to_write() -> None:
    place = statement_places("ab = 1\n")[0]
    cuts = {suffix_place("ab = 1\n", place, random.Random(seed)).start for seed in range(200)}
    assert cuts == {1, 2, 3, 4, 5}


@pytest.mark.parametrize("source", ["def (:\n", "", "\0", "x = 'a\n", "# only\n\n"])
def test_a_file_that_is_no_python_has_no_places(source: str) -> None:
    assert statement_places(source) == [] == line_places(source)


def files_of(package: str, count: int, source: str = SOURCE) -> list[CorpusFile]:
    return [CorpusFile(package, f"{package}/part{at}.py", "python", f"{source}number = {at}\n") for at in range(count)]


FILES = [*files_of("one", 9), *files_of("two", 9), *files_of("tiny", 1, "a = 1\n")]


def test_prefix_target_and_suffix_follow_from_the_file_in_utf_16_units() -> None:
    sources = {(file.package, file.path): file.text.encode("utf-16-le") for file in FILES}
    tasks = make_tasks(FILES, most=100, each=15, seed=1)
    assert any(len(task.target.encode("utf-16-le")) > 2 * len(task.target) for task in tasks)
    for task in tasks:
        source, target = sources[task.package, task.path], task.target.encode("utf-16-le")
        assert source[2 * task.offset : 2 * task.offset + len(target)] == target


def test_projects_are_balanced_in_every_beginning_of_a_kind() -> None:
    tasks = make_tasks(FILES, most=24, each=12, seed=1)
    for kind in ("statement", "suffix", "line"):
        own = [task for task in tasks if task.kind == kind]
        counts = Counter(task.package for task in own)
        assert len(own) == 24 and counts["tiny"] == 2 and counts["one"] - counts["two"] in (-0, 0)
        assert {task.package for task in own[:3]} == {"one", "two", "tiny"}
        assert len({task.id for task in own}) == 24


def test_suffixes_are_cut_out_of_the_very_statements() -> None:
    tasks = make_tasks(FILES, most=30, each=15, seed=1)
    statements = [task for task in tasks if task.kind == "statement"]
    suffixes = [task for task in tasks if task.kind == "suffix"]
    for statement, suffix in zip(statements, suffixes, strict=True):
        assert suffix.path == statement.path and suffix.offset > statement.offset
        assert statement.target.endswith(suffix.target) and statement.target != suffix.target


def test_tasks_depend_on_the_seed_and_the_project_alone() -> None:
    def of_one(tasks: list[Task]) -> list[Task]:
        return [task for task in tasks if task.package == "one"]

    tasks = make_tasks(FILES, most=100, each=10, seed=1)
    assert make_tasks(FILES[::-1], most=100, each=10, seed=1) == tasks
    assert make_tasks(FILES, most=100, each=10, seed=2) != tasks
    assert of_one(make_tasks(files_of("one", 9), most=100, each=10, seed=1)) == of_one(tasks)


@pytest.mark.parametrize(
    ("texts", "domain"),
    [
        (["import torch.nn as nn\n"], "machine-learning"),
        (["def f():\n    from sklearn import svm\n", "a = 1\n"], "machine-learning"),
        (["import torch\n", *["a = 1\n"] * 10], "other"),
        (["# import torch\nimport torchlike\n"], "other"),
    ],
)
def test_the_imports_tell_whether_a_project_is_about_machine_learning(texts: list[str], domain: str) -> None:
    assert domain_of(texts) == domain


@pytest.fixture
def work(tmp_path: Path) -> Path:
    folder = tmp_path / "corpus" / "heldout"
    folder.mkdir(parents=True)
    with gzip.open(folder / "0000.jsonl.gz", "wt", encoding="utf-8") as stream:
        stream.writelines(json.dumps(vars(file)) + "\n" for file in FILES)
    return tmp_path


def test_the_step_writes_the_tasks_and_what_they_were_made_from(work: Path) -> None:
    assert main(["tasks", "--work", str(work), "--tasks", "10"]) == 0
    content = (work / "tasks" / "heldout.jsonl").read_bytes()
    tasks = [json.loads(line) for line in content.decode().splitlines()]
    assert len(tasks) == 30
    assert list(tasks[0]) == ["id", "package", "domain", "path", "language", "kind", "offset", "target"]
    report = json.loads((work / "tasks" / "heldout-report.json").read_text())
    assert report["tasks"] == 30 and report["kinds"]["line"]["tasks"] == 10
    assert report["tasks_sha256"] == hashlib.sha256(content).hexdigest()
    assert main(["tasks", "--work", str(work), "--tasks", "10"]) == 0
    assert (work / "tasks" / "heldout.jsonl").read_bytes() == content


def test_without_a_corpus_the_step_says_what_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tasks", "--work", str(tmp_path)]) == 1
    assert "corpus build" in capsys.readouterr().err
    assert not (tmp_path / "tasks").exists()


def test_a_damaged_shard_leaves_the_old_tasks_as_they_are(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tasks", "--work", str(work)]) == 0
    old = (work / "tasks" / "heldout.jsonl").read_bytes()
    shard = work / "corpus" / "heldout" / "0000.jsonl.gz"
    shard.write_bytes(shard.read_bytes()[:-20])
    assert main(["tasks", "--work", str(work)]) == 1
    assert "damaged" in capsys.readouterr().err
    assert (work / "tasks" / "heldout.jsonl").read_bytes() == old
