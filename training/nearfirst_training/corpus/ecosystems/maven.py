"""Jars of Java sources, fetched by Maven."""

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence
from pathlib import Path

from ...errors import CorruptArchiveError, PackageGoneError
from ..licences import licence_of_field
from .base import Ecosystem, Facts, Wanted, call_client

_PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1"
_SUFFIX = "-sources.jar"
_MOST_PARENTS = 8


def _split(name: str) -> tuple[str, str]:
    group, _colon, artifact = name.partition(":")
    return group, artifact


def _copy(name: str, version: str, kind: str, folder: Path) -> str | None:
    command = ["mvn", "--batch-mode", "--quiet", f"{_PLUGIN}:copy", f"-Dartifact={name}:{version}:{kind}"]
    command += [f"-DoutputDirectory={folder}", "-Dmdep.useBaseVersion=true", "-Dstyle.color=never"]
    # The reason is in Maven's first line; what follows tells how to ask for more.
    said = call_client(command, folder, to_ignore=r"^\[ERROR\]\s*(\[Help|To see|Re-run|For more|$)|^[^\[]")[1]
    return said and said.removeprefix("[ERROR] ")


def _text(element: ElementTree.Element, tag: str) -> str:
    found = element.find(f"{{*}}{tag}")
    return (found.text or "").strip() if found is not None else ""


def _licence_of_pom(root: ElementTree.Element) -> tuple[bool, str | None]:
    """Whether a POM names licences, and the permissive ones; several are read as all applying, the careful reading."""
    entries = root.findall("{*}licenses/{*}license")
    found = set()
    for entry in entries:
        name, url = _text(entry, "name"), _text(entry, "url")
        by_url = "Apache-2.0" if re.search(r"apache\.org/licenses/LICENSE-2\.0", url) else None
        found.add(licence_of_field(name) or (None if re.search(r"gpl|mpl|epl|cddl", name, re.I) else by_url))
    return bool(entries), " AND ".join(sorted(found)) if found and None not in found else None


class MavenSources(Ecosystem):
    """The ``-sources.jar`` of Maven artifacts; a package's name is ``GROUP:ARTIFACT``."""

    name = "maven"
    suffix = _SUFFIX
    kind = "jar of sources"
    languages = ("java",)
    needs_version = True
    calls_together = 1

    def download_into(self, folder: Path, group: Sequence[Wanted]) -> str | None:
        (one,) = group
        return _copy(one.name, str(one.version), "jar:sources", folder)

    def find(self, folder: Path, wanted: Wanted) -> Path | None:
        path = folder / f"{_split(wanted.name)[1]}-{wanted.version}{_SUFFIX}"
        return path if path.exists() else None

    def facts(self, package: str, path: Path, scratch: Path) -> Facts:
        artifact = _split(package)[1]
        version = path.name.removeprefix(f"{artifact}-").removesuffix(_SUFFIX)
        name, parent_version = package, version
        for _ in range(_MOST_PARENTS):
            failure = _copy(name, parent_version, "pom", scratch)
            pom = scratch / f"{_split(name)[1]}-{parent_version}.pom"
            if failure is not None or not pom.exists():
                raise PackageGoneError(name, parent_version, failure or "the client brought no POM")
            try:
                root = ElementTree.parse(pom).getroot()
            except ElementTree.ParseError as error:
                raise CorruptArchiveError(package, pom, str(error), "a POM") from error
            stated, licence = _licence_of_pom(root)
            parent = root.find("{*}parent")
            if stated or parent is None:
                return Facts(version, licence)
            name = f"{_text(parent, 'groupId')}:{_text(parent, 'artifactId')}"
            parent_version = _text(parent, "version")
        return Facts(version, None)
