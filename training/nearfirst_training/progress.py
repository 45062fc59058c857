"""Progress on standard error: a line that moves on a terminal, a line every few seconds elsewhere."""

import sys
import time
from types import TracebackType
from typing import Self


def say(message: str) -> None:
    """Prints one line on standard error."""
    print(message, file=sys.stderr, flush=True)


class Progress:
    """Counts items done out of ``total`` and shows them under ``label``; use it in a ``with`` block."""

    def __init__(self, label: str, total: int) -> None:
        self.label = label
        self.total = total
        self.done = 0
        self.started = time.monotonic()
        self._shown = 0.0
        self._terminal = sys.stderr.isatty()

    def __enter__(self) -> Self:
        return self

    def advance(self, note: str = "", count: int = 1) -> None:
        """Counts ``count`` more items; ``note`` (such as the item's name) is shown beside the numbers."""
        self.done += count
        now = time.monotonic()
        if self.done >= self.total or now - self._shown >= (0.2 if self._terminal else 10):
            self._shown = now
            self._show(note)

    def _show(self, note: str) -> None:
        line = f"{self.label}: {self.done}/{self.total} in {time.monotonic() - self.started:.0f} s {note}".rstrip()
        if self._terminal:
            print(f"\r\x1b[K{line[:120]}", end="", file=sys.stderr, flush=True)
        else:
            say(line)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._terminal and self.done:
            print(file=sys.stderr, flush=True)
