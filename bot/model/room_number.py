"""Room numbers: the form that people read, and the form in buttons and addresses. Independent of rooms."""

from __future__ import annotations

import re

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_CODE = re.compile(r"[0-9a-z]{1,12}", re.ASCII | re.IGNORECASE)
_DECIMAL = re.compile(r"\d{1,18}")  # digits of any script


class Tag(str):
    """The number of a room as people read it. `with_game`: the same with the title of the game in front."""

    __slots__ = ("with_game",)
    with_game: str

    def __new__(cls, room_id: int, game: str) -> Tag:
        """The tag of a room where the game with this title is played.

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
    """The number of a room in base 36, as in buttons, addresses and nonces; old messages showed it too.

    >>> code(123)
    '3f'
    """
    digits = ""
    while room_id:
        room_id, digit = divmod(room_id, 36)
        digits = _DIGITS[digit] + digits
    return digits or "0"


def room_of_code(text: str) -> int | None:
    """The room number for a code from a button or an address, None for any other text.

    >>> room_of_code("3f"), room_of_code("10"), room_of_code("-1")
    (123, 36, None)
    """
    return int(text, 36) if _CODE.fullmatch(text) else None


def room_of_tag(text: str) -> int | None:
    """The room number that a person typed, None for any other text.

    A text with a letter comes from an old message, so it is a code.

    >>> room_of_tag("#123"), room_of_tag("#3F"), room_of_tag("10"), room_of_tag("-1")
    (123, 123, 10, None)
    """
    number = text.removeprefix("#")
    return int(number) if _DECIMAL.fullmatch(number) else room_of_code(number)
