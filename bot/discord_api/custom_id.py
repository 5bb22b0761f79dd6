"""One press of a button or list, or a form sent, as its custom_id tells it. Trusts nothing it reads; knows no table.

`<verb>:<room>` on public messages, `<verb>:<room>:<stamp>:<answers>` in private menus.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.discord_api.reply import Reply
from bot.model.asker import Asker
from bot.model.errors import Refusal
from bot.model.move_menu import Path
from bot.model.room import from_tag

_VERB = re.compile(r"[a-z]{1,12}")
_NUMBER = re.compile(r"-?[0-9]{1,9}")


@dataclass(frozen=True)
class MenuState:
    """What a button of a private menu carries.

    `room`: the room's number. `stamp`: that of the seat when the menu was made. `path`: the answers so far.
    """

    room: int
    stamp: int | None = None
    path: Path = ()


@dataclass(frozen=True)
class Press:
    """One press.

    `verb` names what is wanted, `rest` are the parts of the custom_id after it. `values`: what was chosen in a list.
    """

    verb: str
    rest: tuple[str, ...]
    values: tuple[str, ...]

    @property
    def room(self) -> int:
        """The number of the room it is about. Raises Refusal("unknown")."""
        number = from_tag(self.rest[0]) if self.rest else None
        if number is None:
            raise Refusal("unknown")
        return number

    @property
    def ticket(self) -> MenuState:
        """What a private menu's control carries; a list's value replaces its answers. Raises Refusal("unknown")."""
        if len(self.rest) < 3 or not _NUMBER.fullmatch(self.rest[1]):
            raise Refusal("unknown")
        answers = self.values[0] if self.verb == "m" and self.values else self.rest[2]
        return MenuState(self.room, int(self.rest[1]), tuple(part for part in answers.split(".") if part))

    @property
    def outline(self) -> dict[str, object]:
        """What a log may say of it: never answers or moves, and nothing that is not of our own making."""
        told: dict[str, object] = {"press": self.verb if _VERB.fullmatch(self.verb) else "?"}
        if self.verb == "which" or not self.rest or (number := from_tag(self.rest[0])) is None:
            return told
        told["room"] = number
        if len(self.rest) > 1 and _NUMBER.fullmatch(self.rest[1]):
            told["stamp"] = int(self.rest[1])
        return told

    def number(self, place: int) -> int:
        """The part at that place as a page number. Raises Refusal("unknown")."""
        text = self.rest[place] if place < len(self.rest) else ""
        if not _NUMBER.fullmatch(text):
            raise Refusal("unknown")
        return int(text)


Deed = Callable[[Press, Asker, Reply], Awaitable[None]]


def read(custom_id: str, values: list[str]) -> Press:
    """The press behind a custom_id."""
    verb, *rest = custom_id.split(":")
    return Press(verb, tuple(rest), tuple(values))


def chosen(control: Mapping[str, Any]) -> list[str]:
    """What was chosen in a list, or written into a form, as texts."""
    texts = [str(one) for one in control.get("values", ())]
    texts += [str(control["value"])] if "value" in control else []
    inner = [*control.get("components", ()), *([control["component"]] if "component" in control else [])]
    return texts + [text for part in inner for text in chosen(part)]
