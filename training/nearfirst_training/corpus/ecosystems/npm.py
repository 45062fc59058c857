"""npm tarballs, fetched by npm."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from ...errors import CorruptArchiveError
from ..archives import read_tar, tar_files
from ..licences import licence_of_field
from .base import Ecosystem, Facts, Wanted, call_client


def _manifest(package: str, path: Path) -> dict:
    ((_name, content),) = read_tar(package, path, ["package.json"])
    try:
        manifest = json.loads(content)
        if not isinstance(manifest, dict) or not isinstance(manifest["version"], str):
            raise ValueError("it names no version")
    except (ValueError, KeyError) as error:
        raise CorruptArchiveError(package, path, f"package.json: {error}") from error
    return manifest


def _licence(manifest: dict) -> str | None:
    stated = manifest.get("license") or manifest.get("licenses")
    entries = stated if isinstance(stated, list) else [stated]
    found = set()
    for entry in entries:
        words = entry.get("type") if isinstance(entry, dict) else entry
        found.add(licence_of_field(words) if isinstance(words, str) else None)
    return " AND ".join(sorted(found)) if found and None not in found else None


class NpmTarballs(Ecosystem):
    """npm packages, as their authors packed them."""

    name = "npm"
    suffix = ".tgz"
    kind = "npm tarball"
    languages = ("typescript", "javascript")

    def download_into(self, folder: Path, group: Sequence[Wanted]) -> str | None:
        # `npm pack` of a registry's package only fetches it; --ignore-scripts says so once more.
        command = ["npm", "pack", "--ignore-scripts", "--silent", "--no-update-notifier", "--loglevel=error"]
        command += [f"{one.name}@{one.version}" if one.version else one.name for one in group]
        return call_client(command, folder, to_ignore=r"^npm (error|ERR!) (A complete log|\s*$)")[1]

    def find(self, folder: Path, wanted: Wanted) -> Path | None:
        flat = wanted.name.removeprefix("@").replace("/", "-")
        if wanted.version:
            path = folder / f"{flat}-{wanted.version}.tgz"
            return path if path.exists() else None
        for path in sorted(folder.glob(f"{flat}-[0-9]*.tgz")):
            try:
                if _manifest(wanted.name, path).get("name") == wanted.name:
                    return path
            except CorruptArchiveError:
                continue
        return None

    def facts(self, package: str, path: Path, scratch: Path) -> Facts:
        manifest = _manifest(package, path)
        return Facts(re.sub(r"^[v=]+", "", manifest["version"]), _licence(manifest))

    def files(self, package: str, path: Path) -> list[tuple[str, int]]:
        return tar_files(package, path)

    def read(self, package: str, path: Path, names: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        return read_tar(package, path, names)
