"""Worker processes that do not outlive their parent, and whose sudden end is said."""

import concurrent.futures
import multiprocessing
import multiprocessing.connection
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from .errors import TrainingError

Task = TypeVar("Task")
Result = TypeVar("Result")


def in_processes(function: Callable[[Task], Result], tasks: Sequence[Task], processes: int) -> Iterator[Result]:
    """Results as they come. The processes are forked: they share what this one holds in memory.

    Raises what `function` raises, and `TrainingError` where a process was killed.
    """
    context = multiprocessing.get_context("fork")
    pool = concurrent.futures.ProcessPoolExecutor(processes, mp_context=context, initializer=watch_parent)
    try:
        for future in concurrent.futures.as_completed([pool.submit(function, task) for task in tasks]):
            yield future.result()
    except BrokenProcessPool as error:
        raise TrainingError(
            "A worker process was killed, perhaps for want of memory. Run the same command again with fewer --processes."
        ) from error
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def watch_parent() -> None:
    """For a worker's start. One whose parent was killed would wait for work for ever, or write beside the next run."""
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(1)
