"""What a game is: positions, moves, events, and the methods that every game implements.

Knows nothing about particular games, people, texts and the time. Randomness comes from the caller.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from random import Random
from typing import ClassVar, Generic, NamedTuple, Self, TypeVar

Seat = int
CHANCE: Seat = -1  # the seat of the bag and the deck
Score = tuple[int, ...]
Fact = str | int | bool
Options = Mapping[str, str]
MAX_QUOTED_LENGTH = 40  # characters of the sender's text that an error repeats


def truncate(text: str) -> str:
    """Return the beginning of a text that someone sent, short enough to repeat in an error."""
    return text[:MAX_QUOTED_LENGTH]


class IllegalMove(ValueError):
    """The move is not allowed. `reason`: a rule number ("4.5") or a word key. `facts`: the placeholders of its text."""

    def __init__(self, reason: str, **facts: Fact) -> None:
        super().__init__(reason)
        self.reason = reason
        self.facts = facts


class Heap(str):
    """Tiles as a sorted string. In a move, a field of this type means that the player chooses several tiles."""

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
    """One decision. Its fields are the questions that a player answers, in order.

    `str(move)` is its notation: the `PREFIX` of its class, then the answers. Menus combine several questions into one
    if there is room for all combinations of answers, unless the class sets `ONE_BY_ONE`.
    """

    PREFIX: ClassVar[str] = ""
    ONE_BY_ONE: ClassVar[bool] = False

    def __str__(self) -> str:
        return self.PREFIX + "".join(map(str, vars(self).values()))

    def answers(self) -> tuple[Answer, ...]:
        """Return the values of the fields, in order."""
        return tuple(vars(self).values())


class Event(NamedTuple):
    """Something that happened during a move."""

    kind: str  # what happened: the key of its text
    seat: Seat  # the seat it happened to, 0-based; CHANCE for the table itself
    facts: Mapping[str, Fact]  # the values for the placeholders in the text, by name
    only: tuple[Seat, ...] | None = None  # the seats that may see it; None for everybody

    def seen_by(self, seat: Seat | None) -> bool:
        """Whether this seat (None: the public) may see the event."""
        return self.only is None or seat in self.only


@dataclass
class State(ABC):
    """A position. Callers never change one: `apply` returns the next position."""

    events: list[Event] = field(default_factory=list, compare=False, kw_only=True, metadata={"stored": False})
    """What happened during the last move, oldest first. Not stored; empty in an opening."""

    MAY_FALL: ClassVar[frozenset[str]] = frozenset()  # facts of `meaning` that may fall before the move is played
    MAY_RISE: ClassVar[frozenset[str]] = frozenset()  # facts of `meaning` that may rise before the move is played

    @abstractmethod
    def to_act(self) -> tuple[Seat, ...]:
        """Return the seats that must move, (CHANCE,) when a draw is due, () when the game is over."""

    @abstractmethod
    def moves(self, seat: Seat) -> list[Move]:
        """Return all legal moves of the seat, in menu order; [] for CHANCE and for a seat that may not move."""

    @abstractmethod
    def refuses(self, seat: Seat, move: Move) -> str | None:
        """Return the number of the rule that forbids the move, or None if the move is legal."""

    @abstractmethod
    def perform(self, seat: Seat, move: Move) -> None:
        """Make a legal move in place. Only `apply` and `after` call this, on their own copy."""

    @abstractmethod
    def scores(self) -> tuple[Score, ...]:
        """Return one score per seat: points, then tie-breakers; higher is better."""

    def is_out(self, seat: Seat) -> bool:
        """Whether the seat has no more turns, although the game may continue for others."""
        return False

    def outlook(self, seat: Seat) -> int:
        """Return the points of the seat if the round ended now.

        Bonuses and costs of the end of the game are left out, so that the gain of a move does not depend on whether it
        ends the game.
        """
        return self.scores()[seat][0]

    def gain(self, seat: Seat, move: Move) -> int:
        """Return the points shown next to a move: how much it improves the outlook."""
        return self.after(seat, move).outlook(seat) - self.outlook(seat)

    def shared_gain(self, seat: Seat, moves: Sequence[Move]) -> int:
        """Return the points shown next to an answer that these moves have in common; 0 if their gains differ."""
        first = self.gain(seat, moves[0])
        return first if all(self.gain(seat, move) == first for move in moves[1:]) else 0

    def gain_of(self, seat: Seat, move: Move, answers: int) -> int:
        """Return the points that the first `answers` answers of a move gain, for moves that are asked one by one."""
        return self.gain(seat, move) if answers == len(move.answers()) else 0

    def worth(self, seat: Seat) -> Score:
        """Return how good the position is for the seat, for robots: the outlook, then finer hints; higher is better."""
        return (self.outlook(seat),)

    def draw(self, rng: Random) -> Move:
        """Draw the next move of CHANCE with the given generator."""
        raise LookupError(f"{type(self).__name__} leaves nothing to chance")

    def view(self, seat: Seat | None) -> Self:
        """Return the position as the seat (None: the public) may see it, with secrets blanked."""
        return self

    def guess(self, seat: Seat, rng: Random) -> Self:
        """Return a possible full position: the parts that are hidden from the seat are filled in at random."""
        return self

    def ahead(self, seat: Seat) -> Self | None:
        """Return the seat's view of the position as if it were its turn, so that it can prepare a move.

        None if it already is the seat's turn, the seat has no more turns, or its next decision is unknown.
        """
        return None

    def once_more(self, seat: Seat) -> Self | None:
        """Return the position in which the seat moves again because all others have passed.

        None in games in which others always move in between.
        """
        return None

    def meaning(self, seat: Seat, move: Move) -> dict[str, Fact]:
        """Return what a legal move means to the player who prepares it: facts that must still hold when it is made."""
        return self.facts(seat, move)

    def still_means(self, seat: Seat, move: Move, prepared: Mapping[str, Fact]) -> bool:
        """Whether a legal move still means what it meant when it was prepared, apart from MAY_FALL and MAY_RISE."""
        now = self.meaning(seat, move)
        return now.keys() == prepared.keys() and all(self._holds(name, now[name], prepared[name]) for name in now)

    def _holds(self, name: str, now: Fact, then: Fact) -> bool:
        if name in self.MAY_FALL:
            return int(now) <= int(then)
        if name in self.MAY_RISE:
            return int(now) >= int(then)
        return now == then

    def domain(self, kind: type[Move]) -> tuple[tuple[Answer, ...], ...]:
        """Return for each field of this kind of move all possible values, legal now or not, in menu order."""
        raise LookupError(f"{type(self).__name__} has no move {kind.__name__}")

    def facts(self, seat: Seat, move: Move) -> dict[str, Fact]:
        """Return the facts for texts about a move that has not been made, legal or not: at least its fields."""
        return {name: str(value) for name, value in vars(move).items()}

    def apply(self, seat: Seat, move: Move) -> Self:
        """Return the position after the move. Raises IllegalMove with the rule that forbids it."""
        reason = self.refuses(seat, move)
        if reason is not None:
            raise IllegalMove(reason, **self.facts(seat, move))
        return self.after(seat, move)

    def after(self, seat: Seat, move: Move) -> Self:
        """Return the position after a legal move. Does not check it: for searches and previews."""
        later = self.copy()
        later.events = []
        later.perform(seat, move)
        return later

    def copy(self) -> Self:
        """Return an independent copy. Games that need speed override this."""
        return deepcopy(self)

    def note(self, kind: str, seat: Seat, only: tuple[Seat, ...] | None = None, **facts: Fact) -> None:
        """Add an event to those of the current move."""
        self.events.append(Event(kind, seat, facts, only))


S = TypeVar("S", bound=State)


PositionFault = tuple[str, str]  # the wrong field of a position, "boards[0].floor", and what it must be


def make_check(kind: type[S], faults: Callable[[S], Iterable[PositionFault]]) -> Callable[[State], None]:
    """Make the `check` of a game from a generator of faults. Only the first fault is reported."""

    def check(state: State) -> None:
        assert isinstance(state, kind)
        for field_, need in faults(state):
            raise IllegalMove("state", field=f"state.{field_}", need=need)

    return check


@dataclass(frozen=True)
class View(Generic[S]):
    """What pictures, menus and robots get: a position as one seat may see it."""

    game: str  # the key of the game
    seat: Seat | None  # the seat that sees it, 0-based; None for the public
    state: S  # the position, with secrets blanked
    stopped: bool = False  # the table was ended early, so nobody may move

    @property
    def own_seat(self) -> Seat:
        """The seat of a view that cannot be the public's, such as one with a menu."""
        assert self.seat is not None
        return self.seat

    @property
    def moves(self) -> list[Move]:
        """The legal moves of this seat; [] if it may not move."""
        return [] if self.seat is None or self.stopped else self.state.moves(self.seat)


