"""Errors that a person is meant to read: each message says what happened and what to do next."""

from collections.abc import Mapping


def _rebuild(kind: type["TrainingError"], arguments: tuple, state: Mapping[str, object]) -> "TrainingError":
    error = kind.__new__(kind, *arguments)
    error.args = arguments
    error.__dict__.update(state)
    return error


class TrainingError(Exception):
    """A step cannot go on. The command line prints the message and exits with status 1."""

    def __reduce__(self) -> tuple:
        # A worker process sends its errors through pickle, which would call __init__ with the finished message.
        return _rebuild, (type(self), self.args, dict(self.__dict__))


class DiskFullError(TrainingError):
    """There is no room left to write; what was being written has been removed."""

    def __init__(self, path: object) -> None:
        super().__init__(
            f"The disk is full: could not write {path}. Free some room (or choose another disk with --work) "
            "and run the same command again; it goes on where it stopped."
        )


class ManifestError(TrainingError):
    """The corpus manifest or the candidate list is missing or malformed."""


class PackageError(TrainingError):
    """Something is wrong with one package of the manifest.

    ``package`` is its name and ``reason`` a short word for the report: ``gone``, ``hash`` or ``corrupt``.
    """

    def __init__(self, package: str, reason: str, message: str) -> None:
        super().__init__(message)
        self.package = package
        self.reason = reason


class PackageGoneError(PackageError):
    """The registry no longer serves the package in the version that the manifest names."""

    def __init__(self, package: str, version: str, detail: str = "") -> None:
        super().__init__(
            package,
            "gone",
            f"{package} {version} could not be fetched: it may be gone from its registry, or the network may be down"
            + (f" ({detail})" if detail else "")
            + ". Try again later, or go on without it with --on-missing skip.",
        )


class WrongHashError(PackageError):
    """The archive is not, byte for byte, the one that the manifest was made from."""

    def __init__(self, package: str, path: object, expected: str, found: str) -> None:
        super().__init__(
            package,
            "hash",
            f"{package}: {path} has sha256 {found}, but the manifest says {expected}. Delete the file and run the "
            "same command again to fetch it anew, or go on without it with --on-missing skip.",
        )


class CorruptArchiveError(PackageError):
    """The archive's hash is right, or was not asked for, but it cannot be read as what it should be."""

    def __init__(self, package: str, path: object, detail: str, kind: str = "an archive") -> None:
        super().__init__(
            package,
            "corrupt",
            f"{package}: {path} cannot be read as {kind} ({detail}). Delete the file and run the same command again, "
            "or go on without it with --on-missing skip.",
        )
