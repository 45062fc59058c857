"""What the corpus step does with good, bad and missing packages."""

import gzip
import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest

from nearfirst_training.__main__ import main
from nearfirst_training.corpus.evaluation import program_ngrams
from nearfirst_training.errors import DiskFullError
from nearfirst_training.work_directory import write_atomically

TRAINING = Path(__file__).resolve().parent.parent

HUMANEVAL_BODY = '''
def has_close_elements(numbers: List[float], threshold: float) -> bool:
    for idx, elem in enumerate(numbers):
        for idx2, elem2 in enumerate(numbers):
            if idx != idx2:
                distance = abs(elem - elem2)
                if distance < threshold:
                    return True

    return False
'''


def module(seed: int, functions: int = 8) -> str:
    """A module that parses, passes every filter, and is like no other seed's."""
    chance = random.Random(seed)
    words = ["".join(chance.choices("abcdefghijklmnopqrstuvwxyz", k=7)) for _ in range(60)]
    parts = [f'"""Works on {" ".join(words[:6])}."""\n\nimport {words[0]}\n']
    for _ in range(functions):
        name, first, second, third, fourth = chance.sample(words, 5)
        parts.append(
            f"\n\ndef {name}({first}, {second}={chance.randrange(100)}):\n"
            f"    {third} = {first}.{fourth}({second}) + {chance.choice(words)}\n"
            f"    while {third} < {chance.choice(words)}:\n"
            f"        {third} = {chance.choice(words)}({third}, {first})\n"
            f"    return {third} - {second}\n"
        )
    return "".join(parts)


