"""Every button, list and form by its verb: what its custom_id carries, and where it is answered. Knows no Discord.

A custom_id is `<verb>:<part>:<part>`, so that nothing of a screen is stored: `KICK(123, 1)` is "kick:3f:1".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Generic, TypeVar, TypeVarTuple, cast

from bot.model.errors import Refusal
from bot.model.move_menu import MenuState
from bot.model.preferences import MENU_SIGHTS, MenuSight
from bot.model.room import PreparationMode
from bot.model.room_number import code, room_of_code

A = TypeVar("A")
T = TypeVar("T")
Ts = TypeVarTuple("Ts")
Values = tuple[str, ...]  # what was chosen in a list, or the one text written into a form

_DIGITS = re.compile(r"-?[0-9]{1,20}")
_MARK = re.compile(r"[a-z0-9]{1,2}")
_AHEAD_MODES: dict[str, PreparationMode] = {"p": "p", "t": "t"}  # what stands before the stamp of a menu
_SIGHTS: dict[MenuSight, str] = {"auto": "", "own": "o", "whole": "w"}  # what follows the stamp of a menu


class Manner(Enum):
    """Where the answer goes: a new private message, in place of the message that was pressed, or a public one."""

    PRIVATE = "private"
    IN_PLACE = "in place"
    PUBLIC = "public"


@dataclass(frozen=True)
class Field(Generic[T]):
    """One value in a custom_id."""

    read: Callable[..., T]  # takes as many parts as `width`; raises ValueError for what does not fit
    write: Callable[[T], str] = str  # its reverse
    width: int = 1  # 0 for all parts that are left
    optional: bool = False  # the value is None where the custom_id ends before it


@dataclass(frozen=True)
class Verb(Generic[*Ts]):
    """What every press of one kind has in common; `Ts` are the values that its handler gets."""

    name: str  # begins the custom_id
    fields: tuple[Field[Any], ...]  # the values after it
    manner: Manner | None = None  # None: in place of a private message, but privately under a public one
    listed: int | None = None  # the part of the custom_id that a value chosen in a list stands for
    answer: Callable[[Values], Any] | None = None  # reads what completes the press
    once: bool = False
    """It changes more than a room, whose changes know their press: a second delivery of it is not answered."""

    def read(self, parts: Sequence[str], values: Values = ()) -> tuple[*Ts]:
        """The values in the parts of a custom_id and in those chosen. Raises Refusal("unknown") for what does not fit.

        >>> KICK.read(["3f", "1"])
        (123, 1)
        """
        found: list[Any] = []
        try:
            if self.listed is not None and values:
                parts = [*parts[: self.listed], *_only(values), *parts[self.listed + 1 :]]
            for field in self.fields:
                own = parts[: field.width or len(parts)]
                parts = parts[len(own) :]
                if len(own) < field.width and not (field.optional and not own):
                    raise Refusal("unknown")
                found.append(field.read(*own) if own or not field.optional else None)
            if parts and not (len(parts) == 1 and _MARK.fullmatch(parts[0])):
                raise Refusal("unknown")
            if self.answer:
                found.append(self.answer(values))
        except ValueError:
            raise Refusal("unknown") from None
        return cast(tuple[*Ts], tuple(found))

    def _custom_id(self, values: Sequence[object], mark: str) -> str:
        parts = [self.name]
        for field, value in zip(self.fields, values, strict=True):
            if value is not None:
                parts.append(field.write(value))
        if mark:
            parts.append(mark)
        return ":".join(parts)


class PressVerb(Verb[*Ts]):
    """A verb whose custom_id says all."""

    def __call__(self, *values: *Ts, mark: str = "") -> str:
        """The custom_id with these values; None leaves out one at the end.

        The `mark` tells two controls of one message apart and says nothing else.
        """
        return self._custom_id(values, mark)

    def of(self, field: Field[A]) -> PressVerb[*Ts, A]:
        """The same with one more value."""
        return PressVerb(self.name, (*self.fields, field), self.manner, self.listed, once=self.once)

    def asking(self, answer: Callable[[Values], A]) -> QuestionVerb[*Ts, A]:
        """The same for a list or a form: what is chosen or written there is its handler's last value."""
        return QuestionVerb(self.name, self.fields, self.manner, self.listed, answer, self.once)


