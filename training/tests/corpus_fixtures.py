"""Packages made for the tests, and a stand-in for the registries that they come from."""

import gzip
import hashlib
import io
import json
import random
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

from nearfirst_training.__main__ import main

TRAINING = Path(__file__).resolve().parent.parent


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


def script(seed: int, functions: int = 8) -> str:
    """The same as TypeScript, which is JavaScript too."""
    return _braces(seed, functions, "export function", "const ")


def java_class(seed: int, functions: int = 8) -> str:
    """The same as Java."""
    return f"package org.example;\n\npublic class Made{seed} {{\n{_braces(seed, functions, 'public int', 'int ')}}}\n"


def cpp_source(seed: int, functions: int = 8) -> str:
    """The same as C++."""
    return f"#include <vector>\n\nnamespace made {{\n{_braces(seed, functions, 'inline int', 'auto ')}}}  // namespace made\n"


def _braces(seed: int, functions: int, head: str, declare: str) -> str:
    chance = random.Random(seed)
    words = ["".join(chance.choices("abcdefghijklmnopqrstuvwxyz", k=7)) for _ in range(60)]
    parts = []
    for _ in range(functions):
        name, first, second, third, fourth = chance.sample(words, 5)
        parts.append(
            f"\n{head} {name}({first}, {second}) {{\n"
            f"  {declare}{third} = {first}.{fourth}({second}) + {chance.choice(words)};\n"
            f"  while ({third} < {chance.choice(words)}) {{\n"
            f"    {third} = {chance.choice(words)}({third}, {first});\n"
            f"  }}\n  return {third} - {second};\n}}\n"
        )
    return "".join(parts)


class Registry:
    """A folder of archives that stands for the registries, and a manifest of them."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.links = root / "links"
        self.work = root / "work"
        self.manifest = root / "manifest.json"
        self.output = self.work / "corpus"
        self.packages: list[dict] = []
        self.settings: dict[str, object] = {}
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

    def tarball(self, name: str, files: dict[str, str | bytes], role: str = "train", **more: object) -> Path:
        """An npm package; ``more`` are further members of its entry, or its ``license``."""
        licence = more.pop("license", "MIT")
        path = self.links / f"{name.removeprefix('@').replace('/', '-')}-1.0.0.tgz"
        about = json.dumps({"name": name, "version": "1.0.0", "license": licence})
        with tarfile.open(path, "w:gz") as archive:
            for inner, content in {"package.json": about, **files}.items():
                data = content.encode() if isinstance(content, str) else content
                member = tarfile.TarInfo(f"package/{inner}")
                member.size = len(data)
                archive.addfile(member, io.BytesIO(data))
        self.enter(name, path, role, version="1.0.0", **({"languages": ["typescript", "javascript"]} | more))
        return path

    def jar(self, name: str, files: dict[str, str | bytes], role: str = "train", pom: str = "") -> Path:
        """The jar of sources of a Maven artifact ``GROUP:ARTIFACT``, and its POM where its text is given."""
        artifact = name.split(":")[1]
        path = self.links / f"{artifact}-1.0-sources.jar"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for inner, content in files.items():
                archive.writestr(inner, content)
        if pom:
            (self.links / f"{artifact}-1.0.pom").write_text(pom)
        self.enter(name, path, role, languages=["java"])
        return path

    def enter(self, name: str, path: Path, role: str = "train", version: str = "1.0", **more: object) -> None:
        content = path.read_bytes()
        entry = {"name": name, "version": version, "licence": "MIT", "file": path.name, "role": role}
        self.packages.append(entry | {"sha256": hashlib.sha256(content).hexdigest(), "size": len(content)} | more)

    def fetch_all(self) -> None:
        """Puts every archive where the download would have put it."""
        (self.work / "packages").mkdir(parents=True, exist_ok=True)
        for entry in self.packages:
            path = self.links / entry["file"]
            (self.work / "packages" / path.name).write_bytes(path.read_bytes())

    def command(self, *more: str) -> list[str]:
        self.manifest.write_text(json.dumps(self.settings | {"packages": self.packages}))
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
