"""Every button, list and form by its verb: what its custom_id carries, and where it is answered. Knows no Discord.

A custom_id is `<verb>:<part>:<part>`, so that nothing of a screen is stored: `KICK(123, 1)` is "kick:3f:1".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Generic, TypeVar, TypeVarTuple, cast, overload

from bot.model.move_menu import MenuState
from bot.model.room import Refusal, from_tag, tag

A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
T = TypeVar("T")
Ts = TypeVarTuple("Ts")
Values = tuple[str, ...]  # what was chosen in a list, or the one text written into a form

_DIGITS = re.compile(r"-?[0-9]{1,20}")
_MARK = re.compile(r"[a-z0-9]{1,2}")


class Manner(Enum):
    """Where the answer goes: a new private message, in place of the message that was pressed, or a public one."""

    PRIVATE = "private"
    IN_PLACE = "in place"
    PUBLIC = "public"


@dataclass(frozen=True)
class Field(Generic[T]):
    """One value in a custom_id. `read` raises ValueError for what does not fit; it takes as many parts as `width`.

    A `width` of 0 takes all parts that are left. An `optional` value is None where the custom_id ends before it.
    """

    read: Callable[..., T]
    write: Callable[[T], str] = str
    width: int = 1
    optional: bool = False


@dataclass(frozen=True)
class Verb(Generic[*Ts]):
    """What every press of one kind has in common; `Ts` are the values that its handler gets.

    `manner` is None for what is answered in place of a private message, but privately under a public one. `listed` is
    the part of the custom_id that a value chosen in a list stands for, `answer` reads what completes the press.
    """

    name: str
    fields: tuple[Field[Any], ...]
    manner: Manner | None = None
    listed: int | None = None
    answer: Callable[[Values], Any] | None = None

    def read(self, parts: Sequence[str], values: Values = ()) -> tuple[*Ts]:
        """The values in the parts of a custom_id and in those chosen. Raises Refusal("unknown") for what does not fit.

        >>> KICK.read(["3f", "1"])
        (123, 1)
        """
        try:
            if self.listed is not None and values:
                parts = [*parts[: self.listed], *_only(values), *parts[self.listed + 1 :]]
            return cast(tuple[*Ts], (*self._read(parts), *((self.answer(values),) if self.answer else ())))
        except ValueError:
            raise Refusal("unknown") from None

    def _read(self, parts: Sequence[str]) -> list[Any]:
        read = []
        for field in self.fields:
            own = parts[: field.width or len(parts)]
            parts = parts[len(own) :]
            if len(own) < field.width and not (field.optional and not own):
                raise ValueError(own)
            read.append(field.read(*own) if own or not field.optional else None)
        if parts and not (len(parts) == 1 and _MARK.fullmatch(parts[0])):
            raise ValueError(parts)
        return read

    def _made(self, values: Sequence[object], mark: str) -> str:
        told = [field.write(one) for field, one in zip(self.fields, values, strict=True) if one is not None]
        return ":".join((self.name, *told, *([mark] if mark else [])))


class PressVerb(Verb[*Ts]):
    """A verb whose custom_id says all."""

    def __call__(self, *values: *Ts, mark: str = "") -> str:
        """The custom_id with these values; None leaves out one at the end.

        The `mark` tells two controls of one message apart and says nothing else.
        """
        return self._made(values, mark)

    def asking(self, answer: Callable[[Values], A]) -> QuestionVerb[*Ts, A]:
        """The same for a list or a form: what is chosen or written there is its handler's last value."""
        return QuestionVerb(self.name, self.fields, self.manner, self.listed, answer)


class QuestionVerb(Verb[*Ts, A], Generic[*Ts, A]):
    """A verb of a list or a form, whose answer completes what its custom_id says."""

    def __call__(self, *values: *Ts, mark: str = "") -> str:
        """The custom_id with these values, that of the answer left out."""
        return self._made(values, mark)


@overload
def _verb(name: str, /, *, manner: Manner | None = None) -> PressVerb[()]: ...
@overload
def _verb(name: str, a: Field[A], /, *, manner: Manner | None = None, listed: int | None = None) -> PressVerb[A]: ...
@overload
def _verb(
    name: str, a: Field[A], b: Field[B], /, *, manner: Manner | None = None, listed: int | None = None
) -> PressVerb[A, B]: ...
@overload
def _verb(
    name: str, a: Field[A], b: Field[B], c: Field[C], /, *, manner: Manner | None = None, listed: int | None = None
) -> PressVerb[A, B, C]: ...
def _verb(name: str, /, *fields: Field[Any], manner: Manner | None = None, listed: int | None = None) -> PressVerb[Any]:
    return PressVerb(name, fields, manner, listed)


# what a custom_id carries


