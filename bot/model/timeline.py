"""What a table's log shows: who was to move after each line, what happened in each turn, what is hidden.

Independent of particular games; it only knows views of its state, and nothing about texts or Discord.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from threading import Lock

from bot.model.preferences import ConfirmMode
from engine import CHANCE, Event, IllegalMove, Move, Seat, Table
from engine.core import State

REPLAY_CACHE_SIZE = 150  # replays, about 100 KB each for a whole game; each is used several times per move
QUICK_REPLAY_LINES = 8  # lines that can be replayed within a millisecond
MAX_BUTTONS = 10  # the most answers that a question shows as buttons instead of a list


@dataclass(frozen=True)
class Timeline:
    """The effect of each line of a log."""

    seats_to_act: tuple[tuple[Seat, ...], ...]
    """The seats to act after 0, 1, ... all lines."""
    movers: tuple[Seat, ...] = ()
    """The seat (or CHANCE) of each line."""
    events: tuple[tuple[Event, ...], ...] = ()
    """The events of each line. They include secrets: check with each event who may see it."""
    is_whole: bool = True
    """Whether the rules allow the whole log. If they have been corrected since, there are no events from the first
    forbidden line on, and nobody is to act after it until the last line, which has the saved position."""
    has_secrets: bool | None = field(default=None, compare=False)
    """Whether seats have secrets after the deal; None before that."""

    @cached_property
    def choice_rounds(self) -> tuple[tuple[int, ...], ...]:
        """The log indexes of simultaneous choices, grouped by round; the last round may be unfinished."""
        found: list[tuple[int, ...]] = [()]
        owing, *later = map(set, self.seats_to_act)
        for number, (seat, now) in enumerate(zip(self.movers, later, strict=True)):
            is_same_round = now <= owing and owing - now <= {seat}
            if is_same_round and seat not in now:
                found[-1] += (number,)
            elif not is_same_round and found[-1]:
                found.append(())
            owing = now
        return tuple(found)


@dataclass(frozen=True)
class _Replay:
    """A cached replay: the table, its timeline, and the position before the last line."""

    table: Table
    timeline: Timeline
    state_before: State | None = None


_replays: OrderedDict[tuple[object, ...], _Replay] = OrderedDict()
_lock = Lock()  # worker threads draw pictures and use the cache too


def _key(table: Table) -> tuple[object, ...]:
    return table.game.key, table.seats, table.first, table.seed


def _cached_replay(table: Table) -> _Replay | None:
    """The cached replay of this table, perhaps of only a part of the log; None if no cached replay matches."""
    with _lock:
        play = _replays.get(_key(table))
    if play is None:
        return None
    known = play.table
    begins_alike = known.options == table.options and known.origin == table.origin
    return play if begins_alike and known.log == table.log[: len(known.log)] else None


def timeline_of(table: Table) -> Timeline:
    """The timeline of the table from the first line on. Lines that are cached are not replayed again."""
    play = _cached_replay(table)
    if play is None:
        start = table.back_to(0)
        play = _Replay(start, Timeline((start.state.to_act(),), has_secrets=_has_secrets_now(start)))
    for entry in table.log[len(play.table.log) :]:
        known = play.timeline
        try:
            later = play.table.step(entry)
        except IllegalMove:
            missing = len(table.log) - len(known.events)
            owed = (*known.seats_to_act, *[()] * (missing - 1), table.state.to_act())
            return replace(known, seats_to_act=owed, movers=tuple(entry.seat for entry in table.log), is_whole=False)
        timeline = Timeline(
            seats_to_act=(*known.seats_to_act, later.state.to_act()),
            movers=(*known.movers, entry.seat),
            events=(*known.events, later.events),
            has_secrets=_has_secrets_now(later) if known.has_secrets is None else known.has_secrets,
        )
        play = _Replay(later, timeline, state_before=play.table.state)
    with _lock:
        key = _key(table)
        _replays[key] = play
        _replays.move_to_end(key)
        if len(_replays) > REPLAY_CACHE_SIZE:
            _replays.popitem(last=False)
    return play.timeline


def state_after(table: Table, length: int) -> State:
    """The position after that many lines. Only the position before the last line is cached; others are replayed."""
    if length == len(table.log) - 1:
        timeline_of(table)
        play = _cached_replay(table)
        if play and play.state_before and len(play.table.log) == len(table.log):
            return play.state_before
    return table.back_to(length).state


def is_replay_cached(table: Table) -> bool:
    """Whether all but a few lines of the table are cached; replaying a long game takes up to 20 ms."""
    play = _cached_replay(table)
    return play is not None and len(table.log) - len(play.table.log) <= QUICK_REPLAY_LINES


def has_secrets(table: Table) -> bool:
    """Whether seats have secrets from the deal on, such as hands.

    Simultaneous choices do not count: they are secret only until everyone has chosen.
    """
    hides = timeline_of(table).has_secrets
    return table.state.view(0) != table.state if hides is None else hides


def _has_secrets_now(table: Table) -> bool | None:
    """Whether seats have secrets in this position, None during the deal."""
    return table.state.view(0) != table.state if set(table.state.to_act()) - {CHANCE} else None


def ready_seats(table: Table) -> frozenset[Seat]:
    """The seats that have made their simultaneous choice while others have not; empty if seats act one by one."""
    chosen = frozenset(table.log[line].seat for line in pending_lines(table))
    return chosen - frozenset(table.state.to_act())


def pending_lines(table: Table) -> tuple[int, ...]:
    """The log indexes of choices in an unfinished round of simultaneous choices, including choices changed since."""
    *_, waiting = timeline_of(table).choice_rounds
    return waiting if set(table.state.to_act()) - {CHANCE} else ()


def hidden_lines(table: Table) -> frozenset[int]:
    """The log indexes of hidden lines: choices that wait for other seats, and choices that were changed later."""
    found = set(pending_lines(table))
    for lines in timeline_of(table).choice_rounds:
        latest = {}  # the latest line of each seat
        for line in lines:
            latest[table.log[line].seat] = line
        found |= set(lines) - set(latest.values())
    return frozenset(found)


def needs_no_preview(table: Table, seat: Seat, move: Move) -> bool:
    """Whether a preview of the move would be an unnecessary extra step.

    True for a move that nobody else can see yet, for the end of a turn of such moves, and for a choice between at most
    ten answers in a continuing turn.
    """
    before = table.state
    after = table.state.after(seat, move)
    acts_again = after.to_act() == (seat,)
    if acts_again and after.view(None) == before.view(None):
        return True
    if not fields(move):
        return is_mid_turn(table, seat)
    few = len(fields(move)) == 1 and len(before.moves(seat)) <= MAX_BUTTONS
    return few and acts_again and moves_again(table, seat)


def wants_preview(table: Table, seat: Seat, move: Move, confirm: ConfirmMode) -> bool:
    """Whether a person with the preference `confirm` wants a preview of the move.

    "final" means only if the move cannot be taken back, because it ends the game or tiles are drawn after it.
    """
    if confirm != "final":
        return confirm == "always"
    to_act = table.state.after(seat, move).to_act()
    return not to_act or CHANCE in to_act


def moves_again(table: Table, seat: Seat) -> bool:
    """Whether the seat made the last entry of the log and must move again."""
    return bool(table.log) and table.log[-1].seat == seat and seat in table.state.to_act()


def is_mid_turn(table: Table, seat: Seat) -> bool:
    """Whether the seat has begun a turn that nobody else can see yet."""
    if not moves_again(table, seat):
        return False
    return state_after(table, len(table.log) - 1).view(None) == table.state.view(None)


@dataclass(frozen=True)
class PlayedTurn:
    """A move and the draws after it."""

    number: int  # the 1-based position of the move in the log
    seat: Seat  # the seat that moved, CHANCE for draws without a move before them
    events: tuple[Event, ...]  # the visible events of the move and the draws


def turns_since(table: Table, length: int, seat: Seat | None = None) -> tuple[PlayedTurn, ...]:
    """The moves after the first `length` entries, oldest first, with the events that the seat (None: everyone) may see.

    Empty if corrected rules no longer allow the whole log.
    """
    played = timeline_of(table)
    if not played.is_whole:
        return ()
    turns: list[PlayedTurn] = []
    later = zip(table.log[length:], played.events[length:], strict=True)
    for number, (entry, events) in enumerate(later, length + 1):
        seen = tuple(event for event in events if event.seen_by(seat))
        if entry.seat == CHANCE and turns:
            turns[-1] = replace(turns[-1], events=turns[-1].events + seen)
        else:
            turns.append(PlayedTurn(number, entry.seat, seen))
    return tuple(turns)


def own_turn_end(table: Table, seat: Seat, unless: Collection[int] = ()) -> int:
    """The length of the log just after the seat's latest finished turn, 0 if there is none.

    Moves of an unfinished turn do not count, because the moves of others before them are still news. A turn is
    unfinished only if no other seat is to act. `unless`: log indexes of moves that the seat's person did not make.
    """
    length = len(table.log)
    while length and table.log[length - 1].seat == seat and table.state.to_act() == (seat,):
        length -= 1
    own = (place for place, entry in enumerate(table.log[:length]) if entry.seat == seat and place not in unless)
    return max(own, default=-1) + 1


def last_run_start(table: Table, until: int, robots: frozenset[Seat]) -> int:
    """The length of the log before the latest run: consecutive moves of a person, then moves of robots and draws."""
    start = until
    while start and table.log[start - 1].seat in robots | {CHANCE}:
        start -= 1
    mover = table.log[start - 1].seat if start else CHANCE
    while start and table.log[start - 1].seat == mover:
        start -= 1
    return start


def move_count(turns: Sequence[PlayedTurn]) -> int:
    """The number of moves with visible events; like the history, it leaves out hidden moves of an unfinished turn."""
    count = 0
    for turn in turns:
        if turn.seat != CHANCE and turn.events:
            count += 1
    return count
