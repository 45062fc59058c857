"""Copies real files of other languages than Python out of permissively licensed packages, with licences and a manifest.

    python3 bench/corpus/make_languages.py        (needs mvn, go, npm, cargo, a Debian 12 with its source packages, and their package indexes; the result is committed)
    python3 bench/corpus/make_languages.py "c: plain"     (that draw alone; the other files stay)

What reads them runs without any of that. Seeded: the same package versions give the same files.
"""

import hashlib
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile

# language, or language: which draw of it: (package, version, licence, folder or pattern of the files in it, licence file in it)
PACKAGES = {
    "java": [
        ("org.apache.commons:commons-lang3", "3.17.0", "Apache-2.0", r"\.java$", "META-INF/LICENSE.txt"),
        ("commons-io:commons-io", "2.18.0", "Apache-2.0", r"\.java$", "META-INF/LICENSE.txt"),
        ("org.jsoup:jsoup", "1.18.3", "MIT", r"\.java$", "META-INF/LICENSE"),
    ],
    "go": [
        ("github.com/spf13/pflag", "v1.0.6", "BSD-3-Clause", r"(?<!_test)\.go$", "LICENSE"),
        ("github.com/gorilla/mux", "v1.8.1", "BSD-3-Clause", r"(?<!_test)\.go$", "LICENSE"),
        ("github.com/go-chi/chi/v5", "v5.2.1", "MIT", r"(?<!_test)\.go$", "LICENSE"),
        ("github.com/pkg/errors", "v0.9.1", "BSD-2-Clause", r"(?<!_test)\.go$", "LICENSE"),
    ],
    "cpp": [
        (
            "leveldown",
            "6.1.1",
            "BSD-3-Clause",
            r"deps/leveldb/leveldb-1\.20/(db|table|util|helpers)/.*\.cc$",
            "deps/leveldb/leveldb-1.20/LICENSE",
        ),
    ],
    "c": [("libz-sys", "1.1.20", "Zlib", r"src/zlib/[a-z0-9]+\.c$", "src/zlib/LICENSE")],
    "rust": [
        ("textwrap", "0.16.1", "MIT", r"src/.*\.rs$", "LICENSE"),
        ("fastrand", "2.3.0", "MIT", r"src/.*\.rs$", "LICENSE-MIT"),
        ("smawk", "0.3.2", "MIT", r"src/.*\.rs$", "LICENSE"),
    ],
    "typescript": [
        ("zod", "4.6.7", "MIT", r"src/v4/(core|classic)/[a-z-]+\.ts$", "LICENSE"),
        ("@react-aria/focus", "3.19.1", "Apache-2.0", r"src/.*\.ts$", "LICENSE"),
        ("@react-stately/list", "3.11.2", "Apache-2.0", r"src/.*\.ts$", "LICENSE"),
    ],
    "typescriptreact": [
        ("@react-spectrum/button", "3.16.10", "Apache-2.0", r"src/.*\.tsx$", "LICENSE"),
        ("@react-spectrum/menu", "3.21.2", "Apache-2.0", r"src/.*\.tsx$", "LICENSE"),
        ("@react-aria/focus", "3.19.1", "Apache-2.0", r"src/.*\.tsx$", "LICENSE"),
    ],
    "javascript": [
        ("express", "4.21.2", "MIT", r"lib/.*\.js$", "LICENSE"),
        ("commander", "13.0.0", "MIT", r"lib/.*\.js$", "LICENSE"),
        ("preact", "10.25.4", "MIT", r"src/.*\.js$", "LICENSE"),
    ],
    # A second draw, last so that all others stay as they were: C with so few macros that a grammar can read it.
    "c: plain": [
        (
            "c-ares-sys",
            "9.2.0",
            "MIT",
            r"c-ares/src/lib/ares_[a-z_]+\.c$",
            "c-ares/LICENSE.md",
        ),
    ],
    # Debian's packages: of C# the sources, of the others what is installed. All of them last, for the same reason.
    "csharp: debian": [
        (
            "newtonsoft-json",
            "6.0.8+dfsg-1.1",
            "MIT",
            r"Src/Newtonsoft\.Json/.*\.cs$",
            "LICENSE.md",
        ),
        ("dbus-sharp", "0.8.1-2.1", "MIT", r"src/.*\.cs$", "COPYING"),
    ],
    "ruby: debian": [
        ("ruby-rack", "2.2.22-0+deb12u2", "MIT", r"\.rb$", "usr/share/doc/ruby-rack/copyright"),
        ("ruby-thor", "1.2.1-2", "MIT", r"\.rb$", "usr/share/doc/ruby-thor/copyright"),
        ("ruby-tilt", "2.0.11-2", "MIT", r"\.rb$", "usr/share/doc/ruby-tilt/copyright"),
        ("ruby-mustermann", "3.0.0-2", "MIT", r"\.rb$", "usr/share/doc/ruby-mustermann/copyright"),
    ],
    "php: debian": [
        ("php-guzzlehttp-psr7", "2.4.5-1+deb12u1", "MIT", r"\.php$", "usr/share/doc/php-guzzlehttp-psr7/copyright"),
        ("php-monolog", "2.9.1-1", "MIT", r"\.php$", "usr/share/doc/php-monolog/copyright"),
        ("php-slim-psr7", "1.6.1-1", "MIT", r"\.php$", "usr/share/doc/php-slim-psr7/copyright"),
        ("php-nikic-fast-route", "1.3.0-4", "BSD-3-Clause", r"\.php$", "usr/share/doc/php-nikic-fast-route/copyright"),
    ],
}
SEED = 20261130
SIZES = (3_000, 30_000)  # bytes
FILES_EACH = 10
BYTES_EACH = 100_000


