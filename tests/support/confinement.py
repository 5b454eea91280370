"""Programs as a container runs them, without one: somebody who may do nothing, a root that cannot
be written to, and an own folder for data and another for what is temporary.

By namespaces of Linux, which every user may make where the system has not been told otherwise.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from tests.support.patience import PATIENCE
from tests.support.server_process import Running

DATA = "/srv"
"""Where the folder for data is seen: a place that every Linux has, and that is empty."""
USER = 8321
"""Who it is in there, as in the image; outside it is whoever runs the tests."""
_ENTER = f"""
folder=$1 && shift
mount --make-rprivate / && mount --bind "$folder" {DATA} &&
mount -t tmpfs tmpfs /tmp && mount -o remount,bind,ro / &&
exec unshare --user --map-user={USER} --map-group={USER} -- \
    setpriv --no-new-privs env -u HALFTURN_HOME HOME={DATA} "$@"
"""
_PROBE = f"""
import os, halfturn
assert os.getuid() == os.getgid() == {USER}
assert os.access({DATA!r}, os.W_OK) and os.access("/tmp", os.W_OK)
assert not os.access("/", os.W_OK) and not os.access({str(Path(__file__).parent)!r}, os.W_OK)
assert int(open("/proc/self/status").read().split("CapEff:")[1].split()[0], 16) == 0
"""


def confined(folder: Path, words: Sequence[str]) -> list[str]:
    """A program that sees the folder as DATA, and can write nowhere else but to /tmp."""
    enter = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", _ENTER, "sh"]
    return [*enter, str(folder), *(word.replace(str(folder), DATA) for word in words)]


@cache
def why_not(folder: Path) -> str:
    """Why that cannot be had here; empty where it can."""
    if sys.platform != "linux":
        return "it is not Linux"
    try:
        done = subprocess.run(
            confined(folder, [sys.executable, "-c", _PROBE]),
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    except OSError as error:
        return str(error)
    return "" if done.returncode == 0 else done.stderr.strip() or f"it ends with {done.returncode}"


class Confined(Running):
    """A server that runs so."""

    def command(self, words: Sequence[str]) -> list[str]:
        return confined(self.data, super().command(words))
