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

from pathlib import Path

from .build_settings import BuildSettings
from .evaluation import read_evaluation_ngrams
from .fetch_packages import fetch
from .filter_packages import filter_all
from .manifest import read_manifest
from .merge_packages import merge


def build_corpus(settings: BuildSettings) -> int:
    """Builds the corpus into ``settings.output``; returns the exit status. Raises ``TrainingError``."""
    packages = list(read_manifest(settings.manifest).packages)
    ngrams = read_evaluation_ngrams(settings.ngrams)
    skipped: dict[str, str] = {}
    packages = fetch(settings, packages, skipped)
    results = filter_all(settings, packages, ngrams, skipped)
    merge(settings, results, skipped)
    _remove_old_results(settings.results, results)
    return 0


def _remove_old_results(folder: Path, results: list[Path]) -> None:
    """Removes the packages' results that this run did not use: other versions, seeds, limits or rules made them."""
    for path in set(folder.glob("*.jsonl.gz")) - set(results):
        path.unlink(missing_ok=True)
    reserved = sorted(folder.glob("reserved-*.npy"), key=lambda path: path.stat().st_mtime)
    for path in reserved[:-1]:
        path.unlink(missing_ok=True)
