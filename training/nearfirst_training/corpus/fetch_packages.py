"""Step 1 of ``corpus build``: downloads the packages that are missing, and compares each one's hash."""

from collections import defaultdict

from ..errors import PackageGoneError, WrongHashError
from ..progress import Progress
from .archives import keep, remove_left_overs, sha256_of
from .build_settings import BuildSettings, bad_package
from .ecosystems import Ecosystem, Wanted
from .manifest import Package


def fetch(settings: BuildSettings, packages: list[Package], skipped: dict[str, str]) -> list[Package]:
    folder = settings.work / "packages"
    folder.mkdir(parents=True, exist_ok=True)
    remove_left_overs(folder)
    missing: defaultdict[Ecosystem, dict[Wanted, Package]] = defaultdict(dict)
    for package in packages:
        if not (folder / package.file).exists():
            wanted = Wanted(package.name, package.version, package.file)
            missing[package.ecosystem][wanted] = package
    with Progress("downloading", sum(map(len, missing.values()))) as progress:
        for ecosystem, by_wanted in missing.items():
            for wanted, path, message in ecosystem.download(list(by_wanted), folder):
                package = by_wanted[wanted]
                progress.advance(package.name)
                if path is None:
                    bad_package(settings, PackageGoneError(package.name, package.version, message), skipped)
                    continue
                found = sha256_of(path)
                if found != package.sha256:
                    bad_package(settings, WrongHashError(package.name, path.name, package.sha256, found), skipped)
                    continue
                keep(path, folder)
    return [package for package in packages if package.name not in skipped]
