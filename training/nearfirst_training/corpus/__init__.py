"""The corpus step: which packages the model learns from, and which of their files.

``manifest`` chooses packages and writes down their licences and hashes; ``evaluation`` writes down the n-grams of the
evaluation's problems; ``build`` makes the corpus from the two. Only ``build`` is needed to train a model: what the
other two write is committed under ``training/corpus/``, for Python and, by ``--manifest``, for other languages.
``unpack`` lays out the projects of one role as they are, for the evaluation.
"""

import argparse
from pathlib import Path

from ..work_directory import TRAINING_ROOT, add_work_argument

CANDIDATES = TRAINING_ROOT / "corpus" / "candidates.txt"
MANIFEST = TRAINING_ROOT / "corpus" / "manifest.json"
EVALUATION_NGRAMS = TRAINING_ROOT / "corpus" / "evaluation-ngrams.npz"
PACKAGE_BYTES = 6_000_000


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split(","))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the sub-commands ``manifest``, ``evaluation``, ``build`` and ``unpack``."""
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    manifest = commands.add_parser(
        "manifest", help="(maintainers) download the candidates' archives and write a manifest from them"
    )
    add_work_argument(manifest)
    manifest.add_argument("--candidates", type=Path, default=CANDIDATES, metavar="FILE")
    manifest.add_argument("--manifest", type=Path, default=MANIFEST, metavar="FILE", help="the file to write")

    evaluation = commands.add_parser(
        "evaluation", help="(maintainers) write the n-grams of HumanEval and SAFIM that the corpus must not hold"
    )
    evaluation.add_argument(
        "--data", type=Path, required=True, metavar="DIR", help="holds humaneval-infilling/ and safim/ as .jsonl.gz"
    )
    evaluation.add_argument("--ngrams", type=Path, default=EVALUATION_NGRAMS, metavar="FILE", help="the file to write")
    evaluation.add_argument(
        "--languages", type=_names, default=("python",), metavar="NAME,…", help="whose problems count (default: python)"
    )

    build = commands.add_parser("build", help="make a corpus from a manifest")
    add_work_argument(build)
    build.add_argument("--manifest", type=Path, default=MANIFEST, metavar="FILE")
    build.add_argument(
        "--ngrams", type=Path, metavar="FILE", help="what no file may hold (default: what the manifest names)"
    )
    build.add_argument("--output", type=Path, metavar="DIR", help="where the shards go (default: WORK/corpus)")
    build.add_argument("--seed", type=int, default=1, help="of the shuffle and of the choice in capped packages")
    build.add_argument("--processes", type=int, default=2, metavar="N")
    build.add_argument(
        "--package-bytes",
        type=int,
        metavar="N",
        help=f"at most this much text of a train package (default: what the manifest says, else {PACKAGE_BYTES})",
    )
    build.add_argument("--shard-bytes", type=int, default=32_000_000, metavar="N", help="text in a shard, about")
    _add_on_missing(build)

    unpack = commands.add_parser("unpack", help="unpack the Python files of one role's packages, a folder a package")
    add_work_argument(unpack)
    unpack.add_argument("--manifest", type=Path, default=MANIFEST, metavar="FILE")
    unpack.add_argument("--role", choices=("heldout", "validation"), default="heldout")
    unpack.add_argument("--out", type=Path, required=True, metavar="DIR")
    _add_on_missing(unpack)


def _add_on_missing(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--on-missing",
        choices=("stop", "skip"),
        default="stop",
        help="what to do about a package that is gone, corrupt or not the one of the manifest",
    )


def run(arguments: argparse.Namespace) -> int:
    """Runs the sub-command; returns the exit status. Raises ``TrainingError``."""
    if arguments.command == "manifest":
        from .manifest import make_manifest

        return make_manifest(arguments.candidates, arguments.manifest, arguments.work / "packages")
    if arguments.command == "evaluation":
        from .evaluation import write_evaluation_ngrams

        return write_evaluation_ngrams(arguments.data, arguments.ngrams, arguments.languages)
    if arguments.command == "unpack":
        from .unpack import unpack_packages

        return unpack_packages(
            arguments.manifest,
            role=arguments.role,
            archives=arguments.work / "packages",
            out=arguments.out,
            on_missing=arguments.on_missing,
        )
    from .build import build_corpus
    from .build_settings import BuildSettings
    from .manifest import read_manifest

    stated = read_manifest(arguments.manifest).settings
    ngrams = arguments.manifest.with_name(stated.evaluation) if stated.evaluation else EVALUATION_NGRAMS
    settings = BuildSettings(
        manifest=arguments.manifest,
        ngrams=arguments.ngrams or ngrams,
        work=arguments.work,
        output=arguments.output or arguments.work / "corpus",
        seed=arguments.seed,
        processes=arguments.processes,
        package_bytes=arguments.package_bytes or stated.package_bytes or PACKAGE_BYTES,
        shard_bytes=arguments.shard_bytes,
        skip_missing=arguments.on_missing == "skip",
    )
    return build_corpus(settings)