class QuestionVerb(Verb[*Ts, A], Generic[*Ts, A]):
    """A verb of a list or a form, whose answer completes what its custom_id says."""

    def __call__(self, *values: *Ts, mark: str = "") -> str:
        """The custom_id with these values, that of the answer left out."""
        return self._custom_id(values, mark)


def _verb(name: str, manner: Manner | None = None, listed: int | None = None, *, once: bool = False) -> PressVerb[()]:
    return PressVerb(name, (), manner, listed, once=once)


# what a custom_id carries


@dataclass(frozen=True)
class LeaderboardLink:
    """A `page` of the leaderboard of a `game` in a `season`."""

    game: str
    everywhere: bool  # of all servers; else of the one where the press is made, which is never named
    season: int
    page: int


def _room(text: str) -> int:
    number = room_of_code(text)
    if number is None:
        raise ValueError(text)
    return number


def _number(text: str, least: int = -(10**9), most: int = 10**9) -> int:
    if not _DIGITS.fullmatch(text) or not least < int(text) < most:
        raise ValueError(text)
    return int(text)


def _menu(room: str, stamp: str, answers: str) -> MenuState:
    ahead = _AHEAD_MODES.get(stamp[:1], "")
    sight: MenuSight = "auto"
    for one, letter in _SIGHTS.items():
        if letter and stamp.endswith(letter):
            sight = one
    number = _number(stamp.removeprefix(ahead).removesuffix(_SIGHTS[sight]))
    return MenuState(_room(room), number, tuple(filter(None, answers.split("."))), ahead, sight)


def _menu_text(at: MenuState) -> str:
    return f"{code(at.room)}:{at.preparation}{at.stamp}{_SIGHTS[at.sight]}:{'.'.join(at.path)}"


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


_ROOM = Field(_room, code)
_NUM = Field(_number)
_TEXT = Field(str)
_PERSON = Field(lambda text: _number(text, 0, 2**63))
_REST: Field[str] = Field(lambda *texts: ":".join(texts), width=0)  # a text that may hold colons
_MENU: Field[MenuState] = Field(_menu, _menu_text, width=3)
_PAGE: Field[LeaderboardLink] = Field(
    _page, lambda at: f"{at.game}:{'w' if at.everywhere else 's'}:{at.season}:{at.page}", width=4
)
_SIGHT: Field[MenuSight] = Field(
    lambda text: MENU_SIGHTS[MENU_SIGHTS.index(cast(MenuSight, text))]
)  # another picture of the same
_PRIVATE = Manner.PRIVATE
_IN_PLACE = Manner.IN_PLACE
_PUBLIC = Manner.PUBLIC

# the lobby
JOIN = _verb("join", manner=_IN_PLACE).of(_ROOM)
LEAVE = _verb("leave", manner=_IN_PLACE).of(_ROOM)
GET_UP = _verb("getup", manner=_IN_PLACE).of(_ROOM)  # Leave in a message that only the person sees
CANCEL = _verb("cancel", manner=_IN_PLACE).of(_ROOM)
START = _verb("start", manner=_IN_PLACE, once=True).of(_ROOM).of(_maybe(_among("without")))  # whom the server lost
SIT = _verb("sit", manner=_PRIVATE).of(_ROOM)  # Join in a list of tables
ROBOT = _verb("robot").of(_ROOM).of(_maybe(_TEXT))  # the level; which one is asked without it
WAIT = _verb("wait").of(_ROOM)
MANAGE = _verb("manage").of(_ROOM)
AS_LAST = _verb("aslast", manner=_IN_PLACE).of(_ROOM)
OPTIONS = _verb("options").of(_ROOM).of(_maybe(_NUM))  # the page
SET = _verb("set", once=True).of(_ROOM).of(_TEXT).asking(_one(_TEXT))  # the key of an option and its value
DEFAULTS = _verb("defaults", once=True).of(_ROOM)
AGREED = _verb("agreed").of(_ROOM)
REMOVE = _verb("remove").of(_ROOM)
OUT = _verb("out").of(_ROOM).of(_TEXT)  # the `mark` of who leaves the table
GUESTS = _verb("guests").of(_ROOM)
BRING = _verb("bring").of(_ROOM).asking(Values)  # account numbers
INVITE = _verb("invite", once=True).of(_TEXT).of(_PERSON)  # the game and the guest
AGAIN = _verb("again", manner=_PRIVATE, once=True).of(_ROOM)

