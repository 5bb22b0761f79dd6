"""Pictures and texts of positions: finds the portrayal of a game by its key.

Knows no Discord and no language: words come in as `say`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from engine.core import Seat, State, View
from render import azul, azul_words, pavilion, pavilion_close, pavilion_words
from render.font import covers
from render.paint import paint
from render.scene import Changes, Say, Scene
from render.theme import load

__all__ = ["Changes", "Say", "accent", "alt_text", "covers", "draw", "draws", "text"]

ROOM = 1000  # characters of an alt text


@dataclass(frozen=True)
class Portrayal:
    """How one game is shown: scene, alt text long and short, whole position as text, color (0xRRGGBB).

    `close`: one seat alone with all it needs to decide, 720 wide and upright, for phones.
    """

    scene: Callable[[View[State], Sequence[str], Say, Changes], Scene]
    long: Callable[[View[State], Sequence[str], Say], str]
    short: Callable[[View[State], Sequence[str], Say], str]
    text: Callable[[View[State], Sequence[str], Say], list[str]]
    accent: int
    close: Callable[[View[State], Sequence[str], Say, Changes, Seat], Scene] | None = None


PORTRAYALS: Mapping[str, Portrayal] = {
    "azul": Portrayal(azul.scene, azul_words.long, azul_words.short, azul_words.text, 0x2C65B8),
    "pavilion": Portrayal(
        *(pavilion.scene, pavilion_words.long, pavilion_words.short, pavilion_words.text, 0x64308F),
        close=pavilion_close.scene,
    ),
}


def draw(view: View[State], names: Sequence[str], say: Say, theme: str = "light", changes: Changes = ()) -> bytes:
    """The position as a PNG file, a name a seat; `changes` are outlined, numbered when there are two or more.

    Pure: to be called from any thread. Raises KeyError for a theme or game that is not there.
    """
    return paint(PORTRAYALS[view.game].scene(view, names, say, changes), load(theme, view.game))


def alt_text(view: View[State], names: Sequence[str], say: Say, last: Sequence[str] = (), first: str = "") -> str:
    """The position in at most 1,000 characters: in words if they fit, else in letters with a legend; never cut.

    `last`: sentences about the last change, oldest first; they follow "Last:". `first`: a sentence before it all.
    Where even the letters leave no room the oldest sentences are left out, and at last names give way to seat numbers.
    """
    told, seats = PORTRAYALS[view.game], [say("picture.seat", n=seat + 1) for seat in range(len(names))]
    ways = [_with(first, told.long(view, names, say), last, say)]
    brief = told.short(view, names, say)
    ways += [_with(first, brief, last[at:], say) for at in range(len(last) + 1)]
    ways += [_with(first, told.short(view, seats, say), (), say), told.short(view, seats, say)]
    return next(way for way in ways if len(way) <= ROOM)


def _with(first: str, told: str, last: Sequence[str], say: Say) -> str:
    news = say("picture.last", sentences=" ".join(last)) if last else ""
    return "\n".join(part for part in (first, told, news) if part)


def text(view: View[State], names: Sequence[str], say: Say) -> list[str]:
    """The whole position in words and Markdown: an entry for the table, then one a seat, each with its heading.

    `names` are written as they come, so they must be escaped already.
    """
    return PORTRAYALS[view.game].text(view, names, say)


def draws(game: str) -> bool:
    """Whether there are pictures of this game; the bot offers no other."""
    return game in PORTRAYALS


def accent(game: str) -> int:
    """The color that stands for the game beside its messages, 0xRRGGBB."""
    return PORTRAYALS[game].accent
