"""The way into the Activity, inside Discord, under a private board. Knows no Discord library and no Activity."""

from dataclasses import replace

from bot.screens import verbs
from bot.screens.screen import Button, Buttons, Screen
from bot.text.words import Words


def with_way(screen: Screen, room_id: int, words: Words) -> Screen:
    """The screen with one more button at its end, which opens that table in the Activity."""
    *parts, last = screen.parts
    way = Button(words("button.in_discord"), verbs.ACTIVITY(room_id))
    own = last.buttons if isinstance(last, Buttons) else ()
    return replace(screen, parts=(*parts, *([] if own else [last]), Buttons((*own, way))))
