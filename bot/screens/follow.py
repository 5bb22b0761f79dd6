"""Screens for people who follow a game or report a fault. Knows no rules."""

from __future__ import annotations

from bot.model.people import address
from bot.model.room import PlayedRoom, Room
from bot.screens import verbs
from bot.screens.game_over import standing
from bot.screens.help import MOST_SUPPORT
from bot.screens.screen import Button, Screen, Text, buttons
from bot.text.names import plain
from bot.text.words import Words
from render import accent


def followed(room: Room, words: Words) -> Screen:
    """Says that the person follows the game, with a button to stop."""
    stop = Button(words("button.unfollow"), verbs.UNFOLLOW(room.id))
    return Screen((Text(words("follow.followed", tag=room.tag)), buttons(stop)))


def unfollowed(room: Room, words: Words) -> Screen:
    """Says that the person does not follow the game, with a button to follow it if it still goes on."""
    again = Button(words("button.follow"), verbs.FOLLOW(room.id)) if room.phase == "playing" else None
    text = Text(words("follow.unfollowed", tag=room.tag))
    return Screen((text, buttons(again)) if again else (text,))


def note(room: PlayedRoom, words: Words, *, lost: bool = False) -> Screen:
    """How the game has ended, as only the person reads it; calls nobody. `lost`: its channel is gone."""
    facts = {"game": room.game.title, "tag": room.tag, "link": "" if lost else address(room.place, room.message)}
    text = words(f"follow.{room.phase}", standing=standing(room, words), **facts)
    return Screen((Text(text),), accent=accent(room.game.key))


def reported(room: PlayedRoom, words: Words, code: str, support: str) -> Screen:
    """The code of a reported fault in the log, and whom to contact; `support` is "" if nobody was named."""
    whom = plain(support, MOST_SUPPORT) if support else ""
    return Screen((Text(words("report.done", tag=room.tag, n=len(room.table.log), code=code, support=whom)),))
