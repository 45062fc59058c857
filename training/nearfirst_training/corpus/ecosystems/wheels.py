"""Python wheels, fetched by pip."""

import re
import sys
from collections.abc import Sequence
from email.message import Message
from email.parser import Parser
from pathlib import Path

from ...errors import CorruptArchiveError
from ..archives import read_zip, zip_files
from ..licences import licence_of
from .base import Ecosystem, Facts, Wanted, call_client

PYTHON_VERSION = "3.12"
"""Wheels are chosen as an interpreter of this version would choose them, whichever one runs the step."""


def normalised_name(name: str) -> str:
    """A package's name as registries compare it: lower case, runs of ``-``, ``_`` and ``.`` as one ``-``."""
    return re.sub(r"[-_.]+", "-", name).lower()


def platform_arguments(file_name: str) -> list[str]:
    """The client's arguments that make it choose the wheel ``file_name`` on any machine, whatever its own kind."""
    _python, abi, platforms = file_name.removesuffix(".whl").rsplit("-", 3)[1:]
    if platforms == "any":
        return []
    return ["--implementation", "cp", "--abi", abi, *(f"--platform={name}" for name in platforms.split("."))]


def read_metadata(package: str, path: Path) -> tuple[Message, list[str]]:
    """A wheel's ``METADATA`` and the texts of its licence files. Raises ``CorruptArchiveError``."""
    names = [name for name, _size in zip_files(package, path)]
    own = next((name for name in names if re.fullmatch(r"[^/]+\.dist-info/METADATA", name)), None)
    if own is None:
        raise CorruptArchiveError(package, path, "it has no METADATA")
    folder = own.removesuffix("METADATA")
    texts = [
        name
        for name in names
        if name.startswith(folder) and re.match(r"(licen[cs]e|copying)", name.rsplit("/", 1)[-1], re.I)
    ]
    metadata, *licences = (content.decode("utf-8", "replace") for _, content in read_zip(package, path, [own, *texts]))
    return Parser().parsestr(metadata, headersonly=True), licences


class Wheels(Ecosystem):
    """Python wheels."""

    name = "pypi"
    suffix = ".whl"
    kind = "wheel"
    languages = ("python",)

    def normalised(self, name: str) -> str:
        return normalised_name(name)

    def identity(self, file: str) -> object:
        return tuple(platform_arguments(file)) if file else ()

    def download_into(self, folder: Path, group: Sequence[Wanted]) -> str | None:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"]
        command += ["--no-input", "--disable-pip-version-check", f"--python-version={PYTHON_VERSION}", "--dest", "."]
        command += platform_arguments(group[0].file) if group[0].file else []
        command += [f"{one.name}=={one.version}" if one.version else one.name for one in group]
        failure = call_client(command, folder, to_ignore="notice")[1]
        return failure and failure.removeprefix("ERROR: ")

    def find(self, folder: Path, wanted: Wanted) -> Path | None:
        name = normalised_name(wanted.name)
        for path in sorted(folder.glob("*.whl")):
            project, version = path.name.split("-")[:2]
            # The version in a file's name is spelt as the packer pleased: where the file is known, it is not asked.
            if normalised_name(project) == name and (wanted.file or wanted.version in (None, version)):
                return path
        return None

    def facts(self, package: str, path: Path, scratch: Path) -> Facts:
        metadata, texts = read_metadata(package, path)
        return Facts(str(metadata["Version"]), licence_of(metadata, texts))

    def files(self, package: str, path: Path) -> list[tuple[str, int]]:
        # What lies in NAME.data is installed outside of the package: scripts, and data.
        return [(name, size) for name, size in zip_files(package, path) if ".data/" not in name]
