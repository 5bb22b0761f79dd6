"""Deadlines of turns, what happens when one is missed, and pauses, as steps from record to record.

Independent of storage and Discord; reads no clock: `now` is a parameter, in unix seconds.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.logic.seats import play_for_absent, require_seat
from bot.logic.take_back import withdraw_unfinished_turn
from bot.model.errors import Refusal
from bot.model.hours import Hours, moment_after, seconds_between
from bot.model.lobby_options import TIME_BANK_SECONDS, TURN_SECONDS
from bot.model.people import Person
from bot.model.record import Chair, Deadline, LogLine, MoveTrigger, Record
from bot.model.record_table import common_length, with_table
from bot.model.room import require_unpaused, table_of
from bot.model.timeline import is_mid_turn
from engine.core import Fact, Game, Seat

TAKE_BACK_GRACE = 600.0  # minimum seconds left after taking a move back
MIN_REMINDER_NOTICE = 600.0  # minimum seconds from reminder to deadline; turns too short for that have no reminders
MAX_MISSED_DEADLINES = 2  # missed deadlines in a row after which a robot plays for the seat
TRIGGER_LATE: MoveTrigger = "late"  # marks a robot's move after a missed deadline
MIN_NOTED_OUTAGE = 600.0  # seconds; shorter outages are not mentioned at the table

NO_QUIET_HOURS = Hours()
MAX_PAUSE = 14 * 86_400.0  # seconds after which the clock resumes automatically


def turn_seconds(record: Record) -> float | None:
    """Seconds that a turn may take at this table, not counting a time bank; None if no clock runs."""
    return TURN_SECONDS.get(record.terms.get("clock", "")) if record.phase == "playing" else None


def turn_seconds_with_bank(record: Record, chair: Chair) -> float | None:
    """Seconds that the chair's turn may take, including its time bank; None if no clock runs."""
    seconds = turn_seconds(record)
    return None if seconds is None else seconds + (record.bank_of(chair) or 0.0)


def is_slow(record: Record) -> bool:
    """Whether turns are long enough that people leave between turns and need reminders."""
    return (turn_seconds(record) or 0.0) / 4 >= MIN_REMINDER_NOTICE


def with_deadlines(before: Record | None, later: Record, game: Game, hours: Mapping[int, Hours], now: float) -> Record:
    """Return `later` with a deadline for every person who is to move, and for nobody else.

    A person who was already to move in `before` keeps the deadline they had there, even after moves of an unfinished
    turn that nobody else has seen.
    `hours`: quiet hours of the people at the table, by account number.
    """
    chairs = []
    for seat, happened in enumerate(_seat_changes(before, later, game)):
        chair = later.chairs[seat]
        if happened.moved_in_time:
            chair = replace(chair, missed_deadlines=0)
        chair = replace(chair, bank=_bank_after(later, chair, happened, hours, now))
        chairs.append(replace(chair, deadline=_deadline_after(later, chair, happened, hours, now)))
    return replace(later, chairs=tuple(chairs))


@dataclass(frozen=True)
class _SeatChange:
    """What happened to a seat between two records."""

    old: Chair | None  # the seat in the earlier record, None if there was none
    moved_in_time: bool  # the person in the seat has chosen a move
    has_ended: bool  # the seat has moved, and its turn is over
    kept: Deadline | None  # deadline of the turn that the same person is still in, None if a new turn began
    undone: LogLine | None  # the first of the seat's moves that were taken back
    begins_anew: bool  # the move was taken back by consent: the turn gets a new deadline
    goes_on: bool  # moves were taken back without consent, and nothing else happened


