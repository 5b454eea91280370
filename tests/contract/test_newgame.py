"""`new_game` makes a package that runs at once."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

import halfturn
from halfturn.contract.newgame import new_game
from halfturn.core import HalfturnError

NAME = "red-kites"


def contents(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def run(home: Path, *words: str) -> str:
    """Python with the new package installed: its sources, and the entry point of its wheel."""
    project = tomllib.loads((home / "pyproject.toml").read_text("utf-8"))["project"]
    info = home / "src" / "red_kites-0.1.0.dist-info"
    info.mkdir(exist_ok=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: red-kites\nVersion: 0.1.0\n")
    points = "".join(
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in named.items())
        for group, named in project["entry-points"].items()
    )
    (info / "entry_points.txt").write_text(points)
    where = Path(halfturn.__file__).parents[1]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(home / "src"), str(where)])}
    command = [sys.executable, *words]
    done = subprocess.run(command, cwd=home, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_all_files_are_written_and_returned(tmp_path: Path) -> None:
    files = new_game(NAME, tmp_path)
    assert sorted(str(path.relative_to(tmp_path)) for path in files) == contents(tmp_path)
    names = contents(tmp_path / NAME)
    assert {"README.md", "pyproject.toml", "tests/test_contract.py"} < set(names)
    assert {"src/red_kites/game.py", "src/red_kites/text/drawing.py"} < set(names)
    assert {"src/red_kites/data/rules.md", "src/red_kites/text/__init__.py"} < set(names)


def test_no_name_of_the_template_is_left(tmp_path: Path) -> None:
    for file in new_game(NAME, tmp_path):
        text = file.read_text("utf-8")
        assert "Magpies" not in text, file
        assert "halfturn.template" not in text, file
        assert "$" not in text, file


def test_the_project_file_is_right(tmp_path: Path) -> None:
    new_game(NAME, tmp_path)
    project = tomllib.loads((tmp_path / NAME / "pyproject.toml").read_text("utf-8"))
    assert project["project"]["name"] == NAME
    assert project["project"]["entry-points"]["halfturn.games"] == {NAME: "red_kites:RedKites"}
    assert project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"] == ["src/red_kites"]
    assert project["build-system"]["build-backend"] == "hatchling.build"


def test_the_new_game_is_found_and_played_to_the_end(tmp_path: Path) -> None:
    new_game(NAME, tmp_path)
    program = (
        "from halfturn import SeededRng, load\n"
        "from halfturn.core import draw, CHANCE\n"
        "game, rng = load('red-kites'), SeededRng(1)\n"
        "state = game.start(3)\n"
        "while (asked := state.decision) is not None:\n"
        "    options = asked.options\n"
        "    one = draw(asked, rng) if asked.seat == CHANCE else options[rng.below(len(options))]\n"
        "    state.play(one)\n"
        "print(repr(game), game.title, len(state.winners) > 0, game.rules().splitlines()[0])\n"
    )
    assert run(tmp_path / NAME, "-c", program).split("\n")[0] == (
        "RedKites() Red Kites True # Red Kites"
    )


def test_the_new_game_passes_its_own_contract_test(tmp_path: Path) -> None:
    new_game(NAME, tmp_path)
    told = run(tmp_path / NAME, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests")
    assert " passed" in told
    assert "failed" not in told


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "expected a name of small letters"),
        ("Kites", "expected a name of small letters"),
        ("red_kites", "expected a name of small letters"),
        ("-kites", "expected a name of small letters"),
        ("red--kites", "expected a name of small letters"),
        ("../kites", "expected a name of small letters"),
        ("kites\n", "expected a name of small letters"),
        ("class", "no word of Python's own"),
        ("match", "no word of Python's own"),
        ("swirling-heroes", "no installed game has"),
        ("json", "no installed package has"),
        ("halfturn", "no installed package has"),
        ("msgspec", "no installed package has"),
    ],
)
def test_names_that_cannot_be_used_are_refused(tmp_path: Path, name: str, sentence: str) -> None:
    with pytest.raises(HalfturnError, match=sentence):
        new_game(name, tmp_path)
    assert contents(tmp_path) == []


def test_what_exists_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / NAME).mkdir()
    with pytest.raises(HalfturnError, match="a folder that does not exist yet"):
        new_game(NAME, tmp_path)
    assert contents(tmp_path) == []


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(HalfturnError, match="cannot write"):
        new_game(NAME, tmp_path / "file")


def test_the_new_package_builds(tmp_path: Path) -> None:
    pytest.importorskip("hatchling")
    new_game(NAME, tmp_path)
    run(tmp_path / NAME, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path / "dist"))
    (wheel,) = (tmp_path / "dist").iterdir()
    names = zipfile.ZipFile(wheel).namelist()
    assert {"red_kites/game.py", "red_kites/data/rules.md", "red_kites/py.typed"} < set(names)
    assert not [name for name in names if name.startswith(("tests", "src"))]
