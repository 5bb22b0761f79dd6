"""The help: one screen and the topics behind its buttons. Knows no table."""

from __future__ import annotations

from bot.logic.ratings import ANCHORS, SETTLED
from bot.screens import verbs
from bot.screens.rating_changes import number
from bot.screens.screen import Button, Screen, buttons, texts
from bot.text.names import plain
from bot.text.words import Words

TOPICS = ("open", "move", "read", "ratings", "privacy")
MOST_SUPPORT = 200  # letters


def help_page(words: Words, topic: str = "", support: str = "") -> Screen:
    """The first screen, or one of TOPICS with a button back. Raises KeyError for any other topic.

    `support`: where to report faults to the operator, "" if that was not set.
    """
    home = Button(words("button.help"), verbs.HELP("")) if topic else None
    ways = (Button(words(f"button.help_{one}"), verbs.HELP(one)) for one in TOPICS if one != topic)
    levels = ", ".join(f"{words(f'robot.level.{level}')} {number(mu, words)}" for level, mu in ANCHORS.items())
    text = words(f"help.{topic}" if topic else "help.text", settled=SETTLED, robots=levels)
    fault = words("help.fault", support=plain(support, MOST_SUPPORT)) if support and not topic else ""
    return Screen((texts([text, fault]), buttons(home, *ways)))
