"""The step `tasks`: the held-out projects as completion tasks. The package's docstring describes what it writes."""

from __future__ import annotations

import argparse
import hashlib
import json
import random
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

from ..corpus.read_corpus import CorpusFile, read_corpus
from ..errors import TrainingError
from ..progress import Progress, say
from ..work_directory import add_work_argument, write_atomically
from .domain import domain_of
from .places import Place, line_places, statement_places, suffix_place, utf16_length
from .repositories import files_digest, read_repositories

KINDS = ("statement", "suffix", "line")

MOST_OF_A_PROJECT = 15
"""Tasks of one kind (MCCom 4.2.2: "up to 15 statements")."""

_DRAWS_FOR_EACH = 40
"""A project without that many different places yields fewer tasks."""


@dataclass(frozen=True)
class Task:
    """See the package's docstring."""

    id: str
    package: str
    domain: str
    path: str
    language: str
    kind: str
    offset: int
    target: str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_work_argument(parser)
    parser.add_argument(
        "--tasks", type=int, default=600, metavar="N", help="at most N tasks of each kind (default: 600)"
    )
    parser.add_argument(
        "--each", type=int, default=MOST_OF_A_PROJECT, metavar="N", help="at most N of a kind a project (default: 15)"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument(
        "--role", choices=["heldout", "validation"], default="heldout", help="which projects of the corpus"
    )
    parser.add_argument(
        "--repositories",
        type=Path,
        metavar="DIR",
        help="instead of the corpus: any folder with a repository a folder; needs --out",
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="default: WORK/tasks/ROLE.jsonl")


def run(arguments: argparse.Namespace) -> int:
    if arguments.tasks < 1 or arguments.each < 1:
        raise TrainingError("--tasks and --each must be at least 1.")
    if arguments.repositories is not None and arguments.out is None:
        raise TrainingError("With --repositories, say by --out where the tasks go.")
    work: Path = arguments.work
    folder = arguments.repositories or work / "corpus" / arguments.role
    if arguments.repositories is None:
        files = [file for file in read_corpus(folder) if file.language == "python"]
        digest = {"corpus_sha256": _digest(sorted(folder.glob("*.jsonl.gz")))}
    else:
        files = list(read_repositories(folder))
        digest = {"files_sha256": files_digest(files)}
    tasks = make_tasks(files, most=arguments.tasks, each=arguments.each, seed=arguments.seed)
    if not tasks:
        raise TrainingError(f"{folder} has no Python file with a statement in it. Run the step `corpus` again.")
    out = arguments.out or work / "tasks" / f"{arguments.role}.jsonl"
    content = "".join(json.dumps(vars(task), ensure_ascii=False) + "\n" for task in tasks)
    write_atomically(out, content)
    report = {
        "seed": arguments.seed,
        **digest,
        "tasks_sha256": hashlib.sha256(content.encode()).hexdigest(),
        **counts_of(tasks),
    }
    write_atomically(out.with_name(f"{out.stem}-report.json"), json.dumps(report, indent=2) + "\n")
    for kind, count in report["kinds"].items():
        domains = ", ".join(f"{number} {domain}" for domain, number in count["domains"].items())
        say(f"{kind}: {count['tasks']} tasks of {count['projects']} projects ({domains})")
    say(f"{out}: {len(tasks)} tasks")
    return 0


def make_tasks(files: Iterable[CorpusFile], *, most: int, each: int, seed: int) -> list[Task]:
    """At most ``most`` tasks of each kind and ``each`` of a project, the same for the same files and seed.

    Kind by kind; within a kind, once round the projects for each project's first task, once for its second, and so on.
    """
    projects: dict[str, list[CorpusFile]] = {}
    for file in files:
        projects.setdefault(file.package, []).append(file)
    statements: list[list[Task]] = []
    suffixes: list[list[Task]] = []
    lines: list[list[Task]] = []
    order = sorted(projects)
    random.Random(f"{seed} projects").shuffle(order)
    with Progress("projects", len(order)) as progress:
        for package in order:
            # Neither the order of the files nor other projects change a project's tasks.
            own = sorted(projects[package], key=lambda file: file.path)
            domain = domain_of(file.text for file in own)
            chance = random.Random(f"{seed} {package} statement")
            drawn = draw(own, statement_places, each, chance)
            statements.append([_task("statement", domain, file, place) for file, place in drawn])
            suffixes.append(
                [_task("suffix", domain, file, suffix_place(file.text, place, chance)) for file, place in drawn]
            )
            drawn = draw(own, line_places, each, random.Random(f"{seed} {package} line"))
            lines.append([_task("line", domain, file, place) for file, place in drawn])
            progress.advance(package)
    return [task for of_kind in (statements, suffixes, lines) for task in _round_robin(of_kind)[:most]]


def draw(
    files: list[CorpusFile], places_of: Callable[[str], list[Place]], count: int, chance: random.Random
) -> list[tuple[CorpusFile, Place]]:
    """``count`` different places, fewer where there are not so many: a file by its length, then any of its places."""
    lengths = list(accumulate(len(file.text) for file in files))
    known: dict[int, list[Place]] = {}
    drawn: dict[tuple[int, Place], None] = {}
    for _ in range(count * _DRAWS_FOR_EACH):
        if len(drawn) == count:
            break
        (at,) = chance.choices(range(len(files)), cum_weights=lengths)
        if at not in known:
            known[at] = places_of(files[at].text)
        if known[at]:
            drawn[at, chance.choice(known[at])] = None
    return [(files[at], place) for at, place in drawn]


def _task(kind: str, domain: str, file: CorpusFile, place: Place) -> Task:
    offset = utf16_length(file.text[: place.start])
    return Task(
        id=f"{kind}/{file.package}/{file.path}@{offset}",
        package=file.package,
        domain=domain,
        path=file.path,
        language=file.language,
        kind=kind,
        offset=offset,
        target=file.text[place.start : place.end],
    )


def _round_robin(lists: list[list[Task]]) -> list[Task]:
    longest = max(map(len, lists), default=0)
    return [tasks[at] for at in range(longest) for tasks in lists if at < len(tasks)]


def counts_of(tasks: list[Task]) -> dict:
    """Tasks and projects by kind, and tasks by domain."""
    kinds = {}
    for kind in KINDS:
        own = [task for task in tasks if task.kind == kind]
        kinds[kind] = {
            "tasks": len(own),
            "projects": len({task.package for task in own}),
            "domains": dict(sorted(Counter(task.domain for task in own).items())),
        }
    return {"tasks": len(tasks), "kinds": kinds}


def _digest(shards: list[Path]) -> str:
    digest = hashlib.sha256()
    for shard in shards:
        digest.update(shard.read_bytes())
    return digest.hexdigest()
