"""Whether everything is in place, or something has to be set up."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import run
from tests.starting.project import current, stamp_now, write


def test_what_was_just_set_up_is_current(checkout: Path) -> None:
    assert current(stamp_now())


def test_touching_a_file_changes_nothing(checkout: Path) -> None:
    stamp = stamp_now()
    os.utime(checkout / "src/halfturn/rules.py", (1, 1))
    write(checkout / "src/halfturn/__pycache__/rules.pyc", "bytecode")
    write(checkout / "src/halfturn/.rules.py.swp", "an editor")
    assert current(stamp)


@pytest.mark.parametrize("name", ["pyproject.toml", "hatch_build.py", "src/halfturn/rules.py"])
def test_a_changed_source_asks_for_a_new_build(checkout: Path, name: str) -> None:
    stamp = stamp_now()
    write(checkout / name, "something else")
    assert not current(stamp)


def test_a_new_a_renamed_and_a_removed_file_ask_for_a_new_build(checkout: Path) -> None:
    stamp = stamp_now()
    new = checkout / "src/halfturn/cards.json"
    write(new, "{}")
    assert not current(stamp)
    stamp = stamp_now()
    new = new.rename(new.with_name("heroes.json"))
    assert not current(stamp)
    stamp = stamp_now()
    new.unlink()
    assert not current(stamp)


def test_a_changed_lock_asks_for_other_libraries(checkout: Path) -> None:
    stamp = stamp_now()
    write(checkout / "uv.lock", "something else")
    assert not current(stamp, any_build=True)


def test_another_python_asks_for_everything(checkout: Path) -> None:
    assert not current(stamp_now(python="cpython-399 linux"), any_build=True)


def test_a_missing_part_is_noticed_and_a_spare_one_is_welcome(checkout: Path) -> None:
    assert not current(stamp_now(), "dev")
    assert current(stamp_now(parts=["bench", "dev"]), "dev")


def test_any_build_will_do_for_a_quick_test(checkout: Path) -> None:
    stamp = stamp_now()
    write(checkout / "src/halfturn/rules.py", "something else")
    assert current(stamp, any_build=True)


def test_a_plain_build_is_kept_until_the_machine_can_do_more(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert current(stamp_now(compiled=False))
    without_compiler = stamp_now(compiled=False, toolchain=[None, True])
    assert not current(without_compiler)
    monkeypatch.setattr(run, "toolchain", lambda: [None, True])
    assert current(without_compiler)
    assert current(stamp_now()), "a compiled build needs no compiler any more"


def test_a_change_of_mind_about_compiling_asks_for_a_new_build(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = stamp_now()
    monkeypatch.setenv("HALFTURN_PURE", "1")
    assert not current(compiled)
    plain = stamp_now(compiled=False, toolchain=[None, False])
    assert current(plain)
    monkeypatch.setenv("HALFTURN_PURE", "0")
    assert not current(plain)
    assert current(compiled)


def test_the_stamp_reads_back(checkout: Path) -> None:
    run.write_stamp(stamp_now())
    assert run.read_stamp() == stamp_now()


@pytest.mark.parametrize("text", ["", "{", "null", "[]", "5", "{}", '{"packages": "x"}'])
def test_a_stamp_that_makes_no_sense_is_no_stamp(checkout: Path, text: str) -> None:
    write(Path(run.STAMP), text)
    assert run.read_stamp() == {}
    assert not current({})


def test_a_stamp_without_its_python_is_no_stamp(checkout: Path) -> None:
    run.write_stamp(stamp_now())
    Path(run.PYTHON).unlink()
    assert run.read_stamp() == {}
