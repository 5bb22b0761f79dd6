"""The pages of /privacy: what is kept, the question before it is deleted. Knows no Discord and changes nothing."""

from __future__ import annotations

from bot.screens import verbs
from bot.screens.screen import Attachment, Button, Buttons, ButtonStyle, Form, Screen, Text, buttons
from bot.text.words import Words


def page(words: Words, *, whole: bool = False) -> Screen:
    """What is kept, in short or as a whole, and what can be done about it."""
    full = None if whole else Button(words("button.full_text"), verbs.OWN("full"))
    ways = buttons(
        Button(words("button.export_mine"), verbs.TAKE_OUT(), ButtonStyle.MAIN),
        Button(words("button.delete_mine"), verbs.OWN("delete"), ButtonStyle.GRAVE),
        full,
    )
    return Screen((Text(words("privacy.full" if whole else "privacy.short")), ways))


def exported(content: bytes, words: Words) -> Screen:
    """The file with all that is kept of somebody."""
    return Screen((Text(words("privacy.exported")), Attachment("tessera-my-data.json", content)))


def sure(running: int, words: Words) -> Screen:
    """What deleting means, with so many tables under way."""
    said = words("privacy.sure", n=running, word=words("privacy.word"))
    return Screen((Text(said), _ways(words)))


def form(words: Words) -> Form:
    """The window in which the word is typed that deletes everything."""
    word = words("privacy.word")
    return Form(verbs.ERASE(), words("privacy.form"), words("privacy.label", word=word), word)


def erased(copies: int, words: Words) -> Screen:
    """Nothing is kept of the person any more; `copies` from before updates may still hold something."""
    return Screen((Text(words("privacy.erased", copies=copies)),))


def not_erased(words: Words) -> Screen:
    """Something else was typed, so nothing has happened; the way to try again."""
    return Screen((Text(words("privacy.not_erased", word=words("privacy.word"))), _ways(words)))


def _ways(words: Words) -> Buttons:
    return buttons(
        Button(words("button.delete_all"), verbs.OWN("word"), ButtonStyle.GRAVE),
        Button(words("button.back"), verbs.OWN("short")),
    )