@dataclass(frozen=True)
class Game:
    """The rules of one game."""

    key: str  # the name in code and files, "match_five"
    title: str  # the name that people read
    seats: range  # the possible numbers of players
    options: Mapping[str, tuple[str, ...]]
    """The values of each option, the default first; empty for a game without options."""
    state: type[State]  # the class of its positions
    start: Callable[[int, Options, Seat], State]
    """`start(seats, options, first)`: the opening. Seat `first` begins if the rules leave that open."""
    parse: Callable[[str], Move]
    """`parse(text)`: the move with this notation, draws included. Raises IllegalMove("notation")."""
    check: Callable[[State], None]
    """`check(state)`: raises IllegalMove("state") with the wrong `field` of a hand-written position and what it must be
    (`need`). A position that passes can be shown and played to the end. Pieces may be missing, but there are never too
    many, and the position need not be reachable.
    """
    chance_form: str = ""  # an example of a typed draw; "" for a game without draws
    edition: int = 1  # of the rules, from 1; a later edition may forbid moves that older games contain
    only_with: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """By option: another option, and the value that it must have for the first one to have an effect."""
    match_with: tuple[int, ...] = ()  # numbers of players for which the rules suggest a match of several games

    def chosen(self, options: Options) -> dict[str, str]:
        """Return the options with defaults added. Raises IllegalMove("options")."""
        for key, value in options.items():
            if value not in self.options.get(key, ()):
                raise IllegalMove("options", option=truncate(key), value=truncate(str(value)))
        return {key: options.get(key, values[0]) for key, values in self.options.items()}

    def asked(self, options: Options) -> tuple[str, ...]:
        """Return the names of the options that have an effect if these are chosen, in the order of the game."""
        chosen = self.chosen(options)
        idle = {key for key, (other, value) in self.only_with.items() if chosen[other] != value}
        return tuple(key for key in self.options if key not in idle)


def places(scores: Sequence[Score]) -> tuple[int, ...]:
    """Return the place of each seat, from 1. Equal scores share a place.

    >>> places([(7, 1), (9, 0), (7, 1)])
    (2, 1, 2)
    """
    return tuple(1 + sum(other > score for other in scores) for score in scores)
