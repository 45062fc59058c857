"""Copies real Python files out of permissively licensed packages into python/, with their licences and a manifest.

    python3 bench/corpus/make_corpus.py        (needs a package index; the result is committed)

The benchmarks and the property tests read python/ only, so they run without Python and without a network. Seeded: the
same package versions give the same files. Half of the files are longer than a context of 2,048 tokens.
"""

import hashlib
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

PACKAGES = {
    "attrs": ("24.2.0", "MIT"),
    "bottle": ("0.13.2", "MIT"),
    "click": ("8.1.7", "BSD-3-Clause"),
    "flask": ("3.0.3", "BSD-3-Clause"),
    "httpx": ("0.27.2", "BSD-3-Clause"),
    "jinja2": ("3.1.4", "BSD-3-Clause"),
    "marshmallow": ("3.23.1", "MIT"),
    "more-itertools": ("10.5.0", "MIT"),
    "networkx": ("3.4.2", "BSD-3-Clause"),
    "requests": ("2.32.3", "Apache-2.0"),
    "rich": ("13.9.4", "MIT"),
    "tenacity": ("9.0.0", "Apache-2.0"),
    "tornado": ("6.4.1", "Apache-2.0"),
    "werkzeug": ("3.0.6", "BSD-3-Clause"),
}
SHORT = (1_500, 5_500)  # bytes
LONG = (9_000, 22_000)
FILES_EACH = 18


def main() -> None:
    here = pathlib.Path(__file__).parent
    target = here / "python"
    with tempfile.TemporaryDirectory() as folder:
        wheels = pathlib.Path(folder)
        wanted = [f"{name}=={version}" for name, (version, _) in PACKAGES.items()]
        subprocess.run([sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", folder, *wanted], check=True)
        candidates = {"short": [], "long": []}
        licences = {}
        for wheel in sorted(wheels.glob("*.whl")):
            package = next(name for name in PACKAGES if wheel.name.startswith(name.replace("-", "_")))
            with zipfile.ZipFile(wheel) as archive:
                for name in sorted(archive.namelist()):
                    if re.search(r"dist-info/(licenses/)?LICENSE", name):
                        licences[package] = archive.read(name)
                    size = archive.getinfo(name).file_size
                    if not name.endswith(".py") or "/tests/" in name or name.endswith("__init__.py"):
                        continue
                    for kind, (low, high) in (("short", SHORT), ("long", LONG)):
                        if low <= size <= high:
                            candidates[kind].append((package, name, archive.read(name)))
        rng = random.Random(20261130)
        shutil.rmtree(target, ignore_errors=True)
        manifest = []
        for kind, rows in candidates.items():
            # In turns over the packages, so that no package makes up most of the corpus.
            by_package = {}
            for row in rows:
                by_package.setdefault(row[0], []).append(row)
            for group in by_package.values():
                rng.shuffle(group)
            groups = [by_package[name] for name in sorted(by_package)]
            chosen = [group[turn] for turn in range(FILES_EACH) for group in groups if turn < len(group)][:FILES_EACH]
            for package, name, content in chosen:
                path = target / package / pathlib.PurePosixPath(name).name
                if path.exists():
                    path = path.with_name(f"{pathlib.PurePosixPath(name).parent.name}_{path.name}")
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
                (target / package / "LICENSE").write_bytes(licences[package])
                version, licence = PACKAGES[package]
                manifest.append(
                    {
                        "path": str(path.relative_to(here)),
                        "kind": kind,
                        "package": package,
                        "version": version,
                        "license": licence,
                        "source": name,
                        "sha256": hashlib.sha256(content).hexdigest(),
                    }
                )
        (here / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n")
        print(f"{len(manifest)} files, {sum((here / row['path']).stat().st_size for row in manifest):,} bytes")


if __name__ == "__main__":
    main()
