"""What every ecosystem can do."""

import re
import subprocess
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from ...errors import DiskFullError, TrainingError
from ..archives import read_zip, zip_files

_DISK_FULL = re.compile(r"No space left on device|Disk quota exceeded|\bENOSPC\b|\bEDQUOT\b")


@dataclass(frozen=True)
class Wanted:
    """An archive to download: the package's ``name``, its ``version`` or None for the newest, and the archive's ``file``
    name where it is known."""

    name: str
    version: str | None = None
    file: str | None = None


@dataclass(frozen=True)
class Facts:
    """What an archive says of itself: its ``version``, and its ``licence`` as an SPDX expression of permissive licences
    only, or None where it states none of them clearly."""

    version: str
    licence: str | None


class Ecosystem(ABC):
    """How one ecosystem's archives are fetched and read. ``name`` is its prefix in a candidate list, ``suffix`` ends the
    archives' names, ``kind`` is what a message calls one, ``languages`` are those read where a candidate says none."""

    name: ClassVar[str]
    suffix: ClassVar[str]
    kind: ClassVar[str]
    languages: ClassVar[tuple[str, ...]]
    needs_version: ClassVar[bool] = False

    def normalised(self, name: str) -> str:
        """A package's name as its registry compares it."""
        return name

    def identity(self, file: str) -> object:
        """What decides which archives one call of ``download_into`` may ask for together; here, all of them."""
        return None

    @abstractmethod
    def download_into(self, folder: Path, group: Sequence[Wanted]) -> str | None:
        """Asks the client for some archives; returns None, or its last line where it failed. Raises ``DiskFullError``."""

    @abstractmethod
    def find(self, folder: Path, wanted: Wanted) -> Path | None:
        """The wanted archive in ``folder``, or None."""

    @abstractmethod
    def facts(self, package: str, path: Path, scratch: Path) -> Facts:
        """What an archive says of itself. ``scratch`` is a folder for what has to be fetched beside it.

        Raises ``CorruptArchiveError``, and ``PackageGoneError`` where that could not be fetched.
        """

    def files(self, package: str, path: Path) -> list[tuple[str, int]]:
        """Paths and sizes (bytes) of an archive's files, sorted by path. Raises ``CorruptArchiveError``."""
        return zip_files(package, path)

    def read(self, package: str, path: Path, names: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        """The contents of an archive's files, in the order of ``names``. Raises ``CorruptArchiveError``."""
        return read_zip(package, path, names)

    calls_together: ClassVar[int] = 12
    """Packages asked for in one call of the client."""

    def download(self, wanted: Sequence[Wanted], folder: Path) -> Iterator[tuple[Wanted, Path | None, str]]:
        """Downloads archives and yields them one by one, each as ``(wanted, path, message)``.

        ``path`` lies in a temporary folder inside ``folder`` and is to be moved before the next one is asked for, or is
        None where the client could not get the archive; then ``message`` is the client's last line. Several are asked
        for in one call; only where that fails is each asked for alone.

        Raises ``DiskFullError``, and ``TrainingError`` where the client is not installed.
        """
        folder.mkdir(parents=True, exist_ok=True)
        alike: dict[object, list[Wanted]] = {}
        for one in wanted:
            alike.setdefault(self.identity(one.file or ""), []).append(one)
        for several in alike.values():
            with tempfile.TemporaryDirectory(prefix=".download-", dir=folder) as temporary:
                for start in range(0, len(several), self.calls_together):
                    group = several[start : start + self.calls_together]
                    failure = self.download_into(Path(temporary), group)
                    for one in group:
                        path, message = self.find(Path(temporary), one), failure
                        if path is None and failure is not None and len(group) > 1:
                            message = self.download_into(Path(temporary), [one])
                            path = self.find(Path(temporary), one)
                        yield one, path, "" if path else (message or f"the client brought no {self.kind}")


def call_client(command: Sequence[str], folder: Path, to_ignore: str = "") -> tuple[str, str | None]:
    """Runs a package client in ``folder``; returns its standard output, and None or what it said of its failure.

    Of what it said, the last line counts that holds neither nothing nor a match of ``to_ignore``.
    Raises ``DiskFullError``, and ``TrainingError`` where the client is not installed.
    """
    try:
        done = subprocess.run(
            command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace"
        )
    except FileNotFoundError as error:
        raise TrainingError(
            f"The corpus needs the package client {command[0]}, which is not installed: install it and run the same "
            "command again."
        ) from error
    if done.returncode == 0:
        return done.stdout, None
    said = done.stderr if done.stderr.strip() else done.stdout
    if _DISK_FULL.search(said):
        raise DiskFullError(folder)
    lines = [line for line in said.splitlines() if line.strip() and not (to_ignore and re.search(to_ignore, line))]
    return done.stdout, lines[-1][:300] if lines else f"the client ended with status {done.returncode}"
