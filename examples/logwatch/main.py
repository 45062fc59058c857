"""Command line: prints a summary of log files."""

import argparse
import sys

from reader import read_entries, read_problems
from summary import summary_lines


def parse_arguments(arguments):
    """What the user asked for."""
    parser = argparse.ArgumentParser(description="Summary of log files")
    parser.add_argument("paths", nargs="+", help="log files to read")
    parser.add_argument("--problems", action="store_true", help="print the problems themselves")
    return parser.parse_args(arguments)


def print_summary(path):
    """Prints the counts of one file."""
    print(path)
    for line in summary_lines(read_entries(path)):
        print("  " + line)


def print_problems(path):
    """Prints the entries that somebody should look at."""
    print(path)
    for entry in read_problems(path):
        print("  " + entry.message)


def main():
    """Prints what the user asked for, file by file."""
    options = parse_arguments(sys.argv[1:])
    for path in options.paths:
        if options.problems:
            print_problems(path)
        else:
            print_summary(
