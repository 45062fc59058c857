"""Archives on disk: their hashes, their way into the packages folder, and the files inside. Nothing is unpacked."""

import hashlib
import os
import shutil
import tarfile
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from ..errors import CorruptArchiveError
from ..work_directory import disk_full_as_error

_UNREADABLE_ZIP = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError, KeyError, RuntimeError)
_UNREADABLE_TAR = (tarfile.TarError, zlib.error, EOFError, ValueError, KeyError, OSError)


def sha256_of(path: Path) -> str:
    """The file's SHA-256, in hexadecimal."""
    with open(path, "rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


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


def zip_files(package: str, path: Path) -> list[tuple[str, int]]:
    """Paths and sizes (bytes) of a zip archive's files, sorted by path. Raises ``CorruptArchiveError``."""
    try:
        with zipfile.ZipFile(path) as archive:
            return sorted({(item.filename, item.file_size) for item in archive.infolist() if not item.is_dir()})
    except _UNREADABLE_ZIP as error:
        raise CorruptArchiveError(package, path, str(error)) from error


def read_zip(package: str, path: Path, names: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """The contents of a zip archive's files, in the order of ``names``. Raises ``CorruptArchiveError``."""
    try:
        with zipfile.ZipFile(path) as archive:
            for name in names:
                try:
                    content = archive.read(name)
                except _UNREADABLE_ZIP as error:
                    raise CorruptArchiveError(package, path, f"{name}: {error}") from error
                yield name, content
    except zipfile.BadZipFile as error:
        raise CorruptArchiveError(package, path, str(error)) from error


def _below_top(name: str) -> str:
    """A path inside an npm tarball without the folder that holds everything, which is named as the packer pleased."""
    return name.split("/", 1)[-1]


def tar_files(package: str, path: Path) -> list[tuple[str, int]]:
    """Paths (below the one top folder) and sizes (bytes) of a gzipped tar archive's regular files, sorted by path.

    Raises ``CorruptArchiveError``.
    """
    try:
        with tarfile.open(path, "r:gz") as archive:
            return sorted({_below_top(item.name): item.size for item in archive if item.isreg()}.items())
    except _UNREADABLE_TAR as error:
        raise CorruptArchiveError(package, path, str(error)) from error


def read_tar(package: str, path: Path, names: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """The contents of a gzipped tar archive's files, in the order of ``names``. Raises ``CorruptArchiveError``.

    The wanted files are all held in memory at once: such an archive can only be read from its start.
    """
    wanted = list(names)
    contents: dict[str, bytes] = dict.fromkeys(wanted, b"")
    missing = set(wanted)
    try:
        with tarfile.open(path, "r:gz") as archive:
            for item in archive:
                name = _below_top(item.name)
                if name in contents and item.isreg():
                    stream = archive.extractfile(item)
                    contents[name] = stream.read() if stream else b""
                    missing.discard(name)
    except _UNREADABLE_TAR as error:
        raise CorruptArchiveError(package, path, str(error)) from error
    if missing:
        raise CorruptArchiveError(package, path, f"it holds no {min(missing)}")
    for name in wanted:
        yield name, contents.pop(name)
