"""Reads a folder of repositories as a corpus: their Python files as they lie there."""

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from ..corpus.filters import LARGEST_HELDOUT, reason_to_drop
from ..corpus.languages import PYTHON
from ..corpus.read_corpus import CorpusFile
from ..errors import TrainingError


def read_repositories(folder: Path) -> Iterator[CorpusFile]:
    """The files of ``folder/NAME/…`` that the corpus would take: none that is vendored, generated, or does not parse.

    Files that do not decode as they are (a byte order mark, other line breaks than ``\\n``) are left out, so that an offset in
    the text is one in the file. Raises ``TrainingError`` where there is no such folder.
    """
    if not folder.is_dir():
        raise TrainingError(f"There is no folder {folder}: name one that holds a repository a folder.")
    for repository in sorted(path for path in folder.iterdir() if path.is_dir() and not path.name.startswith(".")):
        for path in sorted(each for suffix in PYTHON.suffixes for each in repository.rglob(f"*{suffix}")):
            inside = path.relative_to(repository).as_posix()
            text = _text_of(path)
            if text is not None and reason_to_drop(inside, text, LARGEST_HELDOUT) is None:
                yield CorpusFile(repository.name, inside, PYTHON.name, text)


def _text_of(path: Path) -> str | None:
    if path.is_symlink() or not path.is_file():
        return None
    try:
        text = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        return None
    return None if "\r" in text or text.startswith("\ufeff") else text


def files_digest(files: Iterable[CorpusFile]) -> str:
    """SHA-256 of names and texts, in hexadecimal."""
    digest = hashlib.sha256()
    for file in files:
        digest.update(f"{file.package}/{file.path}\0{file.text}\0".encode())
    return digest.hexdigest()
