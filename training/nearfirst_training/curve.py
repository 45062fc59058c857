"""The step `curve`: loss against tokens of one or several runs, as a picture and as numbers."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from .errors import TrainingError
from .work_directory import add_work_argument, atomic_file

_SMOOTHED = 10


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_work_argument(parser)
    parser.add_argument("runs", nargs="*", metavar="RUN", help="folder of a run (default: all)")
    parser.add_argument("--logs", type=Path, metavar="DIR", help="where the runs lie (default: WORK/runs)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="the picture to draw, an .svg or .png (default: none)")


def run(arguments: argparse.Namespace) -> int:
    folder = arguments.logs or arguments.work / "runs"
    names = arguments.runs or sorted(path.parent.parent.name for path in folder.glob("*/*/log.jsonl"))
    logs = {name: read_run(folder / name) for name in dict.fromkeys(names)}
    for name, entries in logs.items():
        # Where a run ends at a milestone, it logged that one twice.
        milestones = {(each["stage"], each["tokens"]): each for each in entries if each.get("event") == "milestone"}
        for entry in milestones.values():
            print(
                f"{name}\t{entry['stage']}\t{entry['total_tokens'] / 1e6:.1f} M tokens\t"
                f"validation {entry['validation_loss']:.4f}\tmiddles {entry['validation_middle_loss']:.4f}"
            )
    if arguments.out is not None:
        draw(logs, arguments.out)
        print(arguments.out)
    return 0


def read_run(folder: Path) -> list[dict[str, Any]]:
    """Log entries of all stages in order, each with its `stage` and `total_tokens`, those of earlier stages counted in.

    A line that a kill cut off is passed over.
    """
    logs = list(folder.glob("*/log.jsonl"))
    if not logs:
        raise TrainingError(f"There is no log in {folder}. Runs lie in {folder.parent}.")
    entries, before = [], 0
    stages = sorted(((log.parent.name, _lines_of(log)) for log in logs), key=lambda stage: stage[1][0]["time"])
    for name, lines in stages:
        entries += [{**entry, "stage": name, "total_tokens": before + entry["tokens"]} for entry in lines]
        before += max(entry["tokens"] for entry in lines)
    return _without_repetition(entries)


def _lines_of(log: Path) -> list[dict[str, Any]]:
    found = []
    for line in log.read_text(encoding="utf-8").splitlines():
        try:
            found.append(json.loads(line))
        except ValueError:
            continue
    if not found:
        raise TrainingError(f"{log} is empty: that stage has not begun. Delete its folder.")
    return found


def _without_repetition(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """After a kill a run goes on from its newest checkpoint: what it had logged beyond is logged again."""
    kept: list[dict[str, Any]] = []
    for entry in entries:
        if kept and kept[-1]["stage"] == entry["stage"] and kept[-1]["tokens"] > entry["tokens"]:
            while kept and kept[-1]["stage"] == entry["stage"] and kept[-1]["tokens"] >= entry["tokens"]:
                kept.pop()
        kept.append(entry)
    return kept


def draw(logs: dict[str, list[dict[str, Any]]], out: Path) -> None:
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "nearfirst"
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(8, 4.5), layout="constrained")
    for name, entries in logs.items():
        steps = [entry for entry in entries if "loss" in entry]
        smooth = [
            _mean([each["loss"] for each in steps[max(0, at - _SMOOTHED + 1) : at + 1]]) for at in range(len(steps))
        ]
        (line,) = axes.plot([entry["total_tokens"] / 1e6 for entry in steps], smooth, linewidth=0.8, alpha=0.5)
        milestones = [entry for entry in entries if entry.get("event") == "milestone"]
        places = [entry["total_tokens"] / 1e6 for entry in milestones]
        axes.plot(
            places,
            [entry["validation_loss"] for entry in milestones],
            "o-",
            color=line.get_color(),
            label=f"{name}: validation",
        )
        axes.plot(
            places,
            [entry["validation_middle_loss"] for entry in milestones],
            "s--",
            color=line.get_color(),
            label=f"{name}: middles",
        )
    axes.set(xlabel="tokens seen (millions)", ylabel="loss (nats a token)", xscale="log", title="Loss while training")
    axes.grid(alpha=0.3, which="both")
    axes.legend()
    with atomic_file(out) as stream:
        figure.savefig(
            stream, format=out.suffix.lstrip(".") or "svg", metadata={"Date": None} if out.suffix == ".svg" else None
        )
    pyplot.close(figure)


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)
