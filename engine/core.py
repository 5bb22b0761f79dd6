"""What a game is: positions, moves, events and the questions every game answers.

Knows no game, no people, no words, no clock, and no randomness of its own.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from random import Random
from typing import ClassVar, Generic, NamedTuple, Self, TypeVar

Seat = int
CHANCE: Seat = -1  # the bag and the deck sit here
Score = tuple[int, ...]
Fact = str | int | bool
Options = Mapping[str, str]
REPEATED = 40  # characters at most of what somebody sent


def cut(text: str) -> str:
    """The beginning of what somebody sent, as far as an answer repeats it."""
    return text[:REPEATED]


class IllegalMove(ValueError):
    """A rule forbids the move: `reason` is a rule number ("4.5") or a word key, `facts` fill the gaps of its words."""

    def __init__(self, reason: str, **facts: Fact) -> None:
        super().__init__(reason)
        self.reason = reason
        self.facts = facts


class Heap(str):
    """Tiles as a sorted string. A field of a move of this type is answered by choosing several tiles, not one."""

    __slots__ = ()


@dataclass(frozen=True, order=True)
class Cell:
    """A square of a table or board, printed as "m13": `column` and `row`, both 0-based."""

    column: int
    row: int

    def __str__(self) -> str:
        return f"{chr(ord('a') + self.column)}{self.row + 1}"


Answer = str | int | Cell | Heap


@dataclass(frozen=True)
class Move:
    """One decision. Its fields, in order, are the questions a player answers.

    `str(move)` is its notation: the answers one after the other, behind the `PREFIX` of its kind. Menus put several
    questions into one where their answers fit, unless the kind is asked `ONE_BY_ONE`.
    """

    PREFIX: ClassVar[str] = ""
    ONE_BY_ONE: ClassVar[bool] = False

    def __str__(self) -> str:
        return self.PREFIX + "".join(map(str, vars(self).values()))

    def answers(self) -> tuple[Answer, ...]:
        """The values of the fields, in order."""
        return tuple(vars(self).values())


class Event(NamedTuple):
    """Something that happened during a move, as data."""

    kind: str  # what happened, the key of its words
    seat: Seat  # who it happened to, 0-based; CHANCE for the table itself
    facts: Mapping[str, Fact]  # what fills the gaps of the words, by name
    only: tuple[Seat, ...] | None = None  # the seats that may know of it; None for everybody

    def seen_by(self, seat: Seat | None) -> bool:
        """Whether this seat (None: the public) may know of it."""
        return self.only is None or seat in self.only


@dataclass
class State(ABC):
    """A position. It never changes from outside: `apply` returns the next one."""

    events: list[Event] = field(default_factory=list, compare=False, kw_only=True, metadata={"stored": False})
    """What happened during the move that led here, oldest first; not stored, and empty in an opening."""

    MAY_FALL: ClassVar[frozenset[str]] = frozenset()  # facts of a `meaning` that may be less when it is played
    MAY_RISE: ClassVar[frozenset[str]] = frozenset()  # facts of a `meaning` that may be more

    @abstractmethod
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that owe a move, (CHANCE,) when the bag must act, () when the game is over."""

    @abstractmethod
    def moves(self, seat: Seat) -> list[Move]:
        """All legal moves of the seat, in menu order; [] for CHANCE and for a seat that may not move."""

    @abstractmethod
    def refuses(self, seat: Seat, move: Move) -> str | None:
        """The number of the rule that forbids the move, or None when it is legal."""

    @abstractmethod
    def perform(self, seat: Seat, move: Move) -> None:
        """Change this very object by a legal move. Only `apply` and `after` call it, on their own copy."""

    @abstractmethod
    def scores(self) -> tuple[Score, ...]:
        """A score a seat: points, then tie-breakers; higher is better."""

    def is_out(self, seat: Seat) -> bool:
        """Whether the seat has no more turns in a game that may go on for others."""
        return False

    def outlook(self, seat: Seat) -> int:
        """The points of the seat if the round ended now, without what only the end of the game brings or costs.

        So the gain of a move is the same whether or not the game happens to end with it.
        """
        return self.scores()[seat][0]

    def gain(self, seat: Seat, move: Move) -> int:
        """The points shown beside a move: by how much it improves the outlook."""
        return self.after(seat, move).outlook(seat) - self.outlook(seat)

    def shared_gain(self, seat: Seat, moves: Sequence[Move]) -> int:
        """The points shown beside an answer that all these moves begin with; 0 where they gain differently."""
        first = self.gain(seat, moves[0])
        return first if all(self.gain(seat, move) == first for move in moves[1:]) else 0

    def gain_of(self, seat: Seat, move: Move, answers: int) -> int:
        """The points that the first so many answers of a move bring, for kinds that are asked one by one."""
        return self.gain(seat, move) if answers == len(move.answers()) else 0

    def worth(self, seat: Seat) -> Score:
        """How good the position is for the seat, for robots: the outlook first, then finer hints; higher is better."""
        return (self.outlook(seat),)

    def draw(self, rng: Random) -> Move:
        """The next move of CHANCE, drawn with the given generator."""
        raise LookupError(f"{type(self).__name__} leaves nothing to chance")

    def view(self, seat: Seat | None) -> Self:
        """The position as the seat (None: the public) may know it, secrets blanked."""
        return self

    def guess(self, seat: Seat, rng: Random) -> Self:
        """A full position that looks the same to the seat."""
        return self

    def ahead(self, seat: Seat) -> Self | None:
        """The seat's own view of the position as if it were to act now, while somebody else is to.

        None where that makes no sense: the seat is to act anyway, has no more turns, or cannot know its next decision.
        """
        return None

    def once_more(self, seat: Seat) -> Self | None:
        """After a move ahead of time: the position in which the seat could go on, if nobody else may move any more.

        None in games where others always move in between.
        """
        return None

    def meaning(self, seat: Seat, move: Move) -> dict[str, Fact]:
        """What a legal move means here for who prepares it: facts that must be the same when it is played."""
        return self.facts(seat, move)

    def still_means(self, seat: Seat, move: Move, meant: Mapping[str, Fact]) -> bool:
        """Whether a legal move means here what was `meant` when it was prepared; facts of MAY_FALL may be less now."""
        now = self.meaning(seat, move)
        return now.keys() == meant.keys() and all(self._holds(name, now[name], meant[name]) for name in now)

    def _holds(self, name: str, now: Fact, then: Fact) -> bool:
        if name in self.MAY_FALL:
            return int(now) <= int(then)
        if name in self.MAY_RISE:
            return int(now) >= int(then)
        return now == then

    def domain(self, kind: type[Move]) -> tuple[tuple[Answer, ...], ...]:
        """Every value each field of this kind of move could ever have here, legal now or not, in menu order."""
        raise LookupError(f"{type(self).__name__} has no move {kind.__name__}")

    def facts(self, seat: Seat, move: Move) -> dict[str, Fact]:
        """What fills the gaps of texts about a move, legal or not, before it is made: its fields at least."""
        return {name: str(value) for name, value in vars(move).items()}

    def apply(self, seat: Seat, move: Move) -> Self:
        """The position after the move. Raises IllegalMove with the rule that forbids it."""
        reason = self.refuses(seat, move)
        if reason is not None:
            raise IllegalMove(reason, **self.facts(seat, move))
        return self.after(seat, move)

    def after(self, seat: Seat, move: Move) -> Self:
        """The position after a move that is known to be legal; unchecked, for search and previews."""
        later = self.copy()
        later.events = []
        later.perform(seat, move)
        return later

    def copy(self) -> Self:
        """An independent copy; games that need speed write it by hand."""
        return deepcopy(self)

    def note(self, kind: str, seat: Seat, only: tuple[Seat, ...] | None = None, **facts: Fact) -> None:
        """Remember that something happened during this move."""
        self.events.append(Event(kind, seat, facts, only))


