"""The verbs of all buttons, lists and forms: what each custom_id contains and where the answer goes.

Independent of Discord.

A custom_id is `<verb>:<part>:<part>`, so that no screen has to be stored: `KICK(123, 1)` is "kick:3f:1".
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
ChosenValues = tuple[str, ...]  # the values chosen in a list, or the single text typed in a form

_DIGITS = re.compile(r"-?[0-9]{1,20}")
_MARK = re.compile(r"[a-z0-9]{1,2}")
_AHEAD_MODES: dict[str, PreparationMode] = {"p": "p", "t": "t"}  # the prefix of a menu's stamp
_SIGHTS: dict[MenuSight, str] = {"auto": "", "own": "o", "whole": "w"}  # the suffix of a menu's stamp


class Manner(Enum):
    """Where the answer goes: a new private message, in place of the message that was pressed, or a public one."""

    PRIVATE = "private"
    IN_PLACE = "in place"
    PUBLIC = "public"


@dataclass(frozen=True)
class Field(Generic[T]):
    """One value in a custom_id."""

    read: Callable[..., T]  # takes `width` parts; raises ValueError if they are invalid
    write: Callable[[T], str] = str  # the inverse of `read`
    width: int = 1  # how many parts it takes; 0 for all that remain
    optional: bool = False  # whether it may be missing at the end; it is None then


@dataclass(frozen=True)
class Verb(Generic[*Ts]):
    """One kind of press; `Ts` are the types of the values that its handler gets."""

    name: str  # begins the custom_id
    fields: tuple[Field[Any], ...]  # the values after it
    manner: Manner | None = None  # None: in place of a private message, but in a new private one under a public message
    list_part: int | None = None  # index of the part that a value chosen in a list replaces
    answer: Callable[[ChosenValues], Any] | None = None  # parses what was chosen or typed
    once: bool = False
    """Whether a second delivery of the same press is ignored. This is needed if the press changes anything but a room,
    since only rooms detect repeated presses themselves."""

    def read(self, parts: Sequence[str], values: ChosenValues = ()) -> tuple[*Ts]:
        """Parse the parts of a custom_id and the chosen values. Raises Refusal("unknown") if they are invalid.

        >>> KICK.read(["3f", "1"])
        (123, 1)
        """
        found: list[Any] = []
        try:
            if self.list_part is not None and values:
                parts = [*parts[: self.list_part], *_single(values), *parts[self.list_part + 1 :]]
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
    """A verb whose custom_id contains all its values."""

    def __call__(self, *values: *Ts, mark: str = "") -> str:
        """The custom_id with these values; a None at the end is left out.

        The `mark` makes the custom_ids of two controls in one message differ; it has no other meaning.
        """
        return self._custom_id(values, mark)

    def carrying(self, field: Field[A]) -> PressVerb[*Ts, A]:
        """The same verb with one more value."""
        return PressVerb(self.name, (*self.fields, field), self.manner, self.list_part, once=self.once)

    def asking_for(self, answer: Callable[[ChosenValues], A]) -> QuestionVerb[*Ts, A]:
        """The same verb for a list or a form; what is chosen or typed there is its handler's last value."""
        return QuestionVerb(self.name, self.fields, self.manner, self.list_part, answer, self.once)


class QuestionVerb(Verb[*Ts, A], Generic[*Ts, A]):
    """A verb of a list or a form, whose answer is the last of its values."""

    def __call__(self, *values: *Ts, mark: str = "") -> str:
        """The custom_id with these values, which exclude the answer."""
        return self._custom_id(values, mark)


def _verb(name: str, manner: Manner | None = None, listed: int | None = None, *, once: bool = False) -> PressVerb[()]:
    return PressVerb(name, (), manner, listed, once=once)


# values in a custom_id


@dataclass(frozen=True)
class LeaderboardLink:
    """A `page` of the leaderboard of a `game` in a `season`."""

    game: str
    everywhere: bool  # for all servers; else for the server of the press, which the custom_id never names
    season: int
    page: int


