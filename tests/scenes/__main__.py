"""Writes the golden files anew, of all games and "cards" or of those named.

Knows nothing of what they should look like: look.
"""

from __future__ import annotations

import sys
from collections.abc import Collection
from pathlib import Path

from bot.text.words import Words
from render import PORTRAYALS, draw
from tests.scenes import cards, people, pictures, samples

HERE = Path(__file__).parent


def written(view, changes) -> str:
    """The scene as text."""
    return str(PORTRAYALS[view.game].scene(view, people(view), Words(), changes))


def enlarged(view, changes) -> str:
    """The scene of the seat to move, enlarged, as text."""
    seat = max((0, *view.state.to_act()[:1]))
    return str(PORTRAYALS[view.game].close(view, people(view), Words(), changes, seat))


def write_cards() -> None:
    """The files of cards are written anew."""
    for name in cards.cards():
        (HERE / f"{name}.txt").write_text(str(cards.drawn(name, Words())), "utf-8")
    for name, theme in cards.PICTURES:
        (HERE / f"{name}_{theme}.png").write_bytes(cards.painted(name, Words(), theme))


def write(keys: Collection[str]) -> None:
    """The files of these games are written anew."""
    chosen = {name: sample for name, sample in samples().items() if sample[0].game in keys}
    for name, sample in chosen.items():
        (HERE / f"{name}.txt").write_text(written(*sample), "utf-8")
    for name, theme in pictures():
        if name in chosen:
            view, changes = chosen[name]
            (HERE / f"{name}_close.txt").write_text(enlarged(view, changes), "utf-8")
            (HERE / f"{name}_{theme}.png").write_bytes(draw(view, people(view), Words(), theme, changes))


if __name__ == "__main__":
    chosen = sys.argv[1:] or (*PORTRAYALS, "cards")
    write(chosen)
    if "cards" in chosen:
        write_cards()
