"""Writes the golden files anew. Knows nothing of what they should look like: look at them."""

from __future__ import annotations

from pathlib import Path

from bot.words import Words
from render import draw
from render.azul import scene
from tests.scenes.tables import PEOPLE, samples

HERE = Path(__file__).parent
PICTURES = (("azul_2_middle", "light"), ("azul_3_end", "light"), ("azul_4_full", "dark"))


def people(view):
    """A name a seat."""
    return PEOPLE[: len(view.state.boards)]


if __name__ == "__main__":
    for name, (view, changes) in samples().items():
        (HERE / f"{name}.txt").write_text(str(scene(view, people(view), Words(), changes)), "utf-8")
    for name, theme in PICTURES:
        view, changes = samples()[name]
        (HERE / f"{name}_{theme}.png").write_bytes(draw(view, people(view), Words(), theme, changes))