# the menu of a move
PLAY = _verb("play", manner=_PRIVATE).of(_ROOM)
ANSWER = _verb("m", listed=2).of(_MENU)
BACK = _verb("b").of(_MENU)
TICK = _verb("tick").of(_MENU).asking(_tiles)
SIGHT = _verb("sight").of(_MENU)
WHY = _verb("why").of(_MENU)
RULE = _verb("rule").of(_MENU).asking(_one(_TEXT))  # "<place>:<paragraph>"
RULE_SIGHT = _verb("rulesight").of(_MENU).of(_REST)
PLAY_IT = _verb("do").of(_MENU)
TYPE = _verb("type", manner=_PRIVATE).of(_MENU)
TYPED = _verb("typed").of(_ROOM).asking(_written)
UNDO = _verb("undo").of(_ROOM).of(_NUM).of(_maybe(_among("turn")))  # the stamp; the whole turn
PREPARE = _verb("prepare", listed=0).of(_ROOM)
PREPARED_SIGHT = _verb("preparedsight").of(_ROOM).of(_SIGHT)
UNPREPARE = _verb("unprepare").of(_ROOM).of(_maybe(_NUM))  # the place among the prepared turns; all of them
UNSTEP = _verb("unstep").of(_ROOM).of(_NUM).of(_maybe(_among("turn")))  # the stamp; all of the turn that is begun

# tables to look at
BOARD = _verb("board").of(_ROOM)
BOARD_SIGHT = _verb("boardsight").of(_ROOM).of(_SIGHT)
READ = _verb("read").of(_ROOM)
HAND = _verb("hand", manner=_PRIVATE).of(_ROOM)
CLOSE = _verb("close").of(_ROOM)
HERE = _verb("here", manner=_PRIVATE, once=True).of(_ROOM)
PAGE = _verb("page", manner=_PRIVATE, once=True).of(_ROOM)
ACTIVITY = _verb("activity", manner=_PRIVATE, once=True).of(_ROOM)
WHICH = _verb("which").of(_REST).asking(_one(_ROOM))  # what is wished: "board", "move:1B2"
TURNS = _verb("turns", listed=2).of(_NUM).of(_maybe(_TEXT)).of(_maybe(_TEXT))  # the page, a mark, which tables
GAMES = _verb("games").of(_NUM)
HISTORY = _verb("history").of(_ROOM).of(_NUM)
REPLAY = _verb("replay", listed=1).of(_ROOM).of(_NUM)  # the moment
FILM = _verb("film", manner=_PRIVATE, once=True).of(_ROOM)
REVIEW = _verb("review").of(_ROOM)
DECISION = _verb("decision").of(_ROOM).of(_NUM)  # its number, from 0; -1 for the last

# the life of a table
MORE = _verb("more", manner=_PRIVATE).of(_ROOM)
CHOOSE = _verb("choose", once=True).of(_ROOM).asking(_one(_TEXT))
END = _verb("end").of(_ROOM)
KEEP = _verb("keep").of(_ROOM)
RESIGNED = _verb("resigned").of(_ROOM)
MOVE_HERE = _verb("movehere").of(_ROOM)
ASK = _verb("ask").of(_ROOM)
AGREE = _verb("agree", manner=_PRIVATE).of(_ROOM)
NO = _verb("no", manner=_PRIVATE).of(_ROOM)
GO_ON = _verb("goon").of(_ROOM)
RETURN = _verb("return", manner=_PRIVATE).of(_ROOM)
MORE_TIME = _verb("time", manner=_PRIVATE).of(_ROOM)
FOLLOW = _verb("follow", once=True).of(_ROOM)
UNFOLLOW = _verb("unfollow", once=True).of(_ROOM)
SEAT = _verb("seat", manner=_PRIVATE).of(_ROOM).of(_NUM)
REPLACE = _verb("replace").of(_ROOM).of(_maybe(_NUM))  # the seat; which one is asked without it
OFFER = _verb("offer").of(_ROOM).of(_NUM).asking(Values)  # the seat and the account number
TAKE = _verb("take").of(_ROOM)
NOT_TAKE = _verb("nottake").of(_ROOM)
KICK = _verb("kick").of(_ROOM).of(_maybe(_NUM))  # the seat; which one is asked without it
KICKED = _verb("kicked").of(_ROOM).of(_NUM)

