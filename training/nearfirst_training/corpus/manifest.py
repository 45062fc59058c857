"""The corpus manifest: which packages, in which version, under which licence, for which role."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal, get_args

from ..errors import CorruptArchiveError, ManifestError
from ..progress import Progress, say
from ..work_directory import write_atomically
from .archives import download, keep, normalised_name, read_metadata, remove_left_overs, sha256_of, wheels_by_name
from .licences import licence_of

Role = Literal["train", "validation", "heldout"]
ROLES: tuple[Role, ...] = get_args(Role)

LARGEST_WHEEL = 60_000_000
"""Bytes. A larger wheel is mostly compiled code and data."""


@dataclass(frozen=True)
class Package:
    """One package of the manifest. ``licence`` is an SPDX expression, ``size`` the bytes of ``file``, a wheel."""

    name: str
    version: str
    licence: str
    file: str
    sha256: str
    size: int
    role: Role


def read_candidates(path: Path) -> dict[str, Role]:
    """Reads a candidate list: a package name a line, then its role where that is not ``train``; ``#`` comments.

    Raises ``ManifestError``.
    """
    if not path.exists():
        raise ManifestError(f"There is no candidate list at {path}: name one with --candidates.")
    candidates: dict[str, Role] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        words = line.split("#")[0].split()
        if not words:
            continue
        role = words[1] if len(words) > 1 else "train"
        name = normalised_name(words[0])
        if len(words) > 2 or role not in ROLES:
            raise ManifestError(f"{path}:{number}: write a package name and, after it, one of {', '.join(ROLES)}.")
        if name in candidates:
            raise ManifestError(f"{path}:{number}: {name} is named twice.")
        candidates[name] = role
    return candidates


def read_manifest(path: Path) -> list[Package]:
    """Reads ``manifest.json``; the packages are sorted by name. Raises ``ManifestError``."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        packages = [Package(**entry) for entry in content["packages"]]
    except FileNotFoundError:
        raise ManifestError(f"There is no manifest at {path}: restore it, or name another with --manifest.") from None
    except (ValueError, KeyError, TypeError) as error:
        raise ManifestError(f"{path} is no corpus manifest ({error}): restore it from the repository.") from error
    for package in packages:
        if package.role not in ROLES or "/" in package.file or not package.file.endswith(".whl"):
            raise ManifestError(f"{path}: the entry of {package.name} is malformed: restore the file.")
    return sorted(packages, key=lambda package: package.name)


def make_manifest(candidates: Path, manifest: Path, folder: Path) -> int:
    """Downloads the candidates' wheels into ``folder`` and writes ``manifest``; returns the exit status.

    A wheel that ``folder`` already has is used as it is. A candidate without a wheel, with too large a wheel, or
    without a permissive licence is left out and named on standard error.

    Raises ``ManifestError`` and ``DiskFullError``.
    """
    wanted = read_candidates(candidates)
    folder.mkdir(parents=True, exist_ok=True)
    remove_left_overs(folder)
    present = wheels_by_name(folder)
    missing = [name for name in wanted if name not in present]
    with Progress("downloading", len(missing)) as progress:
        for name, (path, message) in zip(missing, download(missing, folder), strict=True):
            progress.advance(name)
            if path is None:
                say(f"left out: {name}: {message}")
            else:
                keep(path, folder)
    present = wheels_by_name(folder)
    packages = []
    for name, role in sorted(wanted.items()):
        path = present.get(name)
        if path is None:
            continue
        if path.stat().st_size > LARGEST_WHEEL:
            say(f"left out: {name}: its wheel is larger than {LARGEST_WHEEL} bytes")
            continue
        try:
            metadata, texts = read_metadata(name, path)
        except CorruptArchiveError as error:
            say(f"left out: {error}")
            continue
        licence = licence_of(metadata, texts)
        if licence is None:
            say(f"left out: {name}: no permissive licence that its metadata states clearly")
            continue
        version = str(metadata["Version"])
        packages.append(Package(name, version, licence, path.name, sha256_of(path), path.stat().st_size, role))
    entries = [asdict(package) for package in packages]
    lines = ",\n".join("    " + json.dumps(entry, ensure_ascii=False) for entry in entries)
    write_atomically(manifest, f'{{\n  "packages": [\n{lines}\n  ]\n}}\n')
    say(f"{manifest}: {len(packages)} packages of {len(wanted)} candidates")
    return 0
