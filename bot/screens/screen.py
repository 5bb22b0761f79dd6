"""A message before it is sent: texts, pictures, buttons and lists as plain values. Knows no Discord library."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Literal

from bot.text.words import without_emojis

MOST_LABEL = 60  # letters of an option; phones cut at about 40
MOST_DETAIL = 90
MOST_BUTTON = 40
MOST_FORM = 40  # letters of a form's title, and of its label
MOST_TEXT = 3_900  # letters of all texts of a message together; Discord refuses 4,001
BUTTONS_A_ROW = 5
_LISTED = re.compile(r"^(\d+)\.(?= )", re.MULTILINE)  # what Discord indents and numbers as a list


class ButtonStyle(Enum):
    """How loud a button is: one MAIN a screen, the thing to do next."""

    MAIN = "main"
    PLAIN = "plain"
    GRAVE = "grave"


@dataclass(frozen=True)
class Text:
    """A paragraph; `text` is in Discord's markdown."""

    text: str


@dataclass(frozen=True)
class Divider:
    """A hairline between parts."""


@dataclass(frozen=True)
class Picture:
    """A picture.

    `name`: of its file. `png`: its content. `alt`: a text that says the same.
    """

    name: str
    png: bytes
    alt: str


@dataclass(frozen=True)
class Attachment:
    """A file to keep.

    `name`: of the file. `content`: in UTF-8.
    """

    name: str
    content: bytes


@dataclass(frozen=True)
class Button:
    """A button.

    `label`: what stands on it. `id`: what the router reads. `look`: its color. `link`: the page that a press opens
    instead, "" for none. `off`: it cannot be pressed. `emoji`: stands before the label, "" for none.
    """

    label: str
    id: str = ""
    look: ButtonStyle = ButtonStyle.PLAIN
    link: str = ""
    off: bool = False
    emoji: str = ""


@dataclass(frozen=True)
class Buttons:
    """Any number of `buttons`; they are laid out five a row."""

    buttons: tuple[Button, ...]

    def rows(self) -> Iterator[tuple[Button, ...]]:
        """The buttons, at most five at a time."""
        for start in range(0, len(self.buttons), BUTTONS_A_ROW):
            yield self.buttons[start : start + BUTTONS_A_ROW]


@dataclass(frozen=True)
class Option:
    """One line of a list.

    `label`: what stands there. `value`: what is sent. `detail`: a second, smaller line. `chosen`: set when it is shown.
    `emoji`: stands before the label, "" for none.
    """

    label: str
    value: str
    detail: str = ""
    chosen: bool = False
    emoji: str = ""


@dataclass(frozen=True)
class Select:
    """A list of at most 25 `options`, of which `least` to `most` are chosen.

    `id`: what the router reads. `hint`: stands in the list while nothing is chosen.
    """

    id: str
    hint: str
    options: tuple[Option, ...]
    least: int = 1
    most: int = 1


@dataclass(frozen=True)
class EntitySelect:
    """A list of the server's own "channels" or "roles" (`kind`), which Discord fills; any number up to `most`.

    `id`: what the router reads. `hint`: stands in the list while nothing is chosen. `chosen`: account numbers of those
    that are set when it is shown.
    """

    id: str
    hint: str
    kind: Literal["channels", "roles"]
    chosen: tuple[int, ...] = ()
    most: int = 25


@dataclass(frozen=True)
class PersonSelect:
    """A list of the people of the server, of whom one to `most` are chosen.

    `id`: what the router reads. `hint`: stands in the list while nothing is chosen.
    """

    id: str
    hint: str
    most: int = 1


@dataclass(frozen=True)
class Form:
    """A window with one line to write in.

    `id`: what the router reads. `title`: of the window. `label`: above the line. `hint`: stands in the empty line.
    """

    id: str
    title: str
    label: str
    hint: str = ""


@dataclass(frozen=True)
class Section:
    """A `text` with its own `button` at the right."""

    text: str
    button: Button


Part = Text | Divider | Picture | Attachment | Buttons | Select | PersonSelect | EntitySelect | Section


@dataclass(frozen=True)
class Screen:
    """A whole message.

    `parts`: in order. `accent`: the color of its edge, None for none. `pings`: account numbers of those whom it pings.
    """

    parts: tuple[Part, ...]
    accent: int | None = None
    pings: tuple[int, ...] = field(default=())

    @property
    def letters(self) -> int:
        """How many letters all its texts have together."""
        return sum(len(part.text) for part in self.parts if isinstance(part, Text | Section))

    @property
    def wordy(self) -> "Screen":
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

    @property
    def papers(self) -> tuple[Attachment, ...]:
        """The files to keep in order."""
        return tuple(part for part in self.parts if isinstance(part, Attachment))


def buttons(*several: Button | None) -> Buttons:
    """The buttons that apply; None leaves one out."""
    return Buttons(tuple(filter(None, several)))


def tab(label: str, custom_id: str, *, shown: bool) -> Button:
    """The button to one of several pages; that of the page which is shown cannot be pressed."""
    return Button(label, custom_id, ButtonStyle.MAIN if shown else ButtonStyle.PLAIN, off=shown)


def texts(lines: Iterable[str]) -> Text:
    """The lines that are not empty, as one paragraph; "1. " at the beginning of a line makes no list of it."""
    return Text(_LISTED.sub(r"\1\\.", "\n".join(filter(None, lines))))


def cut(text: str, most: int) -> str:
    """The text, at most that long, with an ellipsis where something is missing; its emojis are left out first."""
    if len(text) > most:
        text = without_emojis(text)
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


@dataclass(frozen=True)
class Suggestion:
    """One row of the list under what is being typed, or a move that fits what was typed.

    `name`: its words. `value`: the text that is sent. `emoji`: of the tile that it is about, "" for none; only a
    message shows it.
    """

    name: str
    value: str
    emoji: str = ""
