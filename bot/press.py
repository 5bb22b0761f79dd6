"""One press as read off a custom_id. Trusts nothing it reads; knows no Discord library and no rules."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.desk import Ticket
from bot.room import Refusal, from_tag

_NUMBER = re.compile(r"-?[0-9]{1,9}")


@dataclass(frozen=True)
class Press:
    """One press: its verb, the parts of its custom_id after the verb, and the values chosen in a list."""

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
    def ticket(self) -> Ticket:
        """What a private menu's control carries; a list's value replaces its answers. Raises Refusal("unknown")."""
        if len(self.rest) < 3 or not _NUMBER.fullmatch(self.rest[1]):
            raise Refusal("unknown")
        answers = self.values[0] if self.verb == "m" and self.values else self.rest[2]
        return Ticket(self.room, int(self.rest[1]), tuple(part for part in answers.split(".") if part))

    def number(self, place: int) -> int:
        """The part at that place as a page number. Raises Refusal("unknown")."""
        text = self.rest[place] if place < len(self.rest) else ""
        if not _NUMBER.fullmatch(text):
            raise Refusal("unknown")
        return int(text)


def read(custom_id: str, values: list[str]) -> Press:
    """The press behind a custom_id."""
    verb, *rest = custom_id.split(":")
    return Press(verb, tuple(rest), tuple(values))
