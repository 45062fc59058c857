"""One entry of a log file."""

from dataclasses import dataclass

LEVELS = ["DEBUG", "INFO", "WARNING", "ERROR"]


@dataclass
class Entry:
    """When something happened, how bad it was, and what it was."""

    time: str
    level: str
    source: str
    message: str

    def is_problem(self):
        """Whether somebody should look at this entry."""
        return self.level in ("WARNING", "ERROR")


def parse_entry(line):
    """Reads a line like `12:30:01 ERROR disk: no space left`; None where it is no entry."""
    parts = line.strip().split(" ", 2)
    if len(parts) < 3:
        return None
    time, level, rest = parts
    if level not in LEVELS:
        return None
    source, _, message = rest.partition(": ")
    return Entry(time, level, source, message)
