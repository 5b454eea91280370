"""The browser's types are those of the server."""

from __future__ import annotations

import subprocess
import sys

from tests.support.browsing import ROOT


def test_the_generated_types_are_current() -> None:
    script = ROOT / "web/scripts/protocol_types.py"
    done = subprocess.run(
        [sys.executable, str(script), "--check"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
