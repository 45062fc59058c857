"""The work directory, and writes into it that are whole or not there at all."""

import argparse
import contextlib
import errno
import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from .errors import DiskFullError

TRAINING_ROOT = Path(__file__).resolve().parent.parent
"""The ``training/`` folder of the repository."""

WORK_VARIABLE = "NEARFIRST_TRAINING_WORK"


def default_work_directory() -> Path:
    """The folder of the environment variable NEARFIRST_TRAINING_WORK, else ``training/work``."""
    return Path(os.environ.get(WORK_VARIABLE) or TRAINING_ROOT / "work")


def add_work_argument(parser: argparse.ArgumentParser) -> None:
    """Adds ``--work DIR`` to a step's arguments, as a ``Path``."""
    parser.add_argument(
        "--work",
        type=Path,
        default=default_work_directory(),
        metavar="DIR",
        help=f"where downloads and results lie (default: ${WORK_VARIABLE} or training/work)",
    )


@contextlib.contextmanager
def disk_full_as_error(path: object) -> Iterator[None]:
    """Turns the operating system's 'no space left' and 'quota exceeded' into ``DiskFullError``."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise DiskFullError(path) from error
        raise


@contextlib.contextmanager
def atomic_file(path: Path) -> Iterator[BinaryIO]:
    """A binary file to write ``path``'s new content to; ``path`` changes only if the block ends without an error.

    The content goes to ``path`` + ``.part``, reaches the disk, and is renamed. On any error, Ctrl-C included, the
    part is removed; after a kill it stays, is never read, and the next write replaces it.

    Raises ``DiskFullError``.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    with disk_full_as_error(path):
        try:
            with open(part, "wb") as stream:
                yield stream
                stream.flush()
                os.fsync(stream.fileno())
            os.replace(part, path)
        except BaseException:
            part.unlink(missing_ok=True)
            raise


def write_atomically(path: Path, content: bytes | str) -> None:
    """Writes ``content`` (text as UTF-8) to ``path``, whole or not at all. Raises ``DiskFullError``."""
    with atomic_file(path) as stream:
        stream.write(content.encode("utf-8") if isinstance(content, str) else content)