@dataclass(frozen=True)
class LeaderboardLink:
    """A page of a leaderboard: a server is never named, it is always the one where the press is made."""

    game: str
    everywhere: bool
    season: int
    page: int


def _room(text: str) -> int:
    number = from_tag(text)
    if number is None:
        raise ValueError(text)
    return number


def _number(text: str, least: int = -(10**9), most: int = 10**9) -> int:
    if not _DIGITS.fullmatch(text) or not least < int(text) < most:
        raise ValueError(text)
    return int(text)


def _account(text: str) -> int:
    return _number(text, 0, 2**63)


def _menu(room: str, stamp: str, answers: str) -> MenuState:
    return MenuState(_room(room), _number(stamp), tuple(part for part in answers.split(".") if part))


def _page(game: str, scope: str, season: str, page: str) -> LeaderboardLink:
    return LeaderboardLink(game, ("s", "w").index(scope) == 1, _number(season), _number(page))


def _maybe(field: Field[A]) -> Field[A | None]:
    return replace(cast(Field[A | None], field), optional=True)


def _among(*words: str) -> Field[str]:
    return Field(lambda text: words[words.index(text)])


def _only(values: Values) -> Values:
    if len(values) != 1:
        raise ValueError(values)
    return values


def _one(field: Field[A]) -> Callable[[Values], A]:
    return lambda values: field.read(*_only(values))


def _written(values: Values) -> str:
    return values[0] if values else ""


def _any(values: Values) -> str | None:
    return values[0] if values else None


def _tiles(values: Values) -> Values:
    """The tiles, each chosen as "<its place in the heap>:<tile>"."""
    return tuple(value.partition(":")[2] for value in values)


_ROOM, _NUM, _TEXT = Field(_room, lambda number: tag(number)[1:]), Field(_number), Field(str)
_PERSON = Field(_account)
_REST: Field[str] = Field(lambda *texts: ":".join(texts), width=0)  # a text that may hold colons
_MENU: Field[MenuState] = Field(_menu, lambda at: f"{tag(at.room)[1:]}:{at.stamp}:{'.'.join(at.path)}", width=3)
_PAGE: Field[LeaderboardLink] = Field(
    _page, lambda at: f"{at.game}:{'w' if at.everywhere else 's'}:{at.season}:{at.page}", width=4
)
_PRIVATE, _IN_PLACE, _PUBLIC = Manner.PRIVATE, Manner.IN_PLACE, Manner.PUBLIC

# the lobby
JOIN = _verb("join", _ROOM, manner=_IN_PLACE)
LEAVE = _verb("leave", _ROOM, manner=_IN_PLACE)
CANCEL = _verb("cancel", _ROOM, manner=_IN_PLACE)
START = _verb("start", _ROOM, _maybe(_among("without")), manner=_IN_PLACE)  # without those who left the server
SIT = _verb("sit", _ROOM, manner=_PRIVATE)  # Join in a list of tables
ROBOT = _verb("robot", _ROOM, _maybe(_TEXT))  # the level; which one is asked without it
WAIT = _verb("wait", _ROOM)
OPTIONS = _verb("options", _ROOM, _maybe(_NUM), manner=_PRIVATE)  # the page
SET = _verb("set", _ROOM, _TEXT).asking(_one(_TEXT))  # the key of an option and its value
DEFAULTS = _verb("defaults", _ROOM)
AGREED = _verb("agreed", _ROOM)
REMOVE = _verb("remove", _ROOM, manner=_PRIVATE)
OUT = _verb("out", _ROOM, _TEXT)  # the `mark` of who leaves the table
GUESTS = _verb("guests", _ROOM, manner=_PRIVATE)
BRING = _verb("bring", _ROOM).asking(Values)  # account numbers
INVITE = _verb("invite", _TEXT, _PERSON)  # the game and the guest
AGAIN = _verb("again", _ROOM, manner=_PRIVATE)

# the menu of a move
PLAY = _verb("play", _ROOM, manner=_PRIVATE)
ANSWER = _verb("m", _MENU, listed=2)
BACK = _verb("b", _MENU)
TICK = _verb("tick", _MENU).asking(_tiles)
WHY = _verb("why", _MENU)
RULE = _verb("rule", _MENU).asking(_one(_TEXT))  # "<place>:<paragraph>"
PLAY_IT = _verb("do", _MENU)
TYPE = _verb("type", _MENU, manner=_PRIVATE)
TYPED = _verb("typed", _ROOM).asking(_written)
UNDO = _verb("undo", _ROOM, _NUM, _maybe(_among("turn")))  # the stamp; the whole turn

