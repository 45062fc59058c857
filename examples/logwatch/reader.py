"""Reads the entries of log files."""

from entry import parse_entry


def read_entries(path):
    """All entries of a file, in order; lines that are no entries are left out."""
    entries = []
    with open(path, "r", encoding="utf-8") as file:
        for line in file:
            entry = parse_entry(line)
            if entry is not None:
                entries.append(entry)
    return entries


def read_problems(path):
    """The entries of a file that somebody should look at."""
    problems = []
    for entry in read_entries(path):
        if entry.is_problem():
            problems.append(
