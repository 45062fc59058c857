"""The command line: ``python -m nearfirst_training STEP …``."""

import argparse
import errno
import importlib
import sys
from collections.abc import Sequence

from .errors import DiskFullError, TrainingError
from .progress import say

STEPS = {
    "corpus": ("corpus", "choose, download, filter and deduplicate the source text"),
    "tokenizer": ("tokenizer.build", "learn the vocabulary from the corpus"),
    "samples": ("samples.build", "cut the corpus into rows of tokens"),
    "tasks": ("tasks", "make completion tasks from the projects set aside"),
    "train": ("train.trainer", "train a model on the samples"),
    "bundle": ("bundle", "pack the corpus small, for a machine without a network"),
    "curve": ("curve", "draw the loss of runs against their tokens"),
    "export": ("export", "write a checkpoint as GGUF or for Transformers"),
    "quantise": ("export.requantise", "write a model file in other number formats"),
}
"""Of each step its module, with ``add_arguments(parser)`` and ``run(arguments) -> int``, and one line of help. The module
is imported only when its step is asked for, since some need PyTorch."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one step and returns the exit status: 0 done, 1 stopped with a message, 2 misused, 130 interrupted."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    parser = argparse.ArgumentParser(prog="python -m nearfirst_training", description=__doc__)
    steps = parser.add_subparsers(dest="step", required=True, metavar="STEP")
    chosen = next((word for word in words if not word.startswith("-")), None)
    module = None
    for name, (place, summary) in STEPS.items():
        step = steps.add_parser(name, help=summary, description=summary)
        if name == chosen:
            try:
                module = importlib.import_module(f"{__package__}.{place}")
            except ModuleNotFoundError as error:
                if (error.name or "").startswith(f"{__package__}."):
                    raise
                say(f"error: step {name} needs the module {error.name}: install training/requirements.txt first")
                return 1
            module.add_arguments(step)
    parsed = parser.parse_args(words)
    try:
        return int(module.run(parsed) or 0)
    except TrainingError as error:
        say(f"error: {error}")
        return 1
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        say(f"error: {DiskFullError(error.filename or 'a file')}")
        return 1
    except KeyboardInterrupt:
        say("interrupted: run the same command again to go on")
        return 130


if __name__ == "__main__":
    sys.exit(main())