def _read_room(text: str) -> int:
    number = room_of_code(text)
    if number is None:
        raise ValueError(text)
    return number


def _read_number(text: str, least: int = -(10**9), most: int = 10**9) -> int:
    if not _DIGITS.fullmatch(text) or not least < int(text) < most:
        raise ValueError(text)
    return int(text)


def _read_menu(room: str, stamp: str, answers: str) -> MenuState:
    ahead = _AHEAD_MODES.get(stamp[:1], "")
    sight: MenuSight = "auto"
    for name, letter in _SIGHTS.items():
        if letter and stamp.endswith(letter):
            sight = name
    number = _read_number(stamp.removeprefix(ahead).removesuffix(_SIGHTS[sight]))
    return MenuState(_read_room(room), number, tuple(filter(None, answers.split("."))), ahead, sight)


def _write_menu(at: MenuState) -> str:
    return f"{code(at.room)}:{at.preparation}{at.stamp}{_SIGHTS[at.sight]}:{'.'.join(at.path)}"


def _read_page(game: str, scope: str, season: str, page: str) -> LeaderboardLink:
    return LeaderboardLink(game, ("s", "w").index(scope) == 1, _read_number(season), _read_number(page))


def _optional(field: Field[A]) -> Field[A | None]:
    return replace(cast(Field[A | None], field), optional=True)


def _one_of(*words: str) -> Field[str]:
    return Field(lambda text: words[words.index(text)])


def _single(values: ChosenValues) -> ChosenValues:
    if len(values) != 1:
        raise ValueError(values)
    return values


def _single_value(field: Field[A]) -> Callable[[ChosenValues], A]:
    return lambda values: field.read(*_single(values))


def _form_text(values: ChosenValues) -> str:
    return values[0] if values else ""


def _first_value(values: ChosenValues) -> str | None:
    return values[0] if values else None


def _chosen_tiles(values: ChosenValues) -> ChosenValues:
    """The tiles in values like "<place in the heap>:<tile>"."""
    return tuple(value.partition(":")[2] for value in values)


_ROOM = Field(_read_room, code)
_NUM = Field(_read_number)
_TEXT = Field(str)
_PERSON = Field(lambda text: _read_number(text, 0, 2**63))
_REST: Field[str] = Field(lambda *texts: ":".join(texts), width=0)  # a text that may contain colons
_MENU: Field[MenuState] = Field(_read_menu, _write_menu, width=3)
_PAGE: Field[LeaderboardLink] = Field(
    _read_page, lambda at: f"{at.game}:{'w' if at.everywhere else 's'}:{at.season}:{at.page}", width=4
)
_SIGHT: Field[MenuSight] = Field(
    lambda text: MENU_SIGHTS[MENU_SIGHTS.index(cast(MenuSight, text))]
)  # which picture of the table is shown
_PRIVATE = Manner.PRIVATE
_IN_PLACE = Manner.IN_PLACE
_PUBLIC = Manner.PUBLIC

