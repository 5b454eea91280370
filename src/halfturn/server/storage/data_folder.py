"""The data folder: one server at a time."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import TracebackType
from typing import Final

from halfturn.core.errors import HalfturnError

LOCK_NAME: Final = "server.lock"


class FolderInUse(HalfturnError):
    """Another server works with this folder."""


class DataFolder:
    """Holds the folder while it is entered; the system lets go of it when a process is killed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = -1

    def __enter__(self) -> Path:
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            self._lock = os.open(self.path / LOCK_NAME, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise HalfturnError(
                f"{self.path} cannot be used for the tables ({error.strerror}): "
                "choose another folder with --data"
            ) from None
        if not _try_lock(self._lock):
            os.close(self._lock)
            raise FolderInUse(
                f"another Halfturn server is using {self.path}: open that one in the browser, "
                "stop it, or choose another folder with --data"
            )
        return self.path

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        os.close(self._lock)


if sys.platform == "win32":
    import msvcrt

    def _try_lock(file: int) -> bool:
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _try_lock(file: int) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
