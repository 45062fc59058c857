"""Makes the corpus: manifest in, shuffled shards and a report out.

1. Every package of the manifest is downloaded where it is missing, and its hash compared.
2. Every package is filtered by itself, in several processes; each one's result is a file in ``WORK/NAME-packages``
   (NAME is the output folder's), written whole, so that a killed run goes on at the package where it stopped.
   The held-out and validation packages go first: a train file that copies a good part of one of their files is dropped.
3. The merge removes exact and near duplicates across packages (a held-out file is kept before a validation file, and
   that before a train file, so it is the train copy that goes), and what shares an n-gram with the evaluation, and
   writes the shards into a new folder that then takes the place of the old one.

The corpus is the same for the same manifest, n-grams, seed, limits and Python version (which decides what parses).
"""

import base64
import concurrent.futures
import concurrent.futures.process
import gzip
import hashlib
import io
import json
import multiprocessing
import multiprocessing.connection
import os
import random
import shutil
import signal
import sys
import threading
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import numpy

from ..errors import PackageError, PackageGoneError, TrainingError, WrongHashError
from ..progress import Progress, say
from ..work_directory import atomic_file, disk_full_as_error, write_atomically
from .archives import keep, remove_left_overs, sha256_of
from .ecosystems import Ecosystem, Wanted
from .evaluation import EvaluationNgrams, read_evaluation_ngrams
from .filters import LARGEST, LARGEST_HELDOUT, decode, reason_to_drop, without_licence_header
from .fingerprints import (
    NGRAM_TOKENS,
    NearDuplicates,
    exact_hash,
    members,
    ngram_hashes,
    signature,
    token_hashes,
    winnow,
)
from .languages import PYTHON, Language, language_of, path_below
from .manifest import PYTHON_ONLY, ROLES, Package, read_manifest

RULES = 2
"""Raised whenever a filter or a hash changes, so that results of the old rules are made anew."""

OTHER_LANGUAGES_RULES = 1
"""The same for the rules that no Python file is subject to."""

COMMON_NGRAM_PACKAGES = 10
"""An n-gram of the evaluation that more packages than this hold is an idiom of the language, not a copy."""

NEAR_DUPLICATE = 0.8
"""Jaccard similarity."""

COPIED = 0.25
"""Share of a train file's winnowed n-grams that held-out and validation files hold, from which it counts as a copy of
theirs (an older version, or the part of it that a project took over). The near-duplicate search is blind to those."""

_PRECEDENCE = {"heldout": 0, "validation": 1, "train": 2}


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


def build_corpus(settings: BuildSettings) -> int:
    """Builds the corpus into ``settings.output``; returns the exit status. Raises ``TrainingError``."""
    packages = list(read_manifest(settings.manifest).packages)
    ngrams = read_evaluation_ngrams(settings.ngrams)
    skipped: dict[str, str] = {}
    packages = _fetch(settings, packages, skipped)
    results = _filter_all(settings, packages, ngrams, skipped)
    _merge(settings, results, skipped)
    _remove_old_results(settings.results, results)
    return 0


def _remove_old_results(folder: Path, results: list[Path]) -> None:
    """Removes the packages' results that this run did not use: other versions, seeds, limits or rules made them."""
    for path in set(folder.glob("*.jsonl.gz")) - set(results):
        path.unlink(missing_ok=True)
    reserved = sorted(folder.glob("reserved-*.npy"), key=lambda path: path.stat().st_mtime)
    for path in reserved[:-1]:
        path.unlink(missing_ok=True)


# 1. Download


def _fetch(settings: BuildSettings, packages: list[Package], skipped: dict[str, str]) -> list[Package]:
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
                    _bad_package(settings, PackageGoneError(package.name, package.version, message), skipped)
                    continue
                found = sha256_of(path)
                if found != package.sha256:
                    _bad_package(settings, WrongHashError(package.name, path.name, package.sha256, found), skipped)
                    continue
                keep(path, folder)
    return [package for package in packages if package.name not in skipped]


def _bad_package(settings: BuildSettings, error: PackageError, skipped: dict[str, str]) -> None:
    if not settings.skip_missing:
        raise error
    say(f"skipped: {error}")
    skipped[error.package] = error.reason


# 2. Filter


