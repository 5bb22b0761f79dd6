"""Writes the golden files anew. Knows nothing of what they should look like: look at them."""

from __future__ import annotations

from pathlib import Path

from bot.words import Words
from render import PORTRAYALS, draw
from tests.scenes import people, pictures, samples

HERE = Path(__file__).parent


def written(view, changes) -> str:
    """The scene as text."""
    return str(PORTRAYALS[view.game].scene(view, people(view), Words(), changes))


def enlarged(view, changes) -> str:
    """The scene of the seat to move, enlarged, as text; "" for a game that has none."""
    close, seat = PORTRAYALS[view.game].close, max((0, *view.state.to_act()[:1]))
    return str(close(view, people(view), Words(), changes, seat)) if close else ""


if __name__ == "__main__":
    for name, sample in samples().items():
        (HERE / f"{name}.txt").write_text(written(*sample), "utf-8")
        if name in {kept for kept, _ in pictures()} and enlarged(*sample):
            (HERE / f"{name}_close.txt").write_text(enlarged(*sample), "utf-8")
    for name, theme in pictures():
        view, changes = samples()[name]
        (HERE / f"{name}_{theme}.png").write_bytes(draw(view, people(view), Words(), theme, changes))
