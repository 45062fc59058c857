"""Step 3 of ``corpus build``: drops duplicates and what the evaluation holds, and writes the shards and the report."""

import base64
import gzip
import json
import random
import shutil
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import numpy

from ..progress import Progress, say
from ..work_directory import atomic_file, disk_full_as_error, write_atomically
from .archives import sha256_of
from .build_settings import BuildSettings
from .filter_packages import RULES
from .fingerprints import NearDuplicates
from .languages import PYTHON
from .manifest import ROLES
from .package_results import language_at, read_result

COMMON_NGRAM_PACKAGES = 10
"""An n-gram of the evaluation that more packages than this hold is an idiom of the language, not a copy."""

NEAR_DUPLICATE = 0.8
"""Jaccard similarity."""

_PRECEDENCE = {"heldout": 0, "validation": 1, "train": 2}


@dataclass
class _File:
    source: int
    package: str
    role: str
    path: str
    size: int
    hash: str
    signature: numpy.ndarray
    evaluation: list[int]


def merge(settings: BuildSettings, results: list[Path], skipped: dict[str, str]) -> None:
    headers: list[dict] = []
    files: list[_File] = []
    with Progress("reading", len(results)) as progress:
        for source, path in enumerate(results):
            lines = read_result(path)
            header = next(lines)
            headers.append(header)
            for line in lines:
                values = numpy.frombuffer(base64.b64decode(line["signature"]), dtype="<u4")
                files.append(
                    _File(
                        source,
                        header["package"],
                        header["role"],
                        line["path"],
                        line["size"],
                        line["hash"],
                        values,
                        line["evaluation"],
                    )
                )
            progress.advance(header["package"])
    dropped: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for header in headers:
        dropped[header["package"]].update(header["dropped"])
    kept, across = _choose(files, dropped)
    part = settings.output.with_name(settings.output.name + ".part")
    shutil.rmtree(part, ignore_errors=True)
    shards = _write_shards(settings, results, files, kept, part)
    report = _report(settings, headers, files, kept, dropped, across, shards, skipped)
    write_atomically(part / "report.json", json.dumps(report, indent=2, ensure_ascii=False) + "\n")
    _replace_folder(part, settings.output)
    for role in ROLES:
        counts = report["roles"][role]
        say(f"{role}: {counts['files']} files, {counts['bytes'] / 1e6:.1f} MB")
        for name, part_of_it in counts.get("languages", {}).items():
            say(f"  {name}: {part_of_it['files']} files, {part_of_it['bytes'] / 1e6:.1f} MB")
    say(f"{settings.output / 'report.json'}: the counts of every filter")


def _choose(files: list[_File], dropped: defaultdict[str, Counter[str]]) -> tuple[list[int], Counter[str]]:
    """The indices of the files to keep, in order of precedence; counts what is dropped by package.

    The second result counts duplicates by ``role of the dropped file<role of the kept one``.
    """
    holders: defaultdict[int, set[str]] = defaultdict(set)
    for file in files:
        for value in file.evaluation:
            holders[value].add(file.package)
    common = {value for value, packages in holders.items() if len(packages) > COMMON_NGRAM_PACKAGES}
    order = sorted(range(len(files)), key=lambda i: (_PRECEDENCE[files[i].role], files[i].package, files[i].path))
    exact: dict[str, int] = {}
    near = NearDuplicates(NEAR_DUPLICATE)
    across: Counter[str] = Counter()
    kept = []
    with Progress("comparing", len(files)) as progress:
        for index in order:
            progress.advance()
            file = files[index]
            reason, other = None, exact.get(file.hash)
            if other is not None:
                reason = "exact-duplicate"
            else:
                other = near.find(file.signature)
                if other is not None:
                    reason = "near-duplicate"
                elif file.role != "heldout" and not common.issuperset(file.evaluation):
                    reason = "evaluation"
            if reason is not None:
                dropped[file.package][reason] += 1
                if other is not None:
                    across[f"{reason}: {file.role} of {files[other].role}"] += 1
                continue
            exact[file.hash] = index
            near.keep(index, file.signature)
            kept.append(index)
    return kept, across


