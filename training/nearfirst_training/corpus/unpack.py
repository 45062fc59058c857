"""Unpacks the Python files of one role's packages, a folder a package: repositories for the evaluation's tasks."""

import shutil
from pathlib import Path, PurePosixPath
from typing import Literal

from ..errors import PackageError, PackageGoneError, WrongHashError
from ..progress import Progress, say
from ..work_directory import disk_full_as_error
from .archives import keep, remove_left_overs, sha256_of
from .ecosystems import Wanted
from .languages import PYTHON
from .manifest import Package, read_manifest


def unpack_packages(
    manifest: Path, *, role: str, archives: Path, out: Path, on_missing: Literal["stop", "skip"]
) -> int:
    """Writes ``out/PACKAGE/PATH`` for every Python file of every package of ``role``; returns the exit status.

    Archives that ``archives`` lacks are downloaded; each must have the hash of the manifest. Raises ``TrainingError``.
    """
    packages = [package for package in read_manifest(manifest).packages if package.role == role]
    archives.mkdir(parents=True, exist_ok=True)
    remove_left_overs(archives)
    gone = _fetch([package for package in packages if not (archives / package.file).exists()], archives)
    files = 0
    unpacked = 0
    with Progress("unpacking", len(packages)) as progress:
        for package in packages:
            try:
                if package.name in gone:
                    raise gone[package.name]
                files += _unpack(package, archives / package.file, out / package.plain_name)
                unpacked += 1
            except PackageError as error:
                if on_missing == "stop":
                    raise
                say(f"skipped: {error}")
            progress.advance(package.name)
    say(f"{out}: {files} files of {unpacked} packages")
    return 0


def _fetch(missing: list[Package], archives: Path) -> dict[str, PackageError]:
    """What could not be fetched, by the package's name."""
    gone: dict[str, PackageError] = {}
    with Progress("downloading", len(missing)) as progress:
        for ecosystem in {package.ecosystem for package in missing}:
            by_wanted = {
                Wanted(package.name, package.version, package.file): package
                for package in missing
                if package.ecosystem is ecosystem
            }
            for wanted, path, message in ecosystem.download(list(by_wanted), archives):
                package = by_wanted[wanted]
                if path is None:
                    gone[package.name] = PackageGoneError(package.name, package.version, message)
                else:
                    keep(path, archives)
                progress.advance(package.name)
    return gone


def _check(package: Package, path: Path) -> None:
    found = sha256_of(path)
    if found != package.sha256:
        raise WrongHashError(package.name, path.name, package.sha256, found)


def _unpack(package: Package, archive: Path, folder: Path) -> int:
    """How many files there are. The folder appears only when it is whole. Raises ``TrainingError``."""
    _check(package, archive)
    names = [name for name, _size in package.ecosystem.files(package.name, archive) if _is_wanted(name)]
    part = folder.with_name(f".{folder.name}.part")
    with disk_full_as_error(folder):
        shutil.rmtree(part, ignore_errors=True)
        for name, content in package.ecosystem.read(package.name, archive, names):
            path = part / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        shutil.rmtree(folder, ignore_errors=True)
        part.rename(folder)
    return len(names)


def _is_wanted(name: str) -> bool:
    path = PurePosixPath(name)
    # An archive may name a place outside of the folder.
    return name.endswith(PYTHON.suffixes) and not path.is_absolute() and ".." not in path.parts