# the lobby
JOIN = _verb("join", manner=_IN_PLACE).carrying(_ROOM)
LEAVE = _verb("leave", manner=_IN_PLACE).carrying(_ROOM)
LEAVE_PRIVATELY = _verb("getup", manner=_IN_PLACE).carrying(_ROOM)  # Leave in a message that only the person sees
CANCEL = _verb("cancel", manner=_IN_PLACE).carrying(_ROOM)
START = (
    _verb("start", manner=_IN_PLACE, once=True).carrying(_ROOM).carrying(_optional(_one_of("without")))
)  # "without": without the people who left the server
JOIN_FROM_LIST = _verb("sit", manner=_PRIVATE).carrying(_ROOM)  # Join in a list of tables
ADD_ROBOT = _verb("robot").carrying(_ROOM).carrying(_optional(_TEXT))  # the level, which is asked for if missing
WAIT = _verb("wait").carrying(_ROOM)
MANAGE = _verb("manage").carrying(_ROOM)
SAME_AS_LAST = _verb("aslast", manner=_IN_PLACE).carrying(_ROOM)
SHOW_OPTIONS = _verb("options").carrying(_ROOM).carrying(_optional(_NUM))  # the page
SET_OPTION = (
    _verb("set", once=True).carrying(_ROOM).carrying(_TEXT).asking_for(_single_value(_TEXT))
)  # the key of an option and its value
RESTORE_DEFAULTS = _verb("defaults", once=True).carrying(_ROOM)
CLOSE_OPTIONS = _verb("agreed").carrying(_ROOM)
ASK_REMOVAL = _verb("remove").carrying(_ROOM)
REMOVE_PERSON = _verb("out").carrying(_ROOM).carrying(_TEXT)  # the key of the person or robot to remove
ASK_GUESTS = _verb("guests").carrying(_ROOM)
INVITE_GUESTS = _verb("bring").carrying(_ROOM).asking_for(ChosenValues)  # account IDs
INVITE_TO_GAME = _verb("invite", once=True).carrying(_TEXT).carrying(_PERSON)  # the game and the guest
REMATCH = _verb("again", manner=_PRIVATE, once=True).carrying(_ROOM)

# the menu of a move
PLAY = _verb("play", manner=_PRIVATE).carrying(_ROOM)
ANSWER_MENU = _verb("m", listed=2).carrying(_MENU)
STEP_BACK = _verb("b").carrying(_MENU)
TICK_TILES = _verb("tick").carrying(_MENU).asking_for(_chosen_tiles)
CHANGE_SIGHT = _verb("sight").carrying(_MENU)
LIST_REFUSALS = _verb("why").carrying(_MENU)
SHOW_RULE = _verb("rule").carrying(_MENU).asking_for(_single_value(_TEXT))  # "<refusal index>:<paragraph>"
CHANGE_RULE_SIGHT = _verb("rulesight").carrying(_MENU).carrying(_REST)
PLAY_IT = _verb("do").carrying(_MENU)
TYPE_MOVE = _verb("type", manner=_PRIVATE).carrying(_MENU)
SUBMIT_MOVE = _verb("typed").carrying(_ROOM).asking_for(_form_text)
TAKE_BACK = (
    _verb("undo").carrying(_ROOM).carrying(_NUM).carrying(_optional(_one_of("turn")))
)  # the stamp; "turn" for the whole turn
PREPARE = _verb("prepare", listed=0).carrying(_ROOM)
CHANGE_PREPARED_SIGHT = _verb("preparedsight").carrying(_ROOM).carrying(_SIGHT)
UNPREPARE = (
    _verb("unprepare").carrying(_ROOM).carrying(_optional(_NUM))
)  # the index of the prepared turn, all turns if missing
STEP_BACK_PREPARED = (
    _verb("unstep").carrying(_ROOM).carrying(_NUM).carrying(_optional(_one_of("turn")))
)  # the stamp; "turn" for all of the unfinished turn

# tables to look at
SHOW_BOARD = _verb("board").carrying(_ROOM)
CHANGE_BOARD_SIGHT = _verb("boardsight").carrying(_ROOM).carrying(_SIGHT)
READ_BOARD = _verb("read").carrying(_ROOM)
SHOW_HAND = _verb("hand", manner=_PRIVATE).carrying(_ROOM)
ENLARGE_SEATS = _verb("close").carrying(_ROOM)
POST_HERE = _verb("here", manner=_PRIVATE, once=True).carrying(_ROOM)
OPEN_PAGE = _verb("page", manner=_PRIVATE, once=True).carrying(_ROOM)
OPEN_ACTIVITY = _verb("activity", manner=_PRIVATE, once=True).carrying(_ROOM)
CHOOSE_TABLE = _verb("which").carrying(_REST).asking_for(_single_value(_ROOM))  # what to do there: "board", "move:1B2"
LIST_OWN_TABLES = (
    _verb("turns", listed=2).carrying(_NUM).carrying(_optional(_TEXT)).carrying(_optional(_TEXT))
)  # the page, a mark and a filter of the tables
LIST_CHANNEL_TABLES = _verb("games").carrying(_NUM)
HISTORY = _verb("history").carrying(_ROOM).carrying(_NUM)
REPLAY = _verb("replay", listed=1).carrying(_ROOM).carrying(_NUM)  # the moment
FILM = _verb("film", manner=_PRIVATE, once=True).carrying(_ROOM)
REVIEW = _verb("review").carrying(_ROOM)
DECISION = _verb("decision").carrying(_ROOM).carrying(_NUM)  # its number, from 0; -1 for the last

