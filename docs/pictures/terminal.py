"""Draws terminal.svg, the picture of the README: a real game, as the terminal shows it."""

from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.text import Text

from halfturn import Playthrough, load

LINE = "0123@0,0 2301@0,-1 3102@-1,-1 3102@0,-2 3021@1,-2 1203@0,-3"
NAMES = ("You", "Greedy")
# Rich's own template, without the fonts that it would fetch from elsewhere.
TEMPLATE = """<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: Menlo, Consolas, "DejaVu Sans Mono", monospace;
  font-size: {char_height}px; line-height: {line_height}px; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
</clipPath>
{lines}
</defs>
<rect fill="#15181d" x="1" y="1" width="{width}" height="{height}" rx="8"/>
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


def main() -> None:
    """Play the line, draw what seat A sees, and write the picture beside this file."""
    game = load("swirling-heroes")
    through = Playthrough.start(game, options={"hands": "even", "first_player": "A"})
    events = [event for answer in LINE.split() for event in through.play(answer)]
    console = Console(width=84, record=True, force_terminal=True, highlight=False, file=StringIO())
    console.print(Text("Swirling Heroes, game 1 of 2: your turn", style="bold"))
    console.print()
    console.print(game.draw(through.state.view(0)))
    console.print()
    for event in events[-2:]:
        console.print(event.words(NAMES.__getitem__))
    console.print(Text("You> ", style="bold") + Text("0312@0,-4"))
    svg = console.export_svg(title="", code_format=TEMPLATE, unique_id="halfturn")
    Path(__file__).with_suffix(".svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
