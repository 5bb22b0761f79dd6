"""A message before it is sent: texts, pictures, buttons and lists as plain values.

Independent of the Discord library.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Literal

from bot.text.words import without_emojis

MAX_LABEL_LETTERS = 60  # letters of an option's label; phones show about 40
MAX_DETAIL_LETTERS = 90
MAX_BUTTON_LETTERS = 40
MAX_FORM_LETTERS = 40  # letters of a form's title, and of its label
MAX_TEXT_LETTERS = 3_900  # letters of all texts of a message together; Discord refuses 4,001
BUTTONS_A_ROW = 5
MAX_SUGGESTIONS = 25  # suggestions that Discord shows at once
MAX_SUGGESTION = 100  # letters of a suggestion
_NUMBERED = re.compile(r"^(\d+)\.(?= )", re.MULTILINE)  # what Discord would show as a numbered list


class ButtonStyle(Enum):
    """How prominent a button is; each screen has one MAIN button, for the next step."""

    MAIN = "main"
    PLAIN = "plain"
    GRAVE = "grave"


@dataclass(frozen=True)
class Text:
    """A paragraph."""

    text: str  # in Discord's markdown


@dataclass(frozen=True)
class Divider:
    """A thin line between parts."""


@dataclass(frozen=True)
class Picture:
    """A picture."""

    name: str  # of the file
    png: bytes  # the content of the file
    alt: str  # the alt text


@dataclass(frozen=True)
class Attachment:
    """A file to download."""

    name: str  # of the file
    content: bytes  # in UTF-8


@dataclass(frozen=True)
class Button:
    """A button."""

    label: str  # the text on it
    id: str = ""  # the custom_id, which the router reads
    look: ButtonStyle = ButtonStyle.PLAIN  # its color
    link: str = ""  # the page that a press opens instead, "" for none
    off: bool = False  # whether it is disabled
    emoji: str = ""  # shown before the label, "" for none


@dataclass(frozen=True)
class Buttons:
    """Any number of `buttons`; they are laid out five a row."""

    buttons: tuple[Button, ...]


@dataclass(frozen=True)
class Option:
    """An option of a list."""

    label: str  # the text shown
    value: str  # what is sent when it is chosen
    detail: str = ""  # a second, smaller line
    chosen: bool = False  # whether it is selected when the list is shown
    emoji: str = ""  # shown before the label, "" for none


@dataclass(frozen=True)
class Select:
    """A list of at most 25 `options`, of which `least` to `most` are chosen."""

    id: str  # the custom_id, which the router reads
    hint: str  # the placeholder while nothing is chosen
    options: tuple[Option, ...]
    least: int = 1
    most: int = 1


@dataclass(frozen=True)
class EntitySelect:
    """A list of the server's channels or roles, filled by Discord; any number up to `most` is chosen."""

    id: str  # the custom_id, which the router reads
    hint: str  # the placeholder while nothing is chosen
    kind: Literal["channels", "roles"]  # what it lists
    chosen: tuple[int, ...] = ()  # Discord IDs of the items selected when it is shown
    most: int = 25


@dataclass(frozen=True)
class PersonSelect:
    """A list of the server's members, of whom one to `most` are chosen."""

    id: str  # the custom_id, which the router reads
    hint: str  # the placeholder while nothing is chosen
    most: int = 1


@dataclass(frozen=True)
class InputForm:
    """A dialog with one text field."""

    id: str  # the custom_id, which the router reads
    title: str  # of the dialog
    label: str  # above the field
    hint: str = ""  # the placeholder in the empty field


@dataclass(frozen=True)
class Section:
    """A `text` with a `button` on its right."""

    text: str
    button: Button


ScreenPart = Text | Divider | Picture | Attachment | Buttons | Select | PersonSelect | EntitySelect | Section


@dataclass(frozen=True)
class Screen:
    """A whole message."""

    parts: tuple[ScreenPart, ...]  # in order
    accent: int | None = None  # the color of its edge, None for none
    pings: tuple[int, ...] = ()  # account IDs of the people it pings

    @property
    def letters(self) -> int:
        """The number of letters in all its texts together."""
        return sum(len(part.text) for part in self.parts if isinstance(part, Text | Section))

    @property
    def without_text_emojis(self) -> "Screen":
        """The same screen without emojis in texts; buttons and options, which have a place for emojis, keep them."""
        parts = (
            replace(part, text=without_emojis(part.text)) if isinstance(part, Text | Section) else part
            for part in self.parts
        )
        return replace(self, parts=tuple(parts))

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """The pictures in order."""
        return tuple(part for part in self.parts if isinstance(part, Picture))


def buttons(*several: Button | None) -> Buttons:
    """The given buttons; each None is left out."""
    return Buttons(tuple(filter(None, several)))


def tab_button(label: str, custom_id: str, *, shown: bool) -> Button:
    """The button to one of several pages; it is disabled if that page is shown."""
    return Button(label, custom_id, ButtonStyle.MAIN if shown else ButtonStyle.PLAIN, off=shown)


def text_block(lines: Iterable[str]) -> Text:
    """The non-empty lines as one paragraph; a "1. " at the start of a line is escaped, so that it makes no list."""
    return Text(_NUMBERED.sub(r"\1\\.", "\n".join(filter(None, lines))))


def cut(text: str, most: int) -> str:
    """The text cut to at most `most` letters, with an ellipsis; if it is too long, its emojis are removed first."""
    if len(text) > most:
        text = without_emojis(text)
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


@dataclass(frozen=True)
class Suggestion:
    """A suggestion for what is being typed, or a move that matches what was typed."""

    name: str  # the text shown
    value: str  # the text that is sent
    emoji: str = ""  # of the tile that it is about, "" for none; only messages show it
