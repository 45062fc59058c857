"""Counts what stands in a log."""

from entry import LEVELS


def count_by_level(entries):
    """How many entries there are of each level."""
    counts = {}
    for level in LEVELS:
        counts[level] = 0
    for entry in entries:
        counts[entry.level] += 1
    return counts


def count_by_source(entries):
    """How many entries each source has written."""
    counts = {}
    for entry in entries:
        if entry.source not in counts:
            counts[entry.source] = 0
        counts[entry.source] += 1
    return counts


def summary_lines(entries):
    """The summary as lines of text."""
    lines = []
    for level, count in count_by_level(entries).items():
        lines.append(f"{level}: {count}")
    for source, count in count_by_source(entries).items():
        lines.append(f"{source}: {count}")
    return lines


def count_by_hour(entries):
    """How many entries there are of each hour."""
    counts = {}
    for entry in entries:
        hour = entry.time[:2]
        if hour not in counts:
            counts[hour]
