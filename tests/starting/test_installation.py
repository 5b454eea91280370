"""The compiled build of a checkout: when it is made, and what is said about it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from halfturn import installation
from halfturn.installation import Checkout
from tests.starting.checkout import write

BUILD = {"python": "3", "sources": "abc"}
UV = """
import json, os, sys
from pathlib import Path
assert os.environ["UV_PROJECT_ENVIRONMENT"].endswith("compiled")
note = Path(os.environ["UV_PROJECT_ENVIRONMENT"], "lib", "halfturn", "_build.json")
note.parent.mkdir(parents=True, exist_ok=True)
note.write_text(json.dumps({"why": WHY, "log": "said by the build"}))
with open(Path(__file__).with_name("calls"), "a") as file:
    file.write(" ".join(sys.argv[1:]) + "\\n")
sys.exit(CODE)
"""


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Checkout:
    """A checkout with a stand-in for uv, in which the program was started."""
    found = {"folder": str(tmp_path), "uv": str(tmp_path / "uv"), "parts": ["dev"], "build": BUILD}
    monkeypatch.setenv("HALFTURN_CHECKOUT", json.dumps(found))
    monkeypatch.delenv("HALFTURN_PURE", raising=False)
    monkeypatch.setattr(installation, "is_compiled", lambda: False)
    (tmp_path / ".halfturn").mkdir()
    stand_in(tmp_path)
    found_checkout = installation.find_checkout()
    assert found_checkout is not None
    return found_checkout


def stand_in(folder: Path, why: str = "", code: int = 0) -> None:
    """Let uv leave such a note and end so."""
    body = UV.replace("WHY", repr(why)).replace("CODE", str(code))
    write(folder / "uv", f"#!{sys.executable}\n{body}")
    (folder / "uv").chmod(0o755)


def calls(folder: Path) -> int:
    path = folder / "calls"
    return len(path.read_text("utf-8").splitlines()) if path.exists() else 0


def test_a_build_is_made_once(checkout: Checkout, tmp_path: Path) -> None:
    assert installation.is_missing(checkout)
    assert installation.make(checkout) == ""
    assert installation.make(checkout) == ""
    assert calls(tmp_path) == 1
    assert not installation.is_missing(checkout)
    assert installation.describe() == "plain Python; the compiled build is ready for the next start"
    assert "said by the build" in (checkout.folder / "setup.log").read_text("utf-8")


def test_other_sources_ask_for_another_build(checkout: Checkout) -> None:
    installation.make(checkout)
    assert installation.is_missing(checkout._replace(build={**BUILD, "sources": "new"}))
    assert installation.is_missing(checkout._replace(parts=("dev", "nodes")))


def test_a_build_that_fails_is_not_tried_again_on_the_same_machine(
    checkout: Checkout, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(tmp_path, "no working C compiler was found")
    assert installation.make(checkout) == "no working C compiler was found"
    assert installation.make(checkout) == "no working C compiler was found"
    assert calls(tmp_path) == 1
    assert installation.describe() == "plain Python, because no working C compiler was found"
    monkeypatch.setattr(installation, "toolchain", lambda: ["/usr/bin/a new compiler", True])
    assert installation.is_missing(checkout)


def test_an_installer_that_fails_is_quoted(checkout: Checkout, tmp_path: Path) -> None:
    stand_in(tmp_path, code=2)
    assert installation.make(checkout) == "it printed nothing"


def test_an_interrupted_build_is_no_build(
    checkout: Checkout, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(installation, "_sync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        installation.make(checkout)
    assert checkout.stamp == {}
    assert installation.is_missing(checkout)


def test_how_far_the_build_is(checkout: Checkout) -> None:
    assert installation.describe() == "plain Python; the compiled build is not made yet"
    progress = {"step": "compiling", "done": 37, "of": 190}
    write(checkout.folder / installation.WORKING, json.dumps(progress))
    assert "a compiled build is being made (37 of 190 files)" in installation.describe()


def test_a_plain_build_can_be_asked_for(
    checkout: Checkout, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HALFTURN_PURE", "1")
    assert not installation.is_missing(checkout)
    assert "HALFTURN_PURE=1" in installation.describe()


@pytest.mark.parametrize("text", ["", "{", "null", "{}", '{"folder": 5}'])
def test_without_a_checkout_there_is_nothing_to_make(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HALFTURN_CHECKOUT", text)
    assert installation.find_checkout() is None
    monkeypatch.setattr(subprocess, "Popen", lambda *_, **__: pytest.fail("started"))
    installation.make_in_background()