def _filter_all(
    settings: BuildSettings, packages: list[Package], ngrams: EvaluationNgrams, skipped: dict[str, str]
) -> list[Path]:
    """Filters every package; returns the paths of the results, in the order of ``packages``."""
    folder = settings.results
    key = hashlib.sha256(ngrams.hashes.tobytes()).hexdigest()
    reserved_packages = [package for package in packages if package.role != "train"]
    reserved_results = _filter_packages(settings, reserved_packages, key, ngrams, None, skipped)
    key = hashlib.sha256(json.dumps([key, *(path.name for path in reserved_results.values())]).encode()).hexdigest()
    reserved = folder / f"reserved-{key[:12]}.npy"
    if not reserved.exists():
        content = io.BytesIO()
        numpy.save(content, _reserved_ngrams(list(reserved_results.values())))
        write_atomically(reserved, content.getvalue())
    train_packages = [package for package in packages if package.role == "train"]
    results = _filter_packages(settings, train_packages, key, ngrams, reserved, skipped) | reserved_results
    return [results[package.name] for package in packages if package.name in results]


def _reserved_ngrams(results: list[Path]) -> numpy.ndarray:
    kept = [numpy.empty(0, dtype=numpy.uint64)]
    with Progress("reading what is held out", len(results)) as progress:
        for path in results:
            lines = _read_result(path)
            next(lines)
            kept += [
                winnow(ngram_hashes(token_hashes(line["text"], _language_of(line["path"])), NGRAM_TOKENS))
                for line in lines
            ]
            progress.advance()
    return numpy.unique(numpy.concatenate(kept))


def _language_of(path: str) -> Language:
    return language_of(path) or PYTHON


def _result_path(settings: BuildSettings, package: Package, key: str) -> Path:
    facts = [
        RULES,
        package.sha256,
        package.role,
        settings.seed,
        settings.package_bytes,
        list(sys.version_info[:2]),
        key,
    ]
    if package.languages != PYTHON_ONLY or package.folders:
        facts += [OTHER_LANGUAGES_RULES, package.languages, package.folders]
    name = hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:12]
    return settings.results / f"{package.plain_name}-{package.version}-{name}.jsonl.gz"


def _filter_packages(
    settings: BuildSettings,
    packages: list[Package],
    key: str,
    ngrams: EvaluationNgrams,
    reserved: Path | None,
    skipped: dict[str, str],
) -> dict[str, Path]:
    """Filters ``packages`` that have no result yet under ``key``; returns all results' paths by package name."""
    paths = {package.name: _result_path(settings, package, key) for package in packages}
    waiting = [package for package in packages if not paths[package.name].exists()]
    with (
        Progress("filtering", len(waiting)) as progress,
        concurrent.futures.ProcessPoolExecutor(
            settings.processes, initializer=_start_worker, initargs=(ngrams, reserved)
        ) as pool,
    ):
        # The large ones first, so that no process is left alone with one at the end.
        waiting.sort(key=lambda package: -package.size)
        tasks = {
            pool.submit(
                filter_package,
                package,
                settings.work / "packages" / package.file,
                paths[package.name],
                settings.seed,
                settings.package_bytes if package.role == "train" else None,
            ): package
            for package in waiting
        }
        try:
            for task in concurrent.futures.as_completed(tasks):
                try:
                    task.result()
                except PackageError as error:
                    _bad_package(settings, error, skipped)
                except concurrent.futures.process.BrokenProcessPool as error:
                    raise TrainingError(
                        "A worker process was killed, perhaps for want of memory. Run the same command again; it goes "
                        "on where it stopped (--processes 1 needs half the memory)."
                    ) from error
                progress.advance(tasks[task].name)
        except BaseException:
            pool.shutdown(wait=True, cancel_futures=True)
            raise
    return {name: path for name, path in paths.items() if name not in skipped}


_evaluation = EvaluationNgrams(numpy.empty(0, dtype=numpy.uint64), NGRAM_TOKENS)
_reserved: numpy.ndarray = numpy.empty(0, dtype=numpy.uint64)


def _start_worker(ngrams: EvaluationNgrams, reserved: Path | None) -> None:
    global _evaluation, _reserved
    _evaluation = ngrams
    if reserved is not None:
        _reserved = numpy.load(reserved, mmap_mode="r")
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches every process; the parent is the one to answer it
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Ends this worker when its parent is killed: it would wait for work for ever, or write beside the next run."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(1)


