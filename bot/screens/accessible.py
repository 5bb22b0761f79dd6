"""Screens for people who want fewer pictures or the board in words. Independent of games; changes nothing."""

from collections.abc import Sequence
from dataclasses import replace

from bot.model.preferences import Preferences
from bot.model.room import PlayedRoom
from bot.screens import verbs
from bot.screens.screen import Buttons, Picture, Screen, ScreenPart, Section, Select, Text
from bot.text.names import escape_name, escape_text
from bot.text.words import Words
from engine import Seat
from render import text

SIGHT_VERBS = {
    verbs.CHANGE_SIGHT.name,
    verbs.CHANGE_RULE_SIGHT.name,
    verbs.CHANGE_PREPARED_SIGHT.name,
}  # buttons that switch to another picture in a menu
MAX_SCREEN_LETTERS = 3_300  # in all texts of a screen together, so that none is cut


def describe_pictures(screen: Screen) -> Screen:
    """Return the screen with descriptions in place of its pictures and without emojis."""
    return _replace_pictures(_without_emojis(screen), (), keep=False)


def adapt_menu(screen: Screen, preferences: Preferences, position: Sequence[str] = ()) -> Screen:
    """Return a menu screen as the person prefers it.

    `position`: the position in words, one text per paragraph; if it is empty or too long, the description of the
    picture is used instead.
    """
    keep = preferences.pictures == "all"
    if keep and not preferences.spelled:
        return screen
    shown = _without_emojis(screen) if preferences.pictures == "none" else screen
    if not keep:  # a menu without pictures needs no buttons to switch them
        parts = [
            Buttons(tuple(button for button in part.buttons if button.id.partition(":")[0] not in SIGHT_VERBS))
            if isinstance(part, Buttons)
            else part
            for part in shown.parts
        ]
        shown = replace(shown, parts=tuple(parts))
    return _replace_pictures(shown, position if preferences.spelled else (), keep=keep)


def position_paragraphs(room: PlayedRoom, seat: Seat, words: Words) -> list[str]:
    """Return the whole position in words, as far as this seat may see it."""
    return text(room.table.view(seat), [escape_name(who.name, who.seat_number) for who in room.occupants], words)


def _replace_pictures(screen: Screen, position: Sequence[str], *, keep: bool) -> Screen:
    """Put a description in place of each picture, and the picture below it if `keep`."""
    own = screen.without_text_emojis.letters
    fits = bool(position) and own + sum(map(len, position)) <= MAX_SCREEN_LETTERS
    parts: list[ScreenPart] = []
    for part in screen.parts:
        if not isinstance(part, Picture):
            parts.append(part)
            continue
        lines = [escape_text(line) for line in part.alt.splitlines()]
        description = "\n".join(lines).replace("\\: ", ": ")  # a colon before a space starts no link or emoji
        parts += map(Text, position if fits else [description])
        parts += [part] if keep else []
    return replace(screen, parts=tuple(parts))


def _without_emojis(screen: Screen) -> Screen:
    """Return the screen without emojis, because screen readers read their names aloud."""
    parts: list[ScreenPart] = []
    for part in screen.without_text_emojis.parts:
        match part:
            case Buttons(several):
                parts.append(Buttons(tuple(replace(button, emoji="") for button in several)))
            case Section(_, button):
                parts.append(replace(part, button=replace(button, emoji="")))
            case Select():
                parts.append(replace(part, options=tuple(replace(option, emoji="") for option in part.options)))
            case _:
                parts.append(part)
    return replace(screen, parts=tuple(parts))
