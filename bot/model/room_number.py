"""The number of a room, as people read it and as buttons and addresses carry it. Knows no room."""

from __future__ import annotations

import re

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_CODE = re.compile(r"[0-9a-z]{1,12}", re.ASCII | re.IGNORECASE)
_DECIMAL = re.compile(r"\d{1,18}")  # in any script


class Tag(str):
    """The number of a room as people read it. `with_game`: the same after the title of its game."""

    __slots__ = ("with_game",)
    with_game: str

    def __new__(cls, room_id: int, game: str) -> Tag:
        """The tag of that room, in which the game of that title is played.

        >>> Tag(123, "Azul"), Tag(123, "Azul").with_game
        ('#123', 'Azul #123')
        """
        made = super().__new__(cls, f"#{room_id}")
        made.with_game = f"{game} {made}"
        return made


def tag(room_id: int) -> str:
    """The number of a room as people read it.

    >>> tag(123)
    '#123'
    """
    return f"#{room_id}"


def code(room_id: int) -> str:
    """The number of a room as buttons, addresses and nonces carry it: in base 36, as people read it once.

    >>> code(123)
    '3f'
    """
    digits = ""
    while room_id:
        room_id, digit = divmod(room_id, 36)
        digits = _DIGITS[digit] + digits
    return digits or "0"


def room_of_code(text: str) -> int | None:
    """The number of the room that a button or an address carries, None for anything else.

    >>> from_code("3f"), from_code("10"), from_code("-1")
    (123, 36, None)
    """
    return int(text, 36) if _CODE.fullmatch(text) else None


def room_of_tag(text: str) -> int | None:
    """The number of the room that somebody typed, None for anything else.

    One with a letter was read in an old message, so it is a code.

    >>> from_tag("#123"), from_tag("#3F"), from_tag("10"), from_tag("-1")
    (123, 123, 10, None)
    """
    number = text.removeprefix("#")
    return int(number) if _DECIMAL.fullmatch(number) else room_of_code(number)