def _write_shards(
    settings: BuildSettings, results: list[Path], files: list[_File], kept: list[int], part: Path
) -> dict[str, int]:
    """Writes the kept files, shuffled, into ``part``/ROLE/NNNN.jsonl.gz; returns the number of shards by role.

    A first pass over the packages deals the files out to the shards as plain lines, a second puts each shard in order
    and compresses it: so no more than one shard's text is in memory.
    """
    place: dict[tuple[int, str], tuple[str, int, int]] = {}
    counts: dict[str, int] = {}
    for role in ROLES:
        own = [index for index in kept if files[index].role == role]
        random.Random(f"{settings.seed} {role}").shuffle(own)
        size = shard = 0
        for position, index in enumerate(own):
            if size >= settings.shard_bytes:
                shard, size = shard + 1, 0
            size += files[index].size
            place[files[index].source, files[index].path] = (role, shard, position)
        counts[role] = shard + 1 if own else 0
        (part / role).mkdir(parents=True)
    unordered: dict[tuple[str, int], BinaryIO] = {}
    with disk_full_as_error(part):
        try:
            for role, shard in sorted({(role, shard) for role, shard, _position in place.values()}):
                unordered[role, shard] = open(part / role / f"{shard:04}.unordered", "wb")
            with Progress("dealing out", len(results)) as progress:
                for source, path in enumerate(results):
                    lines = read_result(path)
                    package = next(lines)["package"]
                    for line in lines:
                        target = place.get((source, line["path"]))
                        if target is None:
                            continue
                        role, shard, position = target
                        language = language_at(line["path"]).name
                        record = {"package": package, "path": line["path"], "language": language, "text": line["text"]}
                        text = f"{position:09}{json.dumps(record, ensure_ascii=False)}\n"
                        unordered[role, shard].write(text.encode("utf-8"))
                    progress.advance(package)
        finally:
            for stream in unordered.values():
                stream.close()
        with Progress("writing", len(unordered)) as progress:
            for role, shard in unordered:
                path = part / role / f"{shard:04}.unordered"
                lines = sorted(path.read_bytes().splitlines(keepends=True))
                with atomic_file(path.with_name(f"{shard:04}.jsonl.gz")) as stream:
                    stream.write(gzip.compress(b"".join(line[9:] for line in lines), compresslevel=5, mtime=0))
                path.unlink()
                progress.advance(f"{role}/{shard:04}")
    return counts


def _replace_folder(part: Path, output: Path) -> None:
    old = output.with_name(output.name + ".old")
    shutil.rmtree(old, ignore_errors=True)
    if output.exists():
        output.rename(old)
    part.rename(output)
    shutil.rmtree(old, ignore_errors=True)


def _by_language(files: list[_File]) -> dict[str, dict[str, int]]:
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for file in files:
        counts[language_at(file.path).name].update(packages=0, files=1, bytes=file.size)
    for name in counts:
        counts[name]["packages"] = len({file.package for file in files if language_at(file.path).name == name})
    return {name: dict(counts[name]) for name in sorted(counts)}


def _report(
    settings: BuildSettings,
    headers: list[dict],
    files: list[_File],
    kept: list[int],
    dropped: defaultdict[str, Counter[str]],
    across: Counter[str],
    shards: dict[str, int],
    skipped: dict[str, str],
) -> dict:
    bytes_of: Counter[str] = Counter()
    files_of: Counter[str] = Counter()
    for index in kept:
        bytes_of[files[index].package] += files[index].size
        files_of[files[index].package] += 1
    # A corpus of Python alone has no such counts, which would only repeat the ones above.
    others = any(language_at(files[index].path) is not PYTHON for index in kept)
    roles = {}
    for role in ROLES:
        own = [header for header in headers if header["role"] == role]
        reasons: Counter[str] = Counter()
        for header in own:
            reasons.update(dropped[header["package"]])
        roles[role] = {
            "packages": len(own),
            "files_seen": sum(header["files"] for header in own),
            "dropped": dict(reasons.most_common()),
            "files": sum(files_of[header["package"]] for header in own),
            "bytes": sum(bytes_of[header["package"]] for header in own),
            "shards": shards[role],
        }
        if others:
            roles[role]["languages"] = _by_language([files[index] for index in kept if files[index].role == role])
    return {
        "manifest_sha256": sha256_of(settings.manifest),
        "ngrams_sha256": sha256_of(settings.ngrams),
        "seed": settings.seed,
        "package_bytes": settings.package_bytes,
        "rules": RULES,
        "python": ".".join(map(str, sys.version_info[:2])),
        "skipped_packages": skipped,
        "roles": roles,
        "duplicates_by_role": dict(across.most_common()),
        "packages": {
            header["package"]: {
                "version": header["version"],
                "role": header["role"],
                "files_seen": header["files"],
                "dropped": dict(dropped[header["package"]].most_common()),
                "files": files_of[header["package"]],
                "bytes": bytes_of[header["package"]],
            }
            for header in headers
        },
    }
