"""The package ecosystems that the corpus reads: how their ordinary clients fetch an archive, and what is in it.

Each is one module with one subclass of ``Ecosystem``. Nothing of a package is ever executed: wheels, npm tarballs and
jars of sources are read where they lie.
"""

from ...errors import ManifestError
from .base import Ecosystem, Facts, Wanted
from .maven import MavenSources
from .npm import NpmTarballs
from .wheels import Wheels

__all__ = ["ECOSYSTEMS", "Ecosystem", "Facts", "Wanted", "ecosystem_of_file", "split_prefix"]

ECOSYSTEMS: tuple[Ecosystem, ...] = (Wheels(), NpmTarballs(), MavenSources())


def ecosystem_of_file(name: str) -> Ecosystem:
    """The ecosystem that an archive of this file name comes from. Raises ``ManifestError``."""
    for ecosystem in ECOSYSTEMS:
        if name.endswith(ecosystem.suffix):
            return ecosystem
    suffixes = ", ".join(ecosystem.suffix for ecosystem in ECOSYSTEMS)
    raise ManifestError(f"{name} is no archive that the corpus can read: use one whose name ends in {suffixes}.")


def split_prefix(word: str) -> tuple[Ecosystem, str]:
    """Of ``npm:NAME``, ``maven:NAME`` or plain ``NAME`` (a wheel): the ecosystem, and the name without its prefix."""
    for ecosystem in ECOSYSTEMS:
        if word.startswith(f"{ecosystem.name}:"):
            return ecosystem, word.removeprefix(f"{ecosystem.name}:")
    return ECOSYSTEMS[0], word
