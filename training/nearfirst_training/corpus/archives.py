"""Downloads wheels with the ordinary client and reads them as zip files; nothing of a package is ever executed."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from email.message import Message
from email.parser import Parser
from pathlib import Path

from ..errors import CorruptArchiveError, DiskFullError
from ..work_directory import disk_full_as_error

PYTHON_VERSION = "3.12"
"""Wheels are chosen as an interpreter of this version would choose them, whichever one runs the step."""

_CALL = 12  # packages asked for in one call of the client

_UNREADABLE = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError, KeyError, RuntimeError)


def normalised_name(name: str) -> str:
    """A package's name as registries compare it: lower case, runs of ``-``, ``_`` and ``.`` as one ``-``."""
    return re.sub(r"[-_.]+", "-", name).lower()


def sha256_of(path: Path) -> str:
    """The file's SHA-256, in hexadecimal."""
    with open(path, "rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def platform_arguments(file_name: str) -> list[str]:
    """The client's arguments that make it choose the wheel ``file_name`` on any machine, whatever its own kind."""
    _python, abi, platforms = file_name.removesuffix(".whl").rsplit("-", 3)[1:]
    if platforms == "any":
        return []
    return ["--implementation", "cp", "--abi", abi, *(f"--platform={name}" for name in platforms.split("."))]


def download(requirements: Sequence[str], folder: Path, extra: Sequence[str] = ()) -> Iterator[tuple[Path | None, str]]:
    """Downloads the wheels of ``requirements`` (``name`` or ``name==version``) and yields them one by one.

    Yields ``(path, requirement)`` for each: ``path`` lies in a temporary folder inside ``folder`` and is to be moved
    before the next one is asked for, or is None where the client could not get a wheel; then the second item is the
    client's last line. Several are asked for in one call; only where that fails is each asked for alone.

    Raises ``DiskFullError``.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".download-", dir=folder) as temporary:
        for start in range(0, len(requirements), _CALL):
            group = requirements[start : start + _CALL]
            failure = _call_client(group, temporary, extra)
            for requirement in group:
                name = normalised_name(requirement.split("==")[0])
                path = _wheel_of(name, Path(temporary))
                message = failure
                if path is None and failure is not None and len(group) > 1:
                    message = _call_client([requirement], temporary, extra)
                    path = _wheel_of(name, Path(temporary))
                yield path, requirement if path else (message or "the client brought no wheel")


def _call_client(requirements: Sequence[str], folder: str, extra: Sequence[str]) -> str | None:
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"]
    command += ["--no-input", "--disable-pip-version-check", f"--python-version={PYTHON_VERSION}", "--dest", folder]
    done = subprocess.run([*command, *extra, *requirements], capture_output=True, text=True, errors="replace")
    if done.returncode == 0:
        return None
    if "No space left on device" in done.stderr or "Disk quota exceeded" in done.stderr:
        raise DiskFullError(folder)
    lines = [line for line in done.stderr.splitlines() if line.strip() and "notice" not in line]
    return lines[-1].removeprefix("ERROR: ")[:300] if lines else f"the client ended with status {done.returncode}"


def _wheel_of(name: str, folder: Path) -> Path | None:
    matching = (path for path in sorted(folder.glob("*.whl")) if normalised_name(path.name.split("-")[0]) == name)
    return next(matching, None)


def wheels_by_name(folder: Path) -> dict[str, Path]:
    """The wheels in ``folder`` by their package's normalised name."""
    return {normalised_name(path.name.split("-")[0]): path for path in sorted(folder.glob("*.whl"))}


def remove_left_overs(folder: Path) -> None:
    """Removes what a killed download left in ``folder``."""
    for path in folder.glob(".download-*"):
        shutil.rmtree(path, ignore_errors=True)


def keep(path: Path, folder: Path) -> Path:
    """Moves a downloaded file into ``folder`` in one step, after it has reached the disk; returns its new path."""
    with disk_full_as_error(folder / path.name):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        return path.replace(folder / path.name)


def read_metadata(package: str, path: Path) -> tuple[Message, list[str]]:
    """A wheel's ``METADATA`` and the texts of its licence files. Raises ``CorruptArchiveError``."""
    try:
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
            own = next(name for name in names if re.fullmatch(r"[^/]+\.dist-info/METADATA", name))
            folder = own.removesuffix("METADATA")
            metadata = Parser().parsestr(archive.read(own).decode("utf-8", "replace"), headersonly=True)
            licences = [
                name
                for name in names
                if name.startswith(folder) and re.match(r"(licen[cs]e|copying)", name.rsplit("/", 1)[-1], re.I)
            ]
            return metadata, [archive.read(name).decode("utf-8", "replace") for name in licences]
    except StopIteration:
        raise CorruptArchiveError(package, path, "it has no METADATA") from None
    except _UNREADABLE as error:
        raise CorruptArchiveError(package, path, str(error)) from error


def python_files(package: str, path: Path) -> list[tuple[str, int]]:
    """Paths and sizes (bytes) of a wheel's Python files, sorted by path. Raises ``CorruptArchiveError``."""
    try:
        with zipfile.ZipFile(path) as archive:
            return sorted({(item.filename, item.file_size) for item in archive.infolist() if _is_python(item)})
    except _UNREADABLE as error:
        raise CorruptArchiveError(package, path, str(error)) from error


def _is_python(item: zipfile.ZipInfo) -> bool:
    return item.filename.endswith(".py") and not item.is_dir() and ".data/" not in item.filename


def read_files(package: str, path: Path, names: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """The contents of a wheel's files, in the order of ``names``. Raises ``CorruptArchiveError``."""
    try:
        with zipfile.ZipFile(path) as archive:
            for name in names:
                try:
                    content = archive.read(name)
                except _UNREADABLE as error:
                    raise CorruptArchiveError(package, path, f"{name}: {error}") from error
                yield name, content
    except zipfile.BadZipFile as error:
        raise CorruptArchiveError(package, path, str(error)) from error
