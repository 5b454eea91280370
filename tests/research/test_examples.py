"""What is shown works: the examples, the notebook, the tables of docs/research.md, playthroughs."""

from __future__ import annotations

import json
import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "research"
PAGE = ROOT / "docs" / "research.md"
PLAYTHROUGHS = sorted((Path(__file__).parent / "playthroughs").glob("*.txt"))

pytestmark = pytest.mark.filterwarnings("default")


def test_the_layouts_on_the_page_are_those_of_the_games() -> None:
    from lab.tables import layouts

    assert layouts() in PAGE.read_text("utf-8"), (
        "docs/research.md: put in what `python -m lab.tables` prints"
    )


def test_the_page_can_be_followed() -> None:
    """All its Python is run, every script by itself: what is copied out of the page works."""
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.S)
    assert len(blocks) >= 4
    for block in blocks:
        # Here the games are registered already; elsewhere this is what registers them.
        assert re.search(r"^(import|from) halfturn\.research", block, re.M), block
        exec(compile(block, str(PAGE), "exec"), {"__name__": "a fresh script"})


def test_the_notebook_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    import matplotlib

    matplotlib.use("Agg")
    monkeypatch.setattr("matplotlib.pyplot.show", lambda: None)
    notebook = json.loads((EXAMPLES / "tour.ipynb").read_text("utf-8"))
    cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert "import halfturn.research" in cells[0]  # which registers the games elsewhere
    code = re.sub(r'(python_halfturn_\w+)", \d+\)', r'\1", 2)', "\n".join(cells))
    assert '", 2)' in code  # two games of each are enough here
    exec(compile(code, "tour.ipynb", "exec"), {"__name__": "notebook"})


def test_the_learner_learns() -> None:
    import numpy as np

    from halfturn.core import SeededRng

    learner = runpy.run_path(str(EXAMPLES / "learn.py"))
    weights = np.zeros(learner["HERE"].layout.size, np.float32)
    random, rng = np.random.default_rng(1), SeededRng(1)
    for _ in range(60):
        learner["learn"](weights, random, rng, 0.003)
    assert learner["win_rate"](weights, 40, 5) > 0.7


def test_the_curve_can_be_drawn(tmp_path: Path) -> None:
    learner = runpy.run_path(str(EXAMPLES / "learn.py"))
    picture = tmp_path / "curve.png"
    learner["draw_curve"]([(0, 0.5), (100, 0.9)], str(picture))
    assert picture.stat().st_size > 1000


def test_small_games_are_solved() -> None:
    example = runpy.run_path(str(EXAMPLES / "solve_small.py"))
    sets, value, left = example["solve"](
        "python_halfturn_swirling_heroes(hands=random,hand_size=1,deck=0123|1032,first_player=A)",
        20,
    )
    assert sets > 4
    assert -1 <= value <= 1
    assert 0 <= left + 1e-9 < 0.1


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: path.stem)
def test_playthroughs_come_out_the_same(path: Path) -> None:
    """As OpenSpiel's own playthrough test does for its games."""
    from absl import flags
    from open_spiel.python.algorithms import generate_playthrough

    import halfturn.research  # noqa: F401

    flags.FLAGS.mark_as_parsed()  # which OpenSpiel's command line would have done
    before, after = generate_playthrough.replay(str(path))
    assert after.splitlines() == before.splitlines()


def test_every_game_has_a_playthrough() -> None:
    from halfturn.research.layouts import GAME_IDS
    from halfturn.research.spiel import spiel_name

    assert [path.stem for path in PLAYTHROUGHS] == sorted(map(spiel_name, GAME_IDS))