# rules and help; from a table's menu with its code, else with ""
RULES = _verb("rules", listed=2).of(_TEXT).of(_maybe(_TEXT)).of(_maybe(_NUM))  # the game and the page
TOUR = _verb("tour").of(_TEXT).of(_TEXT).of(_NUM)  # the table's code or "", the game and the step
BOOK = _verb("book", listed=0).of(_TEXT)
FIND = _verb("find", manner=_PRIVATE).of(_TEXT).of(_TEXT)
FOUND = _verb("found").of(_TEXT).of(_TEXT).asking(_written)
PARAGRAPH = _verb("para").of(_TEXT).of(_TEXT).asking(_one(_TEXT))
LOOK = _verb("look").of(_TEXT).of(_REST)  # the game and what is looked for
HELP = _verb("help").of(_maybe(_TEXT))

# records and sandboxes
RECORD = _verb("rec", listed=1).of(_ROOM).of(_NUM)  # the moment
TRY = _verb("try", once=True).of(_ROOM).of(_NUM)
TRY_TABLE = _verb("trytable", once=True).of(_ROOM).of(_NUM)  # a table that is over, and how much of its log stands
TRY_ON = _verb("tryon").of(_ROOM)
TRY_ROBOT = _verb("tryrobot").of(_ROOM).of(_NUM).of(_maybe(_TEXT))  # the stamp; the level, asked without it
ROLL = _verb("roll").of(_ROOM).of(_NUM)  # the stamp, here and below
DRAW = _verb("draw", manner=_PRIVATE).of(_ROOM).of(_NUM)
DRAWN = _verb("drawn").of(_ROOM).of(_NUM).asking(_written)
RETRACT = _verb("retract").of(_ROOM).of(_NUM)

# the puzzles of a day
PUZZLES = _verb("puzzles")
PUZZLE = _verb("puzzle", once=True).of(_TEXT).of(_maybe(_among("here")))  # the game; whether it is this server's
PUZZLE_TRY = _verb("trypuzzle", once=True).of(_ROOM)
PUZZLE_SHOW = _verb("puzzleshow", manner=_PUBLIC).of(_ROOM)

# ratings
TOP = _verb("top").of(_PAGE).of(_maybe(_TEXT)).asking(_any)  # a mark: "g" for a list of games, "t" of seasons
TOP_SHOW = _verb("topshow", manner=_PUBLIC).of(_PAGE)
PROFILE = _verb("prof", listed=1).of(_PERSON).of(_maybe(_TEXT))  # the game
PROFILE_SHOW = _verb("profshow", manner=_PUBLIC).of(_PERSON).of(_maybe(_TEXT))
PLAY_WITH = _verb("with", manner=_PRIVATE).of(_PERSON)

# what people and servers choose
SIGN_OUT = _verb("signout", once=True)
ME = _verb("me").of(_TEXT)  # the page
WISH = _verb("wish", listed=2, once=True).of(_TEXT).of(_TEXT).of(_maybe(_TEXT))  # the page, the key and its value
REGION = _verb("region", once=True).asking(_one(_TEXT))
WRITE = _verb("write", manner=_PRIVATE).of(_TEXT)
WROTE = _verb("wrote", once=True).of(_TEXT).asking(_one(_TEXT))
SERVER = _verb("server").of(_TEXT)  # the page
DECIDE = _verb("decide", once=True).of(_TEXT).of(_TEXT).asking(Values)  # the page and the key
FORGET = _verb("forget")
FORGOTTEN = _verb("forgotten", once=True)
OWN = _verb("own").of(_TEXT)  # "short", "full", "delete" or "word"
TAKE_OUT = _verb("takeout", manner=_PRIVATE)
ERASE = _verb("erase", once=True).asking(_written)
FORMS = frozenset(one.name for one in (TYPED, FOUND, DRAWN, WROTE, ERASE))  # what is written into forms; else a press

# Neither logged nor counted by name: nobody may learn who prepares.
SILENT = {PREPARE.name, PREPARED_SIGHT.name, UNPREPARE.name, UNSTEP.name, BOARD_SIGHT.name}
VERBS = {one.name: one for one in tuple(globals().values()) if isinstance(one, Verb)}
