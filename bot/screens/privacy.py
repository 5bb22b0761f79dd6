"""The pages of /privacy: what is stored, and how it is exported and deleted.

Independent of Discord; changes nothing.
"""

from bot.screens import verbs
from bot.screens.screen import Attachment, Button, Buttons, ButtonStyle, InputForm, Screen, Text, buttons
from bot.text.words import Words


def page(words: Words, *, whole: bool = False) -> Screen:
    """What is stored, in brief or in full (`whole`), with buttons to export and delete it."""
    full = None if whole else Button(words("button.full_text"), verbs.SHOW_PRIVACY("full"))
    ways = buttons(
        Button(words("button.export_mine"), verbs.EXPORT_OWN_DATA(), ButtonStyle.MAIN),
        Button(words("button.delete_mine"), verbs.SHOW_PRIVACY("delete"), ButtonStyle.GRAVE),
        full,
    )
    return Screen((Text(words("privacy.full" if whole else "privacy.short")), ways))


def export_file(content: bytes, words: Words) -> Screen:
    """The file with everything stored about the person."""
    return Screen((Text(words("privacy.exported")), Attachment("tessera-my-data.json", content)))


def confirm_erasure(running: int, words: Words) -> Screen:
    """The question before deletion; `running`: how many of the person's games are in progress."""
    text = words("privacy.sure", n=running, word=words("privacy.word"))
    return Screen((Text(text), _ways(words)))


def erasure_form(words: Words) -> InputForm:
    """The form to type the confirmation word."""
    word = words("privacy.word")
    return InputForm(verbs.ERASE_OWN_DATA(), words("privacy.form"), words("privacy.label", word=word), word)


def erasure_confirmation(copies: int, words: Words, *, on_server: bool) -> Screen:
    """Says that the person's data is deleted, and where traces of it may remain.

    `copies`: the number of copies of the database that were made before updates.
    """
    left = [words("privacy.traces", server=on_server), words("privacy.copies") if copies else ""]
    return Screen((Text(" ".join(filter(None, [words("privacy.erased"), *left]))),))


def erasure_not_confirmed(words: Words) -> Screen:
    """Says that nothing was deleted because a different word was typed, with a button to try again."""
    return Screen((Text(words("privacy.not_erased", word=words("privacy.word"))), _ways(words)))


def _ways(words: Words) -> Buttons:
    return buttons(
        Button(words("button.delete_all"), verbs.SHOW_PRIVACY("word"), ButtonStyle.GRAVE),
        Button(words("button.back"), verbs.SHOW_PRIVACY("short")),
    )
