"""Screens for people who want fewer pictures, or the board in words. Knows no game and changes nothing."""

from collections.abc import Sequence
from dataclasses import replace

from bot.model.preferences import Preferences
from bot.model.room import PlayedRoom
from bot.screens.screen import Part, Picture, Screen, Section, Text
from bot.text.names import escaped
from bot.text.words import Words
from engine import Seat
from render import text

MOST_LETTERS = 3_300  # of all texts of a screen, so that none of them is cut


def in_words(screen: Screen) -> Screen:
    """The screen with its pictures replaced by their descriptions."""
    return _spoken(screen, (), keep=False)


def menu(screen: Screen, mine: Preferences, board: Sequence[str] = ()) -> Screen:
    """The screen of a menu as the person prefers it.

    `board`: the position in words, paragraph by paragraph; if it is empty or too long, the picture's own description
    is used.
    """
    keep = mine.pictures == "all"
    if keep and not mine.spelled:
        return screen
    return _spoken(screen, board if mine.spelled else (), keep=keep)


def spelled(room: PlayedRoom, seat: Seat, words: Words) -> list[str]:
    """The whole position in words, as this seat may know it."""
    return text(room.table.view(seat), [escaped(who.name) for who in room.seats], words)


def _spoken(screen: Screen, board: Sequence[str], *, keep: bool) -> Screen:
    """Each picture is described in words, and shown below its description if `keep`."""
    own = sum(len(part.text) for part in screen.parts if isinstance(part, Text | Section))
    fits = bool(board) and own + sum(map(len, board)) <= MOST_LETTERS
    parts: list[Part] = []
    for part in screen.parts:
        if not isinstance(part, Picture):
            parts.append(part)
            continue
        parts += map(Text, board if fits else (_description(part),))
        parts += [part] if keep else []
    return replace(screen, parts=tuple(parts))


def _description(picture: Picture) -> str:
    """The text of the picture with its names escaped; a colon before a space neither links nor makes an emoji."""
    lines = [escaped(line, MOST_LETTERS) for line in picture.alt.splitlines()]
    return "\n".join(lines).replace("\\: ", ": ")