# tables to look at
BOARD = _verb("board", _ROOM)
READ = _verb("read", _ROOM)
HAND = _verb("hand", _ROOM, manner=_PRIVATE)
CLOSE = _verb("close", _ROOM)
HERE = _verb("here", _ROOM, manner=_PRIVATE)
WHICH = _verb("which", _REST).asking(_one(_ROOM))  # what is wished: "board", "move:1B2"
TURNS = _verb("turns", _NUM, _maybe(_TEXT), _maybe(_TEXT), listed=2)  # the page, a mark, which tables
GAMES = _verb("games", _NUM)
HISTORY = _verb("history", _ROOM, _NUM)
REPLAY = _verb("replay", _ROOM, _NUM, listed=1)  # the moment
FILM = _verb("film", _ROOM, manner=_PRIVATE)

# the life of a table
MORE = _verb("more", _ROOM, manner=_PRIVATE)
CHOOSE = _verb("choose", _ROOM).asking(_one(_TEXT))
END = _verb("end", _ROOM)
KEEP = _verb("keep", _ROOM)
RESIGNED = _verb("resigned", _ROOM)
MOVE_HERE = _verb("movehere", _ROOM)
ASK = _verb("ask", _ROOM)
AGREE = _verb("agree", _ROOM, manner=_PRIVATE)
NO = _verb("no", _ROOM, manner=_PRIVATE)
GO_ON = _verb("goon", _ROOM)
RETURN = _verb("return", _ROOM, manner=_PRIVATE)
MORE_TIME = _verb("time", _ROOM, manner=_PRIVATE)
FOLLOW = _verb("follow", _ROOM)
UNFOLLOW = _verb("unfollow", _ROOM)
SEAT = _verb("seat", _ROOM, _NUM, manner=_PRIVATE)
REPLACE = _verb("replace", _ROOM, _maybe(_NUM))  # the seat; which one is asked without it
OFFER = _verb("offer", _ROOM, _NUM).asking(Values)  # the seat and the account number
TAKE = _verb("take", _ROOM)
NOT_TAKE = _verb("nottake", _ROOM)
KICK = _verb("kick", _ROOM, _maybe(_NUM))  # the seat; which one is asked without it
KICKED = _verb("kicked", _ROOM, _NUM)

# rules and help; from a table's menu with its code, else with ""
RULES = _verb("rules", _TEXT, _maybe(_TEXT), _maybe(_NUM), listed=2)  # the game and the page
BOOK = _verb("book", _TEXT, listed=0)
FIND = _verb("find", _TEXT, _TEXT, manner=_PRIVATE)
FOUND = _verb("found", _TEXT, _TEXT).asking(_written)
PARAGRAPH = _verb("para", _TEXT, _TEXT).asking(_one(_TEXT))
LOOK = _verb("look", _TEXT, _REST)  # the game and what is looked for
HELP = _verb("help", _maybe(_TEXT))

# records and sandboxes
RECORD = _verb("rec", _ROOM, _NUM, listed=1)  # the moment
TRY = _verb("try", _ROOM, _NUM)
TRY_ON = _verb("tryon", _ROOM)
ROLL = _verb("roll", _ROOM, _NUM)  # the stamp, here and below
DRAW = _verb("draw", _ROOM, _NUM, manner=_PRIVATE)
DRAWN = _verb("drawn", _ROOM, _NUM).asking(_written)
RETRACT = _verb("retract", _ROOM, _NUM)

# ratings
TOP = _verb("top", _PAGE, _maybe(_TEXT)).asking(_any)  # a mark, "g" for a list of games, "t" for one of seasons
TOP_SHOW = _verb("topshow", _PAGE, manner=_PUBLIC)
PROFILE = _verb("prof", _PERSON, _maybe(_TEXT), listed=1)  # the game
PROFILE_SHOW = _verb("profshow", _PERSON, _maybe(_TEXT), manner=_PUBLIC)
PLAY_WITH = _verb("with", _PERSON, manner=_PRIVATE)

# what people and servers choose
ME = _verb("me", _TEXT)  # the page
WISH = _verb("wish", _TEXT, _TEXT, _maybe(_TEXT), listed=2)  # the page, the key and its value
REGION = _verb("region").asking(_one(_TEXT))
WRITE = _verb("write", _TEXT, manner=_PRIVATE)
WROTE = _verb("wrote", _TEXT).asking(_one(_TEXT))
SERVER = _verb("server", _TEXT)  # the page
DECIDE = _verb("decide", _TEXT, _TEXT).asking(Values)  # the page and the key
FORGET = _verb("forget")
FORGOTTEN = _verb("forgotten")
OWN = _verb("own", _TEXT)  # "short", "full", "delete" or "word"
TAKE_OUT = _verb("takeout", manner=_PRIVATE)
ERASE = _verb("erase").asking(_written)

VERBS = {one.name: one for one in tuple(globals().values()) if isinstance(one, Verb)}