class Registry:
    """A folder of wheels that the ordinary client takes for a registry, and a manifest of them."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.links = root / "links"
        self.work = root / "work"
        self.manifest = root / "manifest.json"
        self.output = self.work / "corpus"
        self.packages: list[dict] = []
        self.links.mkdir()

    def wheel(self, name: str, files: dict[str, str | bytes], role: str = "train", metadata: str = "") -> Path:
        path = self.links / f"{name}-1.0-py3-none-any.whl"
        info = f"{name}-1.0.dist-info"
        head = f"Metadata-Version: 2.4\nName: {name}\nVersion: 1.0\n{metadata or 'License-Expression: MIT'}\n"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for inner, content in files.items():
                archive.writestr(f"{name}/{inner}", content)
            archive.writestr(f"{info}/METADATA", head)
            archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
            archive.writestr(f"{info}/RECORD", "")
        self.enter(name, path, role)
        return path

    def enter(self, name: str, path: Path, role: str = "train") -> None:
        content = path.read_bytes()
        entry = {"name": name, "version": "1.0", "licence": "MIT", "file": path.name, "role": role}
        self.packages.append(entry | {"sha256": hashlib.sha256(content).hexdigest(), "size": len(content)})

    def fetch_all(self) -> None:
        """Puts every wheel where the download would have put it."""
        (self.work / "packages").mkdir(parents=True, exist_ok=True)
        for path in self.links.glob("*.whl"):
            (self.work / "packages" / path.name).write_bytes(path.read_bytes())

    def command(self, *more: str) -> list[str]:
        self.manifest.write_text(json.dumps({"packages": self.packages}))
        return ["corpus", "build", "--manifest", str(self.manifest), "--work", str(self.work), *more]

    def build(self, *more: str) -> int:
        return main(self.command(*more))

    def start(self, *more: str) -> subprocess.Popen:
        return subprocess.Popen(
            [sys.executable, "-m", "nearfirst_training", *self.command(*more)],
            cwd=TRAINING,
            stderr=subprocess.PIPE,
            text=True,
        )

    def report(self) -> dict:
        return json.loads((self.output / "report.json").read_text())

    def kept(self, role: str = "train") -> set[str]:
        return {f"{line['package']}:{line['path'].split('/', 1)[1]}" for line in self.lines(role)}

    def lines(self, role: str = "train") -> list[dict]:
        paths = sorted((self.output / role).glob("*.jsonl.gz"))
        return [json.loads(line) for path in paths for line in gzip.open(path, "rt", encoding="utf-8")]

    def dropped(self, name: str) -> dict[str, int]:
        return self.report()["packages"][name]["dropped"]


@pytest.fixture
def registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Registry:
    made = Registry(tmp_path)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(made.links))
    return made


def test_a_corpus_is_downloaded_filtered_and_split_by_role(registry: Registry) -> None:
    registry.wheel("alpha", {"one.py": module(1), "two.py": module(2), "data.txt": "no source"})
    registry.wheel("beta", {"one.py": module(3)}, role="validation")
    registry.wheel("gamma", {"one.py": module(4)}, role="heldout")
    assert registry.build() == 0
    assert registry.kept() == {"alpha:one.py", "alpha:two.py"}
    assert registry.kept("validation") == {"beta:one.py"}
    assert registry.kept("heldout") == {"gamma:one.py"}
    line = next(line for line in registry.lines() if line["path"] == "alpha/one.py")
    assert line == {"package": "alpha", "path": "alpha/one.py", "language": "python", "text": module(1)}
    assert registry.report()["roles"]["train"]["bytes"] == len(module(1)) + len(module(2))


@pytest.mark.parametrize(
    ("reason", "content"),
    [
        ("not-utf-8", module(9).encode() + b'name = "caf\xe9"\n'),
        ("syntax", module(9) + "\ndef broken(:\n"),
        ("syntax", module(9) + "\n\x00\n"),
        ("syntax", module(9) + "\n" + "deep = " + "[deep_name,\n" * 3000 + "]\n" * 3000),
        ("size", "x = 1\n"),
        ("mark", module(9) + '\npiece = "\u2581the"\n'),
        ("long-line", module(9) + f'\ntext = "{"word " * 90}"\n'),
        ("generated", "# Generated by the protocol buffer compiler.  DO NOT EDIT!\n" + module(9)),
        ("licence", "# under the terms of the GNU General Public License\n" + module(9)),
        ("stub", "# Copyright the authors. All rights reserved, and so on.\n" * 6 + "from .core import run\n"),
        ("data", "table = {\n" + "".join(f'    "key {i}": ({i}, {i * 7}),\n' for i in range(80)) + "}\n"),
    ],
)
def test_a_file_that_is_not_worth_learning_from_is_dropped_and_counted(
    registry: Registry, reason: str, content: str | bytes
) -> None:
    registry.wheel("alpha", {"good.py": module(1), "bad.py": content})
    registry.fetch_all()
    assert registry.build() == 0
    assert registry.kept() == {"alpha:good.py"}
    assert registry.dropped("alpha") == {reason: 1}


def test_vendored_copies_are_dropped(registry: Registry) -> None:
    registry.wheel("alpha", {"good.py": module(1), "_vendor/other/core.py": module(2)})
    registry.fetch_all()
    assert registry.build() == 0
    assert registry.dropped("alpha") == {"vendored": 1}


def test_exact_duplicates_are_kept_once(registry: Registry) -> None:
    registry.wheel("alpha", {"one.py": module(1), "same.py": module(1).replace("\n", "  \r\n")})
    registry.wheel("beta", {"one.py": module(1) + "\n\n"})
    registry.fetch_all()
    assert registry.build() == 0
    assert [line["text"] for line in registry.lines()] == [module(1)]


def test_near_duplicates_of_one_role_are_kept_once(registry: Registry) -> None:
    registry.wheel("alpha", {"one.py": module(1, 40)})
    registry.wheel("beta", {"one.py": module(1, 40) + "\n\ndef extra(value):\n    return value\n", "own.py": module(2)})
    registry.fetch_all()
    assert registry.build() == 0
    assert registry.kept() == {"alpha:one.py", "beta:own.py"}
    assert registry.dropped("beta") == {"near-duplicate": 1}


@pytest.mark.parametrize("role", ["heldout", "validation"])
def test_a_near_duplicate_of_a_held_out_file_is_dropped_from_training_whatever_the_names(
    registry: Registry, role: str
) -> None:
    changed = module(1, 40).replace("while", "# changed\n    while", 1)
    registry.wheel("alpha", {"copy.py": changed, "own.py": module(2)})
    registry.wheel("zeta", {"original.py": module(1, 40)}, role=role)
    registry.fetch_all()
    assert registry.build() == 0
    assert registry.kept() == {"alpha:own.py"}
    assert registry.kept(role) == {"zeta:original.py"}


def test_a_train_file_that_takes_over_half_of_a_held_out_file_is_dropped(registry: Registry) -> None:
    half = module(1, 40)[: len(module(1, 40)) // 2].rsplit("\n\n\n", 1)[0]
    registry.wheel("alpha", {"copy.py": half + "\n\n\n" + module(2, 20), "own.py": module(3)})
    registry.wheel("zeta", {"original.py": module(1, 40)}, role="heldout")
    registry.fetch_all()
    assert registry.build() == 0
    assert registry.dropped("alpha") == {"held-out-copy": 1}


def test_a_licence_header_does_not_make_strangers_alike(registry: Registry) -> None:
    header = "".join(f"# line {i} of a licence that both files carry, word by word\n" for i in range(40))
    registry.wheel("alpha", {"one.py": header + module(1)})
    registry.wheel("zeta", {"one.py": header + module(2)}, role="heldout")
    registry.fetch_all()
    assert registry.build() == 0
    assert registry.kept() == {"alpha:one.py"}


def test_a_file_that_holds_a_body_of_humaneval_is_dropped(registry: Registry) -> None:
    registry.wheel("alpha", {"solution.py": module(1) + HUMANEVAL_BODY, "own.py": module(2)})
    registry.wheel("beta", {"solution.py": module(3) + HUMANEVAL_BODY}, role="validation")
    registry.fetch_all()
    assert registry.build() == 0
    assert registry.dropped("alpha") == {"evaluation": 1}
    assert registry.dropped("beta") == {"evaluation": 1}


def test_rows_of_numbers_are_no_evaluation_problem() -> None:
    assert len(program_ngrams("values = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]\n")) == 0
    assert len(program_ngrams(HUMANEVAL_BODY)) > 20


def test_no_package_gives_more_than_its_limit(registry: Registry) -> None:
    registry.wheel("alpha", {f"file{i}.py": module(i) for i in range(20)})
    registry.fetch_all()
    assert registry.build("--package-bytes", "4000") == 0
    kept = registry.report()["packages"]["alpha"]
    assert 4000 <= kept["bytes"] < 4000 + len(module(1)) * 1.5
    assert kept["dropped"] == {"over-limit": 20 - kept["files"]}


def test_a_package_that_is_gone_stops_the_build_by_name_or_is_skipped(
    registry: Registry, capsys: pytest.CaptureFixture[str]
) -> None:
    registry.wheel("alpha", {"one.py": module(1)})
    registry.wheel("gone", {"one.py": module(2)}).unlink()
    assert registry.build() == 1
    message = capsys.readouterr().err
    assert "gone 1.0 could not be fetched" in message and "--on-missing skip" in message
    assert not registry.output.exists()
    assert registry.build("--on-missing", "skip") == 0
    assert registry.report()["skipped_packages"] == {"gone": "gone"}
    assert registry.kept() == {"alpha:one.py"}


def test_a_download_with_another_hash_is_refused_and_not_kept(
    registry: Registry, capsys: pytest.CaptureFixture[str]
) -> None:
    registry.wheel("alpha", {"one.py": module(1)})
    registry.wheel("beta", {"one.py": module(2)})
    registry.packages[1]["sha256"] = "0" * 64
    assert registry.build() == 1
    assert "beta: beta-1.0-py3-none-any.whl has sha256" in capsys.readouterr().err
    assert [path.name for path in (registry.work / "packages").glob("*.whl")] == ["alpha-1.0-py3-none-any.whl"]
    assert registry.build("--on-missing", "skip") == 0
    assert registry.report()["skipped_packages"] == {"beta": "hash"}


def test_a_file_of_the_packages_folder_that_was_cut_short_is_noticed(
    registry: Registry, capsys: pytest.CaptureFixture[str]
) -> None:
    path = registry.wheel("alpha", {"one.py": module(1)})
    registry.wheel("beta", {"one.py": module(2)})
    registry.fetch_all()
    (registry.work / "packages" / path.name).write_bytes(path.read_bytes()[:-20])
    assert registry.build() == 1
    assert "alpha" in capsys.readouterr().err
    assert registry.build("--on-missing", "skip") == 0
    assert registry.report()["skipped_packages"] == {"alpha": "hash"}


@pytest.mark.parametrize("damage", ["no zip at all", "a member that does not inflate"])
def test_a_corrupt_archive_is_reported_by_name(
    registry: Registry, capsys: pytest.CaptureFixture[str], damage: str
) -> None:
    path = registry.wheel("broken", {"one.py": module(1)})
    content = path.read_bytes()
    path.write_bytes(b"not a zip" if damage == "no zip at all" else content[:80] + bytes(60) + content[140:])
    registry.packages.clear()
    registry.enter("broken", path)
    registry.wheel("alpha", {"one.py": module(2)})
    registry.fetch_all()
    assert registry.build() == 1
    message = capsys.readouterr().err
    assert "broken: " in message and "cannot be read as a wheel" in message
    assert not registry.output.exists()
    assert registry.build("--on-missing", "skip") == 0
    assert registry.report()["skipped_packages"] == {"broken": "corrupt"}


def many_packages(registry: Registry) -> None:
    for number in range(12):
        files = {f"file{i}.py": module(number * 100 + i, 60) for i in range(25)}
        registry.wheel(f"package{number}", files, role=["train", "train", "heldout", "validation"][number % 4])
    registry.fetch_all()


def wait_for_first_result(registry: Registry) -> None:
    for _ in range(3000):
        if any((registry.work / "corpus-packages").glob("*.jsonl.gz")):
            return
        time.sleep(0.01)
    pytest.fail("no package was filtered within half a minute")


def shards(output: Path) -> dict[str, bytes]:
    return {str(path.relative_to(output)): path.read_bytes() for path in sorted(output.rglob("*.*"))}


def test_a_killed_build_goes_on_and_ends_with_the_same_bytes(registry: Registry) -> None:
    many_packages(registry)
    started = registry.start()
    wait_for_first_result(registry)
    started.kill()
    started.communicate(timeout=60)
    assert not registry.output.exists()
    assert registry.build("--shard-bytes", "200000") == 0
    whole = registry.work / "whole"
    (registry.work / "corpus-packages").rename(registry.root / "aside")
    assert registry.build("--shard-bytes", "200000", "--output", str(whole), "--processes", "1") == 0
    assert shards(registry.output) == shards(whole)
    assert len([name for name in shards(whole) if name.startswith("train/")]) > 1


def test_control_c_says_how_to_go_on_and_leaves_no_corpus(registry: Registry) -> None:
    many_packages(registry)
    started = registry.start()
    wait_for_first_result(registry)
    started.send_signal(signal.SIGINT)
    _, message = started.communicate(timeout=60)
    assert started.returncode == 130
    assert "run the same command again" in message
    assert not registry.output.exists()
    assert not list((registry.work / "corpus-packages").glob("*.part"))


def test_another_seed_gives_the_same_files_in_another_order(registry: Registry) -> None:
    registry.wheel("alpha", {f"file{i}.py": module(i) for i in range(30)})
    registry.fetch_all()
    assert registry.build("--seed", "1") == 0
    first = [line["path"] for line in registry.lines()]
    assert registry.build("--seed", "2") == 0
    second = [line["path"] for line in registry.lines()]
    assert first != second and sorted(first) == sorted(second)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
def test_a_full_disk_is_a_clear_message_and_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    write_atomically(path, "old")
    (tmp_path / "report.json.part").symlink_to("/dev/full")
    with pytest.raises(DiskFullError, match="The disk is full: could not write .*report.json"):
        write_atomically(path, "new")
    assert path.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["report.json"]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
def test_a_full_disk_in_a_worker_stops_the_build_with_the_same_message(
    registry: Registry, capsys: pytest.CaptureFixture[str]
) -> None:
    registry.wheel("alpha", {"one.py": module(1)})
    registry.fetch_all()
    assert registry.build() == 0
    result = next((registry.work / "corpus-packages").glob("alpha-*.jsonl.gz"))
    result.unlink()
    result.with_name(result.name + ".part").symlink_to("/dev/full")
    capsys.readouterr()
    assert registry.build() == 1
    assert capsys.readouterr().err.count("The disk is full") == 1
    assert registry.kept() == {"alpha:one.py"}, "the earlier corpus stays"


def test_a_manifest_lists_only_candidates_with_a_permissive_licence(
    registry: Registry, capsys: pytest.CaptureFixture[str]
) -> None:
    registry.wheel("alpha", {"one.py": module(1)})
    registry.wheel("beta", {"one.py": module(2)}, metadata="License-Expression: GPL-3.0-or-later")
    registry.wheel("delta", {"one.py": module(3)}, metadata="Classifier: License :: OSI Approved :: BSD License")
    registry.wheel("eta", {"one.py": module(4)}, metadata="Summary: says nothing of a licence")
    candidates = registry.root / "candidates.txt"
    candidates.write_text("# a comment\nalpha\nbeta\ndelta heldout\neta\nnowhere\n")
    arguments = ["--candidates", str(candidates), "--manifest", str(registry.manifest), "--work", str(registry.work)]
    assert main(["corpus", "manifest", *arguments]) == 0
    packages = json.loads(registry.manifest.read_text())["packages"]
    assert [(p["name"], p["licence"], p["role"]) for p in packages] == [
        ("alpha", "MIT", "train"),
        ("delta", "BSD-3-Clause", "heldout"),
    ]
    message = capsys.readouterr().err
    for name in ("beta", "eta", "nowhere"):
        assert f"left out: {name}" in message


def test_a_misspelt_role_is_refused_with_its_line(registry: Registry, capsys: pytest.CaptureFixture[str]) -> None:
    candidates = registry.root / "candidates.txt"
    candidates.write_text("alpha\nbeta held-out\n")
    assert main(["corpus", "manifest", "--candidates", str(candidates), "--work", str(registry.work)]) == 1
    assert "candidates.txt:2" in capsys.readouterr().err


def test_the_committed_manifest_is_permissive_and_holds_the_benchmark_projects_out() -> None:
    from nearfirst_training.corpus.licences import is_permissive
    from nearfirst_training.corpus.manifest import read_manifest

    packages = read_manifest(TRAINING / "corpus" / "manifest.json")
    assert all(is_permissive(package.licence) for package in packages)
    held_out = {package.name for package in packages if package.role == "heldout"}
    benchmark = json.loads((TRAINING.parent / "bench" / "corpus" / "manifest.json").read_text())
    assert {entry["package"] for entry in benchmark if entry["path"].startswith("python/")} <= held_out
