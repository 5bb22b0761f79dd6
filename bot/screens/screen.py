"""A message before it is sent: texts, pictures, buttons and lists as plain values. Knows no Discord library."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Literal

from bot.text.words import without_emojis

MAX_LABEL_LETTERS = 60  # letters of an option; phones cut at about 40
MAX_DETAIL_LETTERS = 90
MAX_BUTTON_LETTERS = 40
MAX_FORM_LETTERS = 40  # letters of a form's title, and of its label
MAX_TEXT_LETTERS = 3_900  # letters of all texts of a message together; Discord refuses 4,001
BUTTONS_A_ROW = 5
MAX_SUGGESTIONS = 25  # rows that Discord shows
MAX_SUGGESTION = 100  # letters of a row
_NUMBERED = re.compile(r"^(\d+)\.(?= )", re.MULTILINE)  # what Discord indents and numbers as a list


class ButtonStyle(Enum):
    """How loud a button is: one MAIN a screen, the thing to do next."""

    MAIN = "main"
    PLAIN = "plain"
    GRAVE = "grave"


@dataclass(frozen=True)
class Text:
    """A paragraph."""

    text: str  # in Discord's markdown


@dataclass(frozen=True)
class Divider:
    """A hairline between parts."""


@dataclass(frozen=True)
class Picture:
    """A picture."""

    name: str  # of its file
    png: bytes  # its content
    alt: str  # a text that says the same


@dataclass(frozen=True)
class Attachment:
    """A file to keep."""

    name: str  # of the file
    content: bytes  # in UTF-8


@dataclass(frozen=True)
class Button:
    """A button."""

    label: str  # what stands on it
    id: str = ""  # what the router reads
    look: ButtonStyle = ButtonStyle.PLAIN  # its color
    link: str = ""  # the page that a press opens instead, "" for none
    off: bool = False  # it cannot be pressed
    emoji: str = ""  # stands before the label, "" for none


@dataclass(frozen=True)
class Buttons:
    """Any number of `buttons`; they are laid out five a row."""

    buttons: tuple[Button, ...]


@dataclass(frozen=True)
class Option:
    """One line of a list."""

    label: str  # what stands there
    value: str  # what is sent
    detail: str = ""  # a second, smaller line
    chosen: bool = False  # it is set when the list is shown
    emoji: str = ""  # stands before the label, "" for none


@dataclass(frozen=True)
class Select:
    """A list of at most 25 `options`, of which `least` to `most` are chosen."""

    id: str  # what the router reads
    hint: str  # stands in the list while nothing is chosen
    options: tuple[Option, ...]
    least: int = 1
    most: int = 1


@dataclass(frozen=True)
class EntitySelect:
    """A list of the server's own channels or roles, which Discord fills; any number up to `most` is chosen."""

    id: str  # what the router reads
    hint: str  # stands in the list while nothing is chosen
    kind: Literal["channels", "roles"]  # what it lists
    chosen: tuple[int, ...] = ()  # account numbers of those that are set when it is shown
    most: int = 25


@dataclass(frozen=True)
class PersonSelect:
    """A list of the people of the server, of whom one to `most` are chosen."""

    id: str  # what the router reads
    hint: str  # stands in the list while nothing is chosen
    most: int = 1


@dataclass(frozen=True)
class InputForm:
    """A window with one line to write in."""

    id: str  # what the router reads
    title: str  # of the window
    label: str  # above the line
    hint: str = ""  # stands in the empty line


@dataclass(frozen=True)
class Section:
    """A `text` with its own `button` at the right."""

    text: str
    button: Button


ScreenPart = Text | Divider | Picture | Attachment | Buttons | Select | PersonSelect | EntitySelect | Section


@dataclass(frozen=True)
class Screen:
    """A whole message."""

    parts: tuple[ScreenPart, ...]  # in order
    accent: int | None = None  # the color of its edge, None for none
    pings: tuple[int, ...] = ()  # account numbers of those whom it pings

    @property
    def letters(self) -> int:
        """How many letters all its texts have together."""
        return sum(len(part.text) for part in self.parts if isinstance(part, Text | Section))

    @property
    def without_text_emojis(self) -> "Screen":
        """The same without any emoji in texts; buttons and options, which have room for theirs, keep them."""
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
    """The buttons that apply; None leaves one out."""
    return Buttons(tuple(filter(None, several)))


def tab_button(label: str, custom_id: str, *, shown: bool) -> Button:
    """The button to one of several pages; that of the page which is shown cannot be pressed."""
    return Button(label, custom_id, ButtonStyle.MAIN if shown else ButtonStyle.PLAIN, off=shown)


def text_block(lines: Iterable[str]) -> Text:
    """The lines that are not empty, as one paragraph; "1. " at the beginning of a line makes no list of it."""
    return Text(_NUMBERED.sub(r"\1\\.", "\n".join(filter(None, lines))))


def cut(text: str, most: int) -> str:
    """The text, at most that long, with an ellipsis where something is missing; its emojis are left out first."""
    if len(text) > most:
        text = without_emojis(text)
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


@dataclass(frozen=True)
class Suggestion:
    """One row of the list under what is being typed, or a move that fits what was typed."""

    name: str  # its words
    value: str  # the text that is sent
    emoji: str = ""  # of the tile that it is about, "" for none; only a message shows it