def _seat_changes(before: Record | None, later: Record, game: Game) -> Iterator[_SeatChange]:
    """What happened to each seat between the two records."""
    log = before.log if before else ()
    common = common_length(log, later.log)
    is_step_back = common == len(later.log) < len(log)
    news = later.room_events[len(before.room_events) :] if before else ()
    is_agreed = any(event.kind == "all_took_back" for event in news)
    runs = turn_seconds(later) is not None and later.edition == game.edition
    movers = set()
    choosers = set()  # seats with a move that was neither forced nor played at a deadline
    for line in later.log[common:]:
        movers.add(line.seat)
        if line.is_chosen:
            choosers.add(line.seat)
    undone: dict[Seat, LogLine] = {}  # the first move taken back, by seat
    for line in log[common:]:
        undone.setdefault(line.seat, line)
    for seat, chair in enumerate(later.chairs):
        old = before.chairs[seat] if before and seat < len(before.chairs) else None
        has_ended = seat in movers and not (runs and is_mid_turn(table_of(later, game), seat))
        kept = None
        if before and before.phase == "playing" and old and old.occupant == chair.occupant and not has_ended:
            kept = chair.deadline or old.deadline
        begins_anew = is_agreed and seat in undone
        yield _SeatChange(
            old=old,
            moved_in_time=isinstance(chair.occupant, Person) and seat in choosers,
            has_ended=has_ended,
            kept=kept,
            undone=undone.get(seat),
            begins_anew=begins_anew,
            goes_on=is_step_back and not begins_anew,
        )


def _bank_after(
    record: Record, chair: Chair, happened: _SeatChange, hours: Mapping[int, Hours], now: float
) -> float | None:
    """The chair's time bank: the time left when a turn ends; for a reopened turn, minus the turn's regular time."""
    bank = record.bank_of(chair)
    old = happened.old
    if old is None or bank is None:
        return chair.bank
    if happened.goes_on and happened.undone:  # the turn continues with the time it had left
        return bank - TURN_SECONDS["bank"]
    if happened.has_ended and old.deadline and isinstance(old.occupant, Person):
        return min(
            TIME_BANK_SECONDS, seconds_between(hours.get(old.occupant.id, NO_QUIET_HOURS), now, old.deadline.due_at)
        )
    return chair.bank


def _deadline_after(
    record: Record, chair: Chair, happened: _SeatChange, hours: Mapping[int, Hours], now: float
) -> Deadline | None:
    """The chair's deadline: kept while the person is still in the same turn, otherwise counted from now."""
    seconds = turn_seconds_with_bank(record, chair)
    if seconds is None or not chair.owes_move or not isinstance(chair.occupant, Person):
        return None
    if happened.kept is not None and not happened.begins_anew:
        return happened.kept
    mine = hours.get(chair.occupant.id, NO_QUIET_HOURS)
    if happened.goes_on:
        return _reopened_deadline(record, chair, happened.undone, mine, now)
    return _new_deadline(mine, now, seconds)


def play_late_turn(record: Record, game: Game, seat: Seat, turn: Sequence[str], now: float) -> Record:
    """Play a robot's turn for a seat whose deadline has passed; the person's unfinished moves are dropped.

    The person is notified, unless `is_late` is no longer true when the message is sent. After MAX_MISSED_DEADLINES the
    robot keeps playing for the seat if another person is still playing.

    `turn`: moves chosen for the record that `withdraw_unfinished_turn` returns. Raises Refusal("stale") before the
    deadline.
    """
    deadline = record.chairs[seat].deadline
    if record.phase != "playing" or record.paused is not None or deadline is None or deadline.due_at > now:
        raise Refusal("stale")
    later = withdraw_unfinished_turn(record, game, seat, now)
    for text in turn:
        table = table_of(later, game).play(seat, text)
        later = with_table(later, table, later.chairs[seat].stamp, now, TRIGGER_LATE)
    late = replace(later.chairs[seat], missed_deadlines=record.chairs[seat].missed_deadlines + 1)
    later = later.with_chair(seat, late)
    if isinstance(late.occupant, Person):
        later = later.with_notification("timed_out", late.occupant.id, seat=seat)
    others = [occupant for n, occupant in enumerate(later.occupants) if n != seat and isinstance(occupant, Person)]
    if late.missed_deadlines >= MAX_MISSED_DEADLINES and others and later.phase == "playing":
        later = play_for_absent(later, seat, now)
    return later


