"""The corpus manifest: which packages, in which version, under which licence, for which role."""

import json
import re
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Literal, get_args

from ..errors import CorruptArchiveError, ManifestError, PackageGoneError
from ..progress import Progress, say
from ..work_directory import write_atomically
from .archives import keep, remove_left_overs, sha256_of
from .ecosystems import Ecosystem, Wanted, ecosystem_of_file, split_prefix
from .languages import LANGUAGES
from .licences import PERMISSIVE

Role = Literal["train", "validation", "heldout"]
ROLES: tuple[Role, ...] = get_args(Role)

LARGEST_ARCHIVE = 60_000_000
"""Bytes. A larger archive is mostly compiled code and data."""

PYTHON_ONLY = ("python",)


@dataclass(frozen=True)
class Package:
    """One package of the manifest. ``licence`` is an SPDX expression, ``size`` the bytes of the archive ``file``.

    ``languages`` are those whose files are read, and ``folders`` the paths inside the archive that hold them; without
    folders, every file of these languages is read.
    """

    name: str
    version: str
    licence: str
    file: str
    sha256: str
    size: int
    role: Role
    languages: tuple[str, ...] = PYTHON_ONLY
    folders: tuple[str, ...] = ()

    @property
    def ecosystem(self) -> Ecosystem:
        """The ecosystem that the package comes from."""
        return ecosystem_of_file(self.file)

    @property
    def plain_name(self) -> str:
        """The name as a part of a file's name: scopes and groups are joined by ``-``."""
        return re.sub(r"[/:]", "-", self.name.removeprefix("@"))


@dataclass(frozen=True)
class Settings:
    """What a manifest says beside its packages: ``evaluation`` is the file, beside the manifest, with the n-grams that no
    file may hold; ``package_bytes`` is the most text that a train package gives. None: the step's own default."""

    evaluation: str | None = None
    package_bytes: int | None = None


@dataclass(frozen=True)
class Manifest:
    """A corpus manifest; ``packages`` are sorted by name."""

    packages: Sequence[Package]
    settings: Settings


@dataclass(frozen=True)
class Candidate:
    """A line of a candidate list. ``also`` are licences, by others, of code that the folders hold."""

    name: str
    ecosystem: Ecosystem
    role: Role
    version: str | None
    languages: tuple[str, ...]
    folders: tuple[str, ...]
    also: tuple[str, ...]


@dataclass
class Candidates:
    """A candidate list: what the manifest is to say, and the candidates by name."""

    settings: Settings
    by_name: dict[str, Candidate] = field(default_factory=dict)


def read_candidates(path: Path) -> Candidates:
    """Reads a candidate list: a package a line; ``#`` starts a comment.

    A line is a name with, in this order where needed, its ecosystem before it (``npm:``, ``maven:``), ``==VERSION``
    after it, its role where that is not ``train``, and ``languages=``, ``folders=`` and ``also=`` with comma-separated
    values. The lines ``evaluation: FILE`` and ``package-bytes: NUMBER`` go into the manifest as its settings.

    Raises ``ManifestError``.
    """
    if not path.exists():
        raise ManifestError(f"There is no candidate list at {path}: name one with --candidates.")
    settings: dict[str, str] = {}
    found: dict[str, Candidate] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        words = line.split("#")[0].split()
        if not words:
            continue
        place = f"{path}:{number}"
        if words[0] in ("evaluation:", "package-bytes:") and len(words) == 2:
            settings[words[0][:-1]] = words[1]
            continue
        candidate = _candidate(place, words)
        if candidate.name in found:
            raise ManifestError(f"{place}: {candidate.name} is named twice.")
        found[candidate.name] = candidate
    limit = settings.get("package-bytes")
    if limit is not None and not limit.isdecimal():
        raise ManifestError(f"{path}: package-bytes is a number of bytes, not {limit}.")
    return Candidates(Settings(settings.get("evaluation"), int(limit) if limit else None), found)


def _candidate(place: str, words: list[str]) -> Candidate:
    ecosystem, name = split_prefix(words[0])
    name, _, version = name.partition("==")
    plain = [word for word in words[1:] if "=" not in word]
    options = dict(word.split("=", 1) for word in words[1:] if "=" in word)
    role = plain[0] if plain else "train"
    if len(plain) > 1 or role not in ROLES or not options.keys() <= {"languages", "folders", "also"}:
        raise ManifestError(
            f"{place}: write a package name and, after it, one of {', '.join(ROLES)}, then languages=, folders= or also=."
        )
    values = {key: tuple(value.strip("/") for value in words.split(",")) for key, words in options.items()}
    languages = values.get("languages", ecosystem.languages)
    if not LANGUAGES.keys() >= set(languages):
        raise ManifestError(f"{place}: the languages are {', '.join(LANGUAGES)}.")
    also = values.get("also", ())
    if not PERMISSIVE.issuperset(also):
        raise ManifestError(f"{place}: also= takes identifiers of permissive licences only.")
    if ecosystem.needs_version and not version:
        raise ManifestError(f"{place}: write the version of {name}: {ecosystem.name}:{name}==VERSION.")
    folders = values.get("folders", ())
    return Candidate(ecosystem.normalised(name), ecosystem, role, version or None, languages, folders, also)


