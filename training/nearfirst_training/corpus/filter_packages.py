"""Step 2 of ``corpus build``: filters each package by itself, in several processes."""

import base64
import concurrent.futures
import concurrent.futures.process
import gzip
import hashlib
import io
import json
import signal
import sys
from collections import Counter
from pathlib import Path

import numpy

from ..errors import PackageError, TrainingError, WrongHashError
from ..progress import Progress
from ..work_directory import atomic_file, write_atomically
from ..worker_processes import watch_parent
from .archives import sha256_of
from .build_settings import BuildSettings, bad_package
from .evaluation import EvaluationNgrams
from .filters import LARGEST, LARGEST_HELDOUT, decode, reason_to_drop, without_licence_header
from .fingerprints import NGRAM_TOKENS, exact_hash, members, ngram_hashes, signature, token_hashes, winnow
from .languages import Language, language_of, path_below
from .manifest import PYTHON_ONLY, Package
from .package_results import language_at, read_result

RULES = 2
"""Raised whenever a filter or a hash changes, so that results of the old rules are made anew."""

OTHER_LANGUAGES_RULES = 1
"""The same for the rules that no Python file is subject to."""

COPIED = 0.25
"""Share of a train file's winnowed n-grams that held-out and validation files hold, from which it counts as a copy of
theirs (an older version, or the part of it that a project took over). The near-duplicate search is blind to those."""


def filter_all(
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
            lines = read_result(path)
            next(lines)
            kept += [
                winnow(ngram_hashes(token_hashes(line["text"], language_at(line["path"])), NGRAM_TOKENS))
                for line in lines
            ]
            progress.advance()
    return numpy.unique(numpy.concatenate(kept))


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
                    bad_package(settings, error, skipped)
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
    watch_parent()


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