def postpone_deadlines(
    record: Record, hours: Mapping[int, Hours], gap: tuple[float, float], *, as_outage: bool
) -> Record:
    """Postpone every deadline by the time for which its person's clock would have run during `gap` (start, end).

    `as_outage`: the table notes an outage if the gap was at least MIN_NOTED_OUTAGE seconds.
    """
    start, end = gap
    chairs = tuple(_postpone(chair, hours, gap) for chair in record.chairs)
    later = replace(record, chairs=chairs, changed_at=end)
    if not as_outage or end - start < MIN_NOTED_OUTAGE:
        return later
    minutes = round((end - start) / 60)
    facts = {"hours": minutes // 60, "minutes": minutes % 60}
    return later.with_room_event("outage", facts, end)


def extend_deadline(record: Record, seat: Seat, hours: Hours, now: float) -> Record:
    """Extend the seat's deadline by the time for one turn, once per game. Raises Refusal: no_more_time, paused."""
    seconds = turn_seconds(record)
    chair = record.chairs[seat]
    require_unpaused(record)
    if seconds is None or chair.deadline is None or not chair.may_extend or not is_slow(record):
        raise Refusal("no_more_time", used=not chair.may_extend)
    until = _new_deadline(hours, max(chair.deadline.due_at, now), seconds)
    nudge = None if chair.deadline.remind_at is None else until.remind_at  # at most one reminder per turn
    # `clock_started` is unchanged, so that a pause or outage during the original time is also made up for.
    longer = replace(
        chair, deadline=replace(until, remind_at=nudge, clock_started=chair.deadline.clock_started), may_extend=False
    )
    bank = record.bank_of(chair)
    if bank is not None:
        longer = replace(longer, bank=bank + seconds)
    return record.with_chair(seat, longer).with_room_event(
        "more_time", {"name": chair.occupant.name, "seat": seat}, now
    )


def schedule_reminder(record: Record, seat: Seat, at: float | None) -> Record:
    """Schedule a reminder for the seat's person; `at` None cancels it. Raises Refusal: stale."""
    chair = record.chairs[seat]
    if chair.deadline is None:
        raise Refusal("stale")
    return record.with_chair(seat, replace(chair, deadline=replace(chair.deadline, remind_at=at)))


def remind(record: Record, seat: Seat, now: float) -> Record:
    """Remind the seat's person now, and not again in this turn. Raises Refusal("stale") if no reminder is due."""
    chair = record.chairs[seat]
    is_due = chair.deadline is not None and chair.deadline.remind_at is not None and chair.deadline.remind_at <= now
    if not isinstance(chair.occupant, Person) or not is_due or record.paused is not None:
        raise Refusal("stale")
    later = schedule_reminder(record, seat, None)
    return later.with_notification("reminder", chair.occupant.id, seat=seat, stamp=chair.stamp)


def is_late(record: Record, seat: Seat, person_id: int) -> bool:
    """Whether the person missed their last deadline in a running game, or has lost the seat to a robot."""
    chair = record.chairs[seat]
    if isinstance(chair.occupant, Person):
        return record.phase == "playing" and chair.occupant.id == person_id and chair.missed_deadlines > 0
    return record.phase == "playing" and chair.former_person == person_id and chair.departure in ("late", "kicked")


def apply_new_hours(
    record: Record, person_id: int, change: tuple[Hours, Hours], now: float, least: float = 0.0
) -> Record:
    """Leave the person as much time under the new hours as under the old ones, and at least `least` seconds.

    `change`: the old and the new hours. Raises Refusal: stale.
    """
    before, hours = change
    seat = record.seat_of(person_id)
    if seat is None:
        raise Refusal("stale")
    chair = record.chairs[seat]
    seconds = turn_seconds_with_bank(record, chair)
    old = chair.deadline
    if seconds is None or old is None:
        raise Refusal("stale")
    since = now
    if record.paused is not None:  # `resume` adds the time since the pause began
        since = max(record.paused, old.clock_started)
    left = max(seconds_between(before, since, old.due_at), least)
    nudge = None if old.remind_at is None else moment_after(hours, since, max(left - seconds / 4, 1.0))
    fresh = Deadline(
        clock_started=old.clock_started, due_at=moment_after(hours, since, left), remind_at=nudge, moved_at=now
    )
    return replace(record.with_chair(seat, replace(chair, deadline=fresh)), changed_at=now)


def _reopened_deadline(record: Record, chair: Chair, undone: LogLine | None, hours: Hours, now: float) -> Deadline:
    """The deadline of a turn whose moves were taken back: as before, but at least TAKE_BACK_GRACE from now.

    The turn is timed from the last move in the log; with a time bank, from `undone`, the first move taken back.
    """
    seconds = turn_seconds_with_bank(record, chair) or 0.0
    turn = turn_seconds(record) or 0.0
    since = record.log[-1].at if record.log else record.opened
    if undone and record.bank_of(chair) is not None:
        since = undone.at
    begun = _new_deadline(hours, since, seconds)
    nudge = begun.remind_at if (begun.remind_at or 0.0) > now else None  # an overdue reminder is left out
    return replace(
        begun, due_at=max(begun.due_at, moment_after(hours, now, min(TAKE_BACK_GRACE, turn))), remind_at=nudge
    )


def _new_deadline(hours: Hours, since: float, seconds: float) -> Deadline:
    notice = seconds / 4
    nudge = moment_after(hours, since, seconds - notice) if notice >= MIN_REMINDER_NOTICE else None
    return Deadline(clock_started=since, due_at=moment_after(hours, since, seconds), remind_at=nudge)


def _postpone(chair: Chair, hours: Mapping[int, Hours], gap: tuple[float, float]) -> Chair:
    deadline = chair.deadline
    if deadline is None or not isinstance(chair.occupant, Person):
        return chair
    mine = hours.get(chair.occupant.id, NO_QUIET_HOURS)
    lost = seconds_between(mine, max(gap[0], deadline.clock_started), gap[1])
    asked = moment_after(mine, deadline.clock_started, lost)
    at = moment_after(mine, deadline.due_at, lost)
    nudge = None if deadline.remind_at is None else moment_after(mine, deadline.remind_at, lost)
    return replace(chair, deadline=Deadline(clock_started=asked, due_at=at, remind_at=nudge, moved_at=gap[1]))


def require_clock(record: Record) -> None:
    """Raise Refusal if the table's clock is not running: paused, no_clock."""
    require_unpaused(record)
    if turn_seconds(record) is None:
        raise Refusal("no_clock", tag=record.tag)


def pause(record: Record, now: float) -> Record:
    """Pause the table: until `resume`, nobody can move and the deadlines in the record have no effect."""
    return replace(record, paused=now).with_room_event("paused", {"until": int(now + MAX_PAUSE)}, now)


def resume(record: Record, hours: Mapping[int, Hours], by: Person | None, now: float) -> Record:
    """Resume the game; postpone every deadline by the time for which its person's clock would have run in the pause.

    `by`: who resumed the game, None if it had been paused for MAX_PAUSE. Raises Refusal: not_paused.
    """
    if record.phase != "playing" or record.paused is None:
        raise Refusal("not_paused", tag=record.tag)
    later = postpone_deadlines(record, hours, (record.paused, now), as_outage=False)
    facts: dict[str, Fact] = {"name": by.name, "seat": require_seat(record, by.id)} if by else {}
    return replace(later, paused=None).with_room_event("went_on", facts, now)


def resume_lapsed_pause(record: Record, hours: Mapping[int, Hours], now: float) -> Record:
    """Resume a game that has been paused for MAX_PAUSE."""
    if record.phase != "playing" or record.paused is None or now - record.paused < MAX_PAUSE:
        return record
    return resume(record, hours, None, now)
