"""What a build of the corpus was asked to do, and what becomes of a package that is none."""

from dataclasses import dataclass
from pathlib import Path

from ..errors import PackageError
from ..progress import say


@dataclass(frozen=True)
class BuildSettings:
    """What ``corpus build`` was asked to do; the fields are the command line's arguments."""

    manifest: Path
    ngrams: Path
    work: Path
    output: Path
    seed: int
    processes: int
    package_bytes: int
    shard_bytes: int
    skip_missing: bool

    @property
    def results(self) -> Path:
        """Where the packages' results lie. Corpora of several manifests in one work directory have each their own."""
        return self.work / f"{self.output.name}-packages"


def bad_package(settings: BuildSettings, error: PackageError, skipped: dict[str, str]) -> None:
    if not settings.skip_missing:
        raise error
    say(f"skipped: {error}")
    skipped[error.package] = error.reason