# the life of a table
SHOW_MORE = _verb("more", manner=_PRIVATE).carrying(_ROOM)
CHOOSE_MORE = _verb("choose", once=True).carrying(_ROOM).asking_for(_single_value(_TEXT))
END_TABLE = _verb("end").carrying(_ROOM)
KEEP_TABLE = _verb("keep").carrying(_ROOM)
CONFIRM_RESIGNATION = _verb("resigned").carrying(_ROOM)
MOVE_HERE = _verb("movehere").carrying(_ROOM)
ASK_TAKE_BACK = _verb("ask").carrying(_ROOM)
AGREE_TO_PROPOSAL = _verb("agree", manner=_PRIVATE).carrying(_ROOM)
DECLINE_PROPOSAL = _verb("no", manner=_PRIVATE).carrying(_ROOM)
GO_ON = _verb("goon").carrying(_ROOM)
RETURN = _verb("return", manner=_PRIVATE).carrying(_ROOM)
MORE_TIME = _verb("time", manner=_PRIVATE).carrying(_ROOM)
FOLLOW = _verb("follow", once=True).carrying(_ROOM)
UNFOLLOW = _verb("unfollow", once=True).carrying(_ROOM)
TAKE_SEAT = _verb("seat", manner=_PRIVATE).carrying(_ROOM).carrying(_NUM)
REPLACE = _verb("replace").carrying(_ROOM).carrying(_optional(_NUM))  # the seat, which is asked for if missing
OFFER_SEAT = _verb("offer").carrying(_ROOM).carrying(_NUM).asking_for(ChosenValues)  # the seat and the account ID
ACCEPT_OFFER = _verb("take").carrying(_ROOM)
DECLINE_OFFER = _verb("nottake").carrying(_ROOM)
KICK = _verb("kick").carrying(_ROOM).carrying(_optional(_NUM))  # the seat, which is asked for if missing
CONFIRM_KICK = _verb("kicked").carrying(_ROOM).carrying(_NUM)

# rules and help; the first value is the code of the table whose menu leads there, else ""
SHOW_RULES = (
    _verb("rules", listed=2).carrying(_TEXT).carrying(_optional(_TEXT)).carrying(_optional(_NUM))
)  # the game and the page
TOUR = _verb("tour").carrying(_TEXT).carrying(_TEXT).carrying(_NUM)  # the table's code or "", the game and the step
CHOOSE_RULEBOOK = _verb("book", listed=0).carrying(_TEXT)
SEARCH_RULES = _verb("find", manner=_PRIVATE).carrying(_TEXT).carrying(_TEXT)
SUBMIT_SEARCH = _verb("found").carrying(_TEXT).carrying(_TEXT).asking_for(_form_text)
SHOW_PARAGRAPH = _verb("para").carrying(_TEXT).carrying(_TEXT).asking_for(_single_value(_TEXT))
SEARCH_GAME = _verb("look").carrying(_TEXT).carrying(_REST)  # the game and the search text
HELP = _verb("help").carrying(_optional(_TEXT))

