"""Any folder of repositories as completion tasks, and the projects set aside as such a folder."""

import json
from pathlib import Path

import pytest
from corpus_fixtures import Registry, module

from nearfirst_training.__main__ import main


@pytest.fixture
def registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Registry:
    made = Registry(tmp_path)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(made.links))
    return made


def unpack(registry: Registry, *more: str) -> int:
    registry.command()
    out = str(registry.root / "set" / "repositories")
    return main(
        ["corpus", "unpack", "--manifest", str(registry.manifest), "--work", str(registry.work), "--out", out, *more]
    )


def tasks_of(folder: Path) -> list[dict]:
    out = folder / "tasks.jsonl"
    assert main(["tasks", "--repositories", str(folder / "repositories"), "--out", str(out), "--seed", "42"]) == 0
    return [json.loads(line) for line in out.read_text().splitlines()]


def test_the_projects_set_aside_are_unpacked_and_no_others(registry: Registry) -> None:
    registry.wheel("alpha", {"one.py": module(1)})
    registry.wheel("beta", {"one.py": module(2), "deep/two.py": "x = 1\n", "data.txt": "none"}, role="heldout")
    assert unpack(registry) == 0
    root = registry.root / "set" / "repositories"
    files = {path.relative_to(root).as_posix(): path.read_text() for path in root.rglob("*") if path.is_file()}
    assert files == {"beta/beta/one.py": module(2), "beta/beta/deep/two.py": "x = 1\n"}


def test_an_archive_with_another_hash_is_not_unpacked(registry: Registry, capsys: pytest.CaptureFixture[str]) -> None:
    registry.wheel("beta", {"one.py": module(2)}, role="heldout")
    registry.packages[0]["sha256"] = "0" * 64
    registry.fetch_all()
    assert unpack(registry) == 1
    assert "beta" in capsys.readouterr().err
    assert not (registry.root / "set" / "repositories" / "beta").exists()
    registry.wheel("gamma", {"one.py": module(3)}, role="heldout")
    assert unpack(registry, "--on-missing", "skip") == 0
    assert [path.name for path in (registry.root / "set" / "repositories").iterdir()] == ["gamma"]


def test_an_archive_writes_nothing_outside_of_its_folder(registry: Registry) -> None:
    registry.wheel("beta", {"../../../evil.py": module(2), "one.py": module(3)}, role="heldout")
    assert unpack(registry) == 0
    assert not list(registry.root.rglob("evil.py"))
    assert (registry.root / "set" / "repositories" / "beta" / "beta" / "one.py").exists()


def test_tasks_fit_the_files_as_they_lie_on_the_disk(tmp_path: Path) -> None:
    repositories = tmp_path / "repositories"
    contents = {
        "one/pkg/good.py": module(1).encode(),
        "one/pkg/windows.py": module(2).replace("\n", "\r\n").encode(),
        "one/pkg/marked.py": b"\xef\xbb\xbf" + module(3).encode(),
        "one/_vendor/copied.py": module(4).encode(),
        "two/also.py": ("# 𝒳\n" + module(5)).encode(),
    }
    for name, content in contents.items():
        (repositories / name).parent.mkdir(parents=True, exist_ok=True)
        (repositories / name).write_bytes(content)
    tasks = tasks_of(tmp_path)
    assert {(task["package"], task["path"]) for task in tasks} == {("one", "pkg/good.py"), ("two", "also.py")}
    for task in tasks:
        text = contents[f"{task['package']}/{task['path']}"].decode().encode("utf-16-le")
        target = task["target"].encode("utf-16-le")
        assert text[2 * task["offset"] :].startswith(target)
    assert tasks_of(tmp_path) == tasks


def test_a_folder_that_is_not_there_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tasks", "--repositories", str(tmp_path / "none"), "--out", str(tmp_path / "out.jsonl")]) == 1
    assert "holds a repository a folder" in capsys.readouterr().err
    assert main(["tasks", "--repositories", str(tmp_path)]) == 1
    assert "--out" in capsys.readouterr().err
