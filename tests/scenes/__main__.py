"""Writes the golden files anew, of all games and "cards" or of those named; with "games" the moves in `games.txt`.

Knows nothing of what they should look like: look.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator
from pathlib import Path

from bot.text.words import Words
from engine import CHANCE
from render import PORTRAYALS, Aspect, draw
from tests.scenes import KEPT, cards, game, kept, people, pictures, samples

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
            (HERE / f"{name}_{theme}.png").write_bytes(draw(view, people(view), Words(), theme, Aspect(changes)))


def write_games() -> None:
    """Greedy robots have played every game that `games.txt` names anew."""
    titles = tuple(kept())
    kept.cache_clear()
    KEPT.write_text("", "utf-8")
    KEPT.write_text("".join(f"{each}: {' '.join(moves(each))}\n" for each in titles), "utf-8")


def moves(called: str) -> Iterator[str]:
    """The moves of a game that has this title, as robots choose them."""
    key, seats, seed, *options = called.split(", ")
    *_, (table, _) = game(key, int(seats), seed, **dict(option.split("=") for option in options))
    return (entry.text for entry in table.log if entry.seat != CHANCE)


if __name__ == "__main__":
    chosen = sys.argv[1:] or (*PORTRAYALS, "cards")
    if "games" in chosen:
        write_games()
    write(chosen)
    if "cards" in chosen:
        write_cards()