def files_of(language: str, package: str, version: str, folder: pathlib.Path) -> dict[str, bytes]:
    """All files of a package, by their paths in it, fetched by the language's own client."""
    if language == "java":
        artifact = f"{package}:{version}:jar:sources"
        subprocess.run(
            ["mvn", "-q", "dependency:copy", f"-Dartifact={artifact}", f"-DoutputDirectory={folder}"], check=True
        )
        with zipfile.ZipFile(next(folder.glob(f"{package.split(':')[1]}-*.jar"))) as archive:
            return {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}
    if language == "go":
        reply = subprocess.run(
            ["go", "mod", "download", "-json", f"{package}@{version}"], check=True, capture_output=True, cwd=folder
        )
        return tree(pathlib.Path(json.loads(reply.stdout)["Dir"]))
    if language in ("c", "rust"):
        project = folder / f"{package}-project"
        (project / "src").mkdir(parents=True)
        (project / "src/lib.rs").write_text("")
        (project / "Cargo.toml").write_text(
            f'[package]\nname = "x"\nversion = "0.1.0"\nedition = "2021"\n[dependencies]\n{package} = "={version}"\n'
        )
        subprocess.run(["cargo", "vendor", "-q"], check=True, capture_output=True, cwd=project)
        return tree(project / "vendor" / package)
    if language == "csharp":
        command = ["apt-get", "source", "-qq", "--download-only", "--tar-only", f"{package}={version}"]
        subprocess.run(command, check=True, capture_output=True, cwd=folder)
        with tarfile.open(next(folder.glob(f"{package}_*.orig.tar.*"))) as archive:
            members = [member for member in archive.getmembers() if member.isfile()]
            return {member.name.split("/", 1)[1]: archive.extractfile(member).read() for member in members}
    if language in ("ruby", "php"):
        subprocess.run(["apt-get", "download", "-qq", f"{package}={version}"], check=True, capture_output=True, cwd=folder)
        subprocess.run(["dpkg-deb", "-x", next(folder.glob(f"{package}_*.deb")), folder / package], check=True)
        return tree(folder / package)
    reply = subprocess.run(["npm", "pack", "--json", f"{package}@{version}"], check=True, capture_output=True, cwd=folder)
    name = json.loads(reply.stdout)[0]["filename"].replace("@", "").replace("/", "-")
    with tarfile.open(folder / name) as archive:
        members = [member for member in archive.getmembers() if member.isfile()]
        return {member.name.split("/", 1)[1]: archive.extractfile(member).read() for member in members}


def tree(root: pathlib.Path) -> dict[str, bytes]:
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def main() -> None:
    here = pathlib.Path(__file__).parent
    shared = random.Random(SEED)
    wanted = sys.argv[1:] or list(PACKAGES)
    known = json.loads((here / "languages.json").read_text()) if sys.argv[1:] else []
    manifest = []
    for draw in wanted:
        packages = PACKAGES[draw]
        language = draw.split(":")[0]
        target = here / language
        # A second draw is the same by itself as after all others.
        rng = shared if draw == language else random.Random(SEED)
        if draw == language:
            shutil.rmtree(target, ignore_errors=True)
        first = len(manifest)
        groups = []
        licences = {}
        with tempfile.TemporaryDirectory() as folder:
            for package, version, licence, pattern, licence_path in packages:
                files = files_of(language, package, version, pathlib.Path(folder))
                licences[package] = files[licence_path]
                rows = [
                    (package, version, licence, name, content)
                    for name, content in sorted(files.items())
                    if re.search(pattern, name)
                    and not re.search(r"(^|/)(tests?|package-info|module-info|doc\.go)\b|_test\.", name)
                    and SIZES[0] <= len(content) <= SIZES[1]
                ]
                rng.shuffle(rows)
                groups.append(rows)
        total = 0
        chosen = [group[turn] for turn in range(FILES_EACH) for group in groups if turn < len(group)]
        for package, version, licence, name, content in chosen:
            if total + len(content) > BYTES_EACH or len(manifest) - first >= FILES_EACH:
                continue
            total += len(content)
            path = target / re.sub(r"^.*[:/]", "", package.removesuffix("/v5")) / pathlib.PurePosixPath(name).name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            (path.parent / "LICENSE").write_bytes(licences[package])
            manifest.append(
                {
                    "path": str(path.relative_to(here)),
                    "language": language,
                    "package": package,
                    "version": version,
                    "license": licence,
                    "source": name,
                    "sha256": hashlib.sha256(content).hexdigest(),
                }
            )
        print(f"{draw}: {total:,} bytes")
    new = {row["path"] for row in manifest}
    rows = [row for row in known if row["path"] not in new and (here / row["path"]).exists()] + manifest
    (here / "languages.json").write_text(json.dumps(rows, indent=2) + "\n")


if __name__ == "__main__":
    main()