def _wanted_files(package: Package, archive: Path) -> dict[str, tuple[int, str, Language]]:
    """The files of a package to read, by path: their size in bytes, their path below its folder, and their language."""
    wanted = {}
    for name, size in package.ecosystem.files(package.name, archive):
        language = language_of(name)
        inner = path_below(name, package.folders)
        if language is not None and language.name in package.languages and inner is not None:
            wanted[name] = size, inner, language
    return wanted


def filter_package(package: Package, archive: Path, result: Path, seed: int, limit: int | None) -> None:
    """Filters one package's files and writes ``result``: a header line, then a line a kept file (gzipped JSON lines).

    ``limit`` is the most bytes of text to keep, or None for all; a package that has more is sampled by the seed.
    Raises ``WrongHashError``, ``CorruptArchiveError`` and ``DiskFullError``.
    """
    found = sha256_of(archive)
    if found != package.sha256:
        raise WrongHashError(package.name, archive, package.sha256, found)
    files = _wanted_files(package, archive)
    names = list(files)
    if limit is not None and sum(size for size, _inner, _language in files.values()) > limit:
        names.sort(key=lambda name: hashlib.sha256(f"{seed} {package.name} {name}".encode()).digest())
    dropped: Counter[str] = Counter()
    lines = []
    seen: set[str] = set()
    kept = 0
    for name, content in package.ecosystem.read(package.name, archive, names):
        if limit is not None and kept >= limit:
            dropped["over-limit"] += 1
            continue
        text = decode(content)
        if text is None:
            dropped["not-utf-8"] += 1
            continue
        _size, inner, language = files[name]
        reason = reason_to_drop(inner, text, LARGEST_HELDOUT if package.role == "heldout" else LARGEST, language)
        if reason is not None:
            dropped[reason] += 1
            continue
        text = without_licence_header(text, language)
        digest = exact_hash(text)
        if digest in seen:
            dropped["exact-duplicate"] += 1
            continue
        seen.add(digest)
        tokens = token_hashes(text, language)
        hashes = ngram_hashes(tokens, NGRAM_TOKENS)
        own = winnow(hashes)
        if package.role == "train" and len(members(own, _reserved)) > COPIED * len(own):
            dropped["held-out-copy"] += 1
            continue
        longer = hashes if _evaluation.tokens == NGRAM_TOKENS else ngram_hashes(tokens, _evaluation.tokens)
        size = len(text.encode("utf-8", "surrogatepass"))
        kept += size
        record = {
            "path": name,
            "size": size,
            "hash": digest,
            "signature": base64.b64encode(signature(tokens).astype("<u4").tobytes()).decode(),
            "evaluation": members(numpy.unique(longer), _evaluation.hashes).tolist(),
            "text": text,
        }
        lines.append(json.dumps(record, ensure_ascii=False))
    header = {
        "package": package.name,
        "version": package.version,
        "role": package.role,
        "files": len(names),
        "dropped": dict(sorted(dropped.items())),
    }
    with atomic_file(result) as stream:
        stream.write(gzip.compress("\n".join([json.dumps(header), *lines]).encode("utf-8"), compresslevel=2, mtime=0))


# 3. Merge


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


def _read_result(path: Path) -> Iterator[dict]:
    try:
        with gzip.open(path, "rt", encoding="utf-8", newline="\n") as stream:
            for line in stream:
                yield json.loads(line)
    except (gzip.BadGzipFile, zlib.error, EOFError, ValueError) as error:
        raise TrainingError(f"{path} is damaged ({error}). Delete it and run the same command again.") from error


def _merge(settings: BuildSettings, results: list[Path], skipped: dict[str, str]) -> None:
    headers: list[dict] = []
    files: list[_File] = []
    with Progress("reading", len(results)) as progress:
        for source, path in enumerate(results):
            lines = _read_result(path)
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
                    lines = _read_result(path)
                    package = next(lines)["package"]
                    for line in lines:
                        target = place.get((source, line["path"]))
                        if target is None:
                            continue
                        role, shard, position = target
                        language = _language_of(line["path"]).name
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
        counts[_language_of(file.path).name].update(packages=0, files=1, bytes=file.size)
    for name in counts:
        counts[name]["packages"] = len({file.package for file in files if _language_of(file.path).name == name})
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
    others = any(_language_of(files[index].path) is not PYTHON for index in kept)
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