# records and sandboxes
SHOW_RECORD = _verb("rec", listed=1).carrying(_ROOM).carrying(_NUM)  # the moment
TRY_RECORD = _verb("try", once=True).carrying(_ROOM).carrying(_NUM)
TRY_TABLE = (
    _verb("trytable", once=True).carrying(_ROOM).carrying(_NUM)
)  # a finished table, and how many entries of its log to keep
RESUME_SANDBOX = _verb("tryon").carrying(_ROOM)
TRY_ROBOT = (
    _verb("tryrobot").carrying(_ROOM).carrying(_NUM).carrying(_optional(_TEXT))
)  # the stamp; the level, which is asked for if missing
ROLL_DRAW = _verb("roll").carrying(_ROOM).carrying(_NUM)  # the stamp, here and below
TYPE_DRAW = _verb("draw", manner=_PRIVATE).carrying(_ROOM).carrying(_NUM)
SUBMIT_DRAW = _verb("drawn").carrying(_ROOM).carrying(_NUM).asking_for(_form_text)
RETRACT_MOVE = _verb("retract").carrying(_ROOM).carrying(_NUM)

# the puzzles of a day
LIST_PUZZLES = _verb("puzzles")
SHOW_PUZZLE = (
    _verb("puzzle", once=True).carrying(_TEXT).carrying(_optional(_one_of("here")))
)  # the game; "here" for this server's puzzle
TRY_PUZZLE = _verb("trypuzzle", once=True).carrying(_ROOM)
POST_PUZZLE = _verb("puzzleshow", manner=_PUBLIC).carrying(_ROOM)

# ratings
SHOW_LEADERBOARD = (
    _verb("top").carrying(_PAGE).carrying(_optional(_TEXT)).asking_for(_first_value)
)  # a mark: "g" for a list of games, "t" for a list of seasons
POST_LEADERBOARD = _verb("topshow", manner=_PUBLIC).carrying(_PAGE)
SHOW_PROFILE = _verb("prof", listed=1).carrying(_PERSON).carrying(_optional(_TEXT))  # the game
POST_PROFILE = _verb("profshow", manner=_PUBLIC).carrying(_PERSON).carrying(_optional(_TEXT))
PLAY_WITH = _verb("with", manner=_PRIVATE).carrying(_PERSON)

# what people and servers choose
SIGN_OUT = _verb("signout", once=True)
SHOW_PREFERENCES = _verb("me").carrying(_TEXT)  # the page
SET_PREFERENCE = (
    _verb("wish", listed=2, once=True).carrying(_TEXT).carrying(_TEXT).carrying(_optional(_TEXT))
)  # the page, the key and its value
CHOOSE_REGION = _verb("region", once=True).asking_for(_single_value(_TEXT))
TYPE_PREFERENCE = _verb("write", manner=_PRIVATE).carrying(_TEXT)
SUBMIT_PREFERENCE = _verb("wrote", once=True).carrying(_TEXT).asking_for(_single_value(_TEXT))
SHOW_SERVER_SETTINGS = _verb("server").carrying(_TEXT)  # the page
SET_SERVER_SETTING = (
    _verb("decide", once=True).carrying(_TEXT).carrying(_TEXT).asking_for(ChosenValues)
)  # the page and the key
FORGET_SERVER = _verb("forget")
CONFIRM_FORGET_SERVER = _verb("forgotten", once=True)
SHOW_PRIVACY = _verb("own").carrying(_TEXT)  # "short", "full", "delete" or "word"
EXPORT_OWN_DATA = _verb("takeout", manner=_PRIVATE)
ERASE_OWN_DATA = _verb("erase", once=True).asking_for(_form_text)
FORM_VERBS = frozenset(
    verb.name for verb in (SUBMIT_MOVE, SUBMIT_SEARCH, SUBMIT_DRAW, SUBMIT_PREFERENCE, ERASE_OWN_DATA)
)  # verbs of submitted forms; all others are presses

# Neither logged nor counted by name, so that no one can learn who prepares moves.
UNLOGGED_VERBS = {
    PREPARE.name,
    CHANGE_PREPARED_SIGHT.name,
    UNPREPARE.name,
    STEP_BACK_PREPARED.name,
    CHANGE_BOARD_SIGHT.name,
}
VERBS_BY_NAME = {verb.name: verb for verb in tuple(globals().values()) if isinstance(verb, Verb)}