S = TypeVar("S", bound=State)


Fault = tuple[str, str]  # the field of a position that is wrong, "boards[0].floor", and what it must be


def checked(kind: type[S], faults: Callable[[S], Iterable[Fault]]) -> Callable[[State], None]:
    """The `check` of a game from the faults that it finds in a position; each may rely on those before it."""

    def check(state: State) -> None:
        assert isinstance(state, kind)
        for field_, need in faults(state):
            raise IllegalMove("state", field=f"state.{field_}", need=need)

    return check


@dataclass(frozen=True)
class View(Generic[S]):
    """All that pictures, menus and robots get: a position as one seat may know it."""

    game: str  # the key of the game
    seat: Seat | None  # who looks at it, 0-based; None for the public
    state: S  # the position, with blanks for what the seat may not know
    stopped: bool = False  # the table was ended early, so nobody moves any more

    @property
    def own_seat(self) -> Seat:
        """The seat of a view that only a seat can have, such as one with a menu."""
        assert self.seat is not None
        return self.seat

    @property
    def moves(self) -> list[Move]:
        """The legal moves of this seat; [] when it may not move."""
        return [] if self.seat is None or self.stopped else self.state.moves(self.seat)


@dataclass(frozen=True)
class Game:
    """The rules of one game, as the shelf has them."""

    key: str  # its name in code and files, "match_five"
    title: str  # its name for people
    seats: range  # the numbers of players that it can be played with
    options: Mapping[str, tuple[str, ...]]
    """The values of each option, the default first; empty for a game without options."""
    state: type[State]  # the class of its positions
    start: Callable[[int, Options, Seat], State]
    """`start(seats, options, first)`: the opening, in which seat `first` begins where the rules leave that open."""
    parse: Callable[[str], Move]
    """`parse(text)`: the move with this notation, CHANCE's included. Raises IllegalMove("notation")."""
    check: Callable[[State], None]
    """`check(state)`: raises IllegalMove("state") with the `field` of a hand-written position that is wrong and what it
    must be (`need`). A position that passes can be drawn and played to an end; pieces may be missing, none is there too
    often, and perhaps no game leads to it.
    """
    chance_form: str = ""  # an example of a typed draw; "" where nothing is left to chance
    edition: int = 1  # of the rules, from 1; a higher one may refuse what older games contain
    only_with: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """The option and the value without which another option means nothing, by that other option."""
    match_with: tuple[int, ...] = ()  # the numbers of players for which the rules propose a match of several games

    def chosen(self, options: Options) -> dict[str, str]:
        """The given options completed by the defaults. Raises IllegalMove("options")."""
        for key, value in options.items():
            if value not in self.options.get(key, ()):
                raise IllegalMove("options", option=cut(key), value=cut(str(value)))
        return {key: options.get(key, values[0]) for key, values in self.options.items()}

    def asked(self, options: Options) -> tuple[str, ...]:
        """The options that mean something beside these, in the order of the game."""
        chosen = self.chosen(options)
        idle = {key for key, (other, value) in self.only_with.items() if chosen[other] != value}
        return tuple(key for key in self.options if key not in idle)


def places(scores: Sequence[Score]) -> tuple[int, ...]:
    """The place of each seat, from 1; equal scores share one.

    >>> places([(7, 1), (9, 0), (7, 1)])
    (2, 1, 2)
    """
    return tuple(1 + sum(other > score for other in scores) for score in scores)