def read_manifest(path: Path) -> Manifest:
    """Reads a manifest. Raises ``ManifestError``."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        packages = [
            Package(**{key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()})
            for entry in content["packages"]
        ]
        settings = Settings(content.get("evaluation"), content.get("package_bytes"))
    except FileNotFoundError:
        raise ManifestError(f"There is no manifest at {path}: restore it, or name another with --manifest.") from None
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ManifestError(f"{path} is no corpus manifest ({error}): restore it from the repository.") from error
    names, files = set(), set()
    for package in packages:
        right = package.role in ROLES and "/" not in package.file and LANGUAGES.keys() >= set(package.languages)
        if not right or package.name in names or package.file in files:
            raise ManifestError(f"{path}: the entry of {package.name} is malformed or there twice: restore the file.")
        ecosystem_of_file(package.file)
        names.add(package.name)
        files.add(package.file)
    return Manifest(sorted(packages, key=lambda package: package.name), settings)


def _entry(package: Package) -> str:
    entry = {key: value for key, value in asdict(package).items() if value}
    if package.languages == PYTHON_ONLY:
        del entry["languages"]
    return "    " + json.dumps(entry, ensure_ascii=False)


def make_manifest(candidates: Path, manifest: Path, folder: Path) -> int:
    """Downloads the candidates' archives into ``folder`` and writes ``manifest``; returns the exit status.

    An archive that ``folder`` already has is used as it is. A candidate without an archive, with too large an archive,
    or without a permissive licence is left out and named on standard error.

    Raises ``ManifestError`` and ``DiskFullError``.
    """
    wanted = read_candidates(candidates)
    folder.mkdir(parents=True, exist_ok=True)
    remove_left_overs(folder)
    present = _download_missing(list(wanted.by_name.values()), folder)
    packages = []
    with (
        tempfile.TemporaryDirectory(prefix=".download-", dir=folder) as scratch,
        Progress("reading licences", len(present)) as progress,
    ):
        for name, path in sorted(present.items()):
            progress.advance(name)
            try:
                packages.append(_package(wanted.by_name[name], path, Path(scratch)))
            except (CorruptArchiveError, PackageGoneError, ManifestError) as error:
                say(f"left out: {error}")
    settings = {key: value for key, value in asdict(wanted.settings).items() if value is not None}
    head = "".join(f"  {json.dumps(key)}: {json.dumps(value)},\n" for key, value in settings.items())
    lines = ",\n".join(map(_entry, packages))
    write_atomically(manifest, f'{{\n{head}  "packages": [\n{lines}\n  ]\n}}\n')
    say(f"{manifest}: {len(packages)} packages of {len(wanted.by_name)} candidates")
    return 0


def _download_missing(candidates: list[Candidate], folder: Path) -> dict[str, Path]:
    """Downloads what ``folder`` lacks; returns the archives' paths by candidate's name."""
    present: dict[str, Path] = {}
    missing: defaultdict[Ecosystem, list[Wanted]] = defaultdict(list)
    for candidate in candidates:
        wanted = Wanted(candidate.name, candidate.version)
        path = candidate.ecosystem.find(folder, wanted)
        if path is None:
            missing[candidate.ecosystem].append(wanted)
        else:
            present[candidate.name] = path
    with Progress("downloading", sum(map(len, missing.values()))) as progress:
        for ecosystem, group in missing.items():
            for wanted, path, message in ecosystem.download(group, folder):
                progress.advance(wanted.name)
                if path is None:
                    say(f"left out: {wanted.name}: {message}")
                else:
                    present[wanted.name] = keep(path, folder)
    return present


def _package(candidate: Candidate, path: Path, scratch: Path) -> Package:
    """The manifest's entry of a downloaded candidate. Raises ``ManifestError`` where it is not to be used."""
    name = candidate.name
    size = path.stat().st_size
    if size > LARGEST_ARCHIVE:
        raise ManifestError(f"{name}: its {candidate.ecosystem.kind} is larger than {LARGEST_ARCHIVE} bytes")
    facts = candidate.ecosystem.facts(name, path, scratch)
    if facts.licence is None:
        raise ManifestError(f"{name}: no permissive licence that its metadata states clearly")
    licence = facts.licence
    if candidate.also:
        own = f"({licence})" if " OR " in licence else licence
        licence = " AND ".join([own, *(one for one in candidate.also if one != own)])
    return Package(
        name,
        facts.version,
        licence,
        path.name,
        sha256_of(path),
        size,
        candidate.role,
        candidate.languages,
        candidate.folders,
    )
