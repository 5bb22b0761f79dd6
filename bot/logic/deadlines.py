"""When a seat must have moved, what happens at the table if it has not, and pauses: steps from record to record.

Knows no storage and no Discord, and reads no clock: `now` is a parameter, in unix seconds.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.logic.seats import cared_for, seat_of
from bot.logic.take_back import withdrawn
from bot.model.errors import Refusal
from bot.model.hours import Hours, due, passed
from bot.model.lobby_options import BANK, CLOCKS
from bot.model.people import Person
from bot.model.record import Chair, Deadline, HowMoved, LogLine, Record
from bot.model.record_table import common_length, with_table
from bot.model.room import needs_unpaused, table_of
from bot.model.timeline import unfinished
from engine.core import Fact, Game, Seat

GRACE = 600.0  # seconds that a person has at least after taking a move back
LEAST_NOTICE = 600.0  # seconds between a nudge and the deadline; live games have no nudge
MISSED_IN_A_ROW = 2  # deadlines, after which a robot plays for the seat
LATE: HowMoved = "late"  # marks a move that a robot made because the deadline had passed
NOTABLE = 600.0  # seconds; the table mentions an outage that lasted at least so long

NO_HOURS = Hours()
LONGEST_PAUSE = 14 * 86_400.0  # seconds after which the clock runs again by itself


def allowance(record: Record) -> float | None:
    """The seconds that a turn may take at this table, without any time bank; None if no clock runs."""
    return CLOCKS.get(record.terms.get("clock", "")) if record.phase == "playing" else None


def time_for(record: Record, chair: Chair) -> float | None:
    """The seconds that the chair's turn may take, its time bank included; None if no clock runs."""
    seconds = allowance(record)
    return None if seconds is None else seconds + (record.bank_of(chair) or 0.0)


def is_slow(record: Record) -> bool:
    """Whether turns are so long that people leave between them, so that reminders and notes make sense."""
    return (allowance(record) or 0.0) / 4 >= LEAST_NOTICE


def with_deadlines(before: Record | None, later: Record, game: Game, hours: Mapping[int, Hours], now: float) -> Record:
    """`later` with a deadline for every person who is to move, and for nobody else.

    Whoever was to move `before` already keeps that deadline, also within a turn that nobody else has seen yet.
    `hours`: the quiet hours of the people at the table, by account number.
    """
    chairs = []
    for seat, happened in enumerate(_what_happened(before, later, game)):
        chair = later.chairs[seat]
        if happened.moved_in_time:
            chair = replace(chair, late=0)  # clears the count of missed deadlines
        chair = replace(chair, bank=_bank(later, chair, happened, hours, now))
        chairs.append(replace(chair, deadline=_deadline(later, chair, happened, hours, now)))
    return replace(later, chairs=tuple(chairs))


@dataclass(frozen=True)
class _Happened:
    """What has happened to a seat from one record to the next."""

    old: Chair | None  # the seat before, None if there was none
    moved_in_time: bool  # its person has made a move
    has_ended: bool  # it has moved, and its turn is over
    kept: Deadline | None  # that of the turn in which the same person still is, None where a turn began since
    undone: LogLine | None  # the first of its moves that were taken back
    begins_anew: bool  # all have agreed to take its move back; nobody gains time by that
    goes_on: bool  # nothing happened but that moves were taken back, without such an agreement


def _what_happened(before: Record | None, later: Record, game: Game) -> Iterator[_Happened]:
    """What has happened to each seat."""
    log = before.log if before else ()
    common = common_length(log, later.log)
    is_step_back = common == len(later.log) < len(log)
    news = later.asides[len(before.asides) :] if before else ()
    is_agreed = any(aside.kind == "all_took_back" for aside in news)
    runs = allowance(later) is not None and later.edition == game.edition
    movers = set()
    choosers = set()  # those of whose moves one was neither forced nor made at a deadline
    for line in later.log[common:]:
        movers.add(line.seat)
        if line.is_own:
            choosers.add(line.seat)
    undone: dict[Seat, LogLine] = {}  # the first move of each seat that was taken back
    for line in log[common:]:
        undone.setdefault(line.seat, line)
    for seat, chair in enumerate(later.chairs):
        old = before.chairs[seat] if before and seat < len(before.chairs) else None
        has_ended = seat in movers and not (runs and unfinished(table_of(later, game), seat))
        kept = None
        if before and before.phase == "playing" and old and old.occupant == chair.occupant and not has_ended:
            kept = chair.deadline or old.deadline
        begins_anew = is_agreed and seat in undone
        yield _Happened(
            old=old,
            moved_in_time=isinstance(chair.occupant, Person) and seat in choosers,
            has_ended=has_ended,
            kept=kept,
            undone=undone.get(seat),
            begins_anew=begins_anew,
            goes_on=is_step_back and not begins_anew,
        )


def _bank(record: Record, chair: Chair, happened: _Happened, hours: Mapping[int, Hours], now: float) -> float | None:
    """The chair's bank: after a turn what was left of its time; in one that is taken back, without the turn's own."""
    bank = record.bank_of(chair)
    old = happened.old
    if old is None or bank is None:
        return chair.bank
    if happened.goes_on and happened.undone:  # the turn goes on with the time that it had left
        return bank - CLOCKS["bank"]
    if happened.has_ended and old.deadline and isinstance(old.occupant, Person):
        return min(BANK, passed(hours.get(old.occupant.id, NO_HOURS), now, old.deadline.at))
    return chair.bank


def _deadline(
    record: Record, chair: Chair, happened: _Happened, hours: Mapping[int, Hours], now: float
) -> Deadline | None:
    """The chair's deadline: that of the turn in which its person still is, else one that begins now."""
    seconds = time_for(record, chair)
    if seconds is None or not chair.acts or not isinstance(chair.occupant, Person):
        return None
    if happened.kept is not None and not happened.begins_anew:
        return happened.kept
    mine = hours.get(chair.occupant.id, NO_HOURS)
    if happened.goes_on:
        return _reopened_deadline(record, chair, happened.undone, mine, now)
    return _until(mine, now, seconds)


def timed_out(record: Record, game: Game, seat: Seat, turn: Sequence[str], now: float) -> Record:
    """A robot has made the turn of a seat whose deadline has passed; what the person had begun of it is dropped.

    The person is notified, unless `is_late` is no longer true by then.
    After MISSED_IN_A_ROW timeouts the robot keeps playing for the seat, if another person plays on. `turn`: the
    moves chosen for the record that `withdrawn` returns. Raises Refusal("stale") if the deadline has not passed.
    """
    deadline = record.chairs[seat].deadline
    if record.phase != "playing" or record.paused is not None or deadline is None or deadline.at > now:
        raise Refusal("stale")
    later = withdrawn(record, game, seat, now)
    for text in turn:
        table = table_of(later, game).play(seat, text)
        later = with_table(later, table, later.chairs[seat].stamp, now, LATE)
    late = replace(later.chairs[seat], late=record.chairs[seat].late + 1)
    later = later.with_chair(seat, late)
    if isinstance(late.occupant, Person):
        later = later.with_notification("timed_out", late.occupant.id, seat=seat)
    others = [one for n, one in enumerate(later.occupants) if n != seat and isinstance(one, Person)]
    if late.late >= MISSED_IN_A_ROW and others and later.phase == "playing":
        later = cared_for(later, seat, now)
    return later


def postponed(record: Record, hours: Mapping[int, Hours], gap: tuple[float, float], *, as_outage: bool) -> Record:
    """Every deadline is later by the playing time that its person lost between those two moments.

    `as_outage`: the table notes an outage, if the gap was at least NOTABLE seconds.
    """
    start, end = gap
    chairs = tuple(_postponed(chair, hours, gap) for chair in record.chairs)
    later = replace(record, chairs=chairs, moved=end)
    if not as_outage or end - start < NOTABLE:
        return later
    minutes = round((end - start) / 60)
    facts = {"hours": minutes // 60, "minutes": minutes % 60}
    return later.with_aside("outage", facts, end)


def lengthened(record: Record, seat: Seat, hours: Hours, now: float) -> Record:
    """The seat has the time of one more turn, which it may ask for once. Raises Refusal: no_more_time, paused."""
    seconds = allowance(record)
    chair = record.chairs[seat]
    needs_unpaused(record)
    if seconds is None or chair.deadline is None or not chair.spare or not is_slow(record):
        raise Refusal("no_more_time", used=not chair.spare)
    until = _until(hours, max(chair.deadline.at, now), seconds)
    nudge = None if chair.deadline.nudge is None else until.nudge  # nobody is reminded twice in a turn
    # `asked` stays as it was, so that a pause or outage within the time left before is given back too.
    longer = replace(chair, deadline=replace(until, nudge=nudge, asked=chair.deadline.asked), spare=False)
    bank = record.bank_of(chair)
    if bank is not None:
        longer = replace(longer, bank=bank + seconds)
    return record.with_chair(seat, longer).with_aside("more_time", {"name": chair.occupant.name, "seat": seat}, now)


def with_nudge(record: Record, seat: Seat, at: float | None) -> Record:
    """The seat's person is reminded at that moment; never if `at` is None. Raises Refusal: stale."""
    chair = record.chairs[seat]
    if chair.deadline is None:
        raise Refusal("stale")
    return record.with_chair(seat, replace(chair, deadline=replace(chair.deadline, nudge=at)))


def with_reminder(record: Record, seat: Seat, now: float) -> Record:
    """The seat's person is to be reminded now, and not again in this turn. Raises Refusal("stale") if it is not due."""
    chair = record.chairs[seat]
    is_due = chair.deadline is not None and chair.deadline.nudge is not None and chair.deadline.nudge <= now
    if not isinstance(chair.occupant, Person) or not is_due or record.paused is not None:
        raise Refusal("stale")
    later = with_nudge(record, seat, None)
    return later.with_notification("reminder", chair.occupant.id, seat=seat, stamp=chair.stamp)


def is_late(record: Record, seat: Seat, person_id: int) -> bool:
    """Whether a robot moved for this person in their last turn, or plays for them since then, in a running game."""
    chair = record.chairs[seat]
    if isinstance(chair.occupant, Person):
        return record.phase == "playing" and chair.occupant.id == person_id and chair.late > 0
    return record.phase == "playing" and chair.former == person_id and chair.mark in ("late", "kicked")


def rescheduled(record: Record, person_id: int, change: tuple[Hours, Hours], now: float, least: float = 0.0) -> Record:
    """The person has as much time left under the new hours as under the old ones, and at least `least` seconds.

    `change`: the old and the new hours. Raises Refusal: stale.
    """
    before, hours = change
    seat = record.seat_of(person_id)
    if seat is None:
        raise Refusal("stale")
    chair = record.chairs[seat]
    seconds = time_for(record, chair)
    old = chair.deadline
    if seconds is None or old is None:
        raise Refusal("stale")
    since = now
    if record.paused is not None:  # the time since the pause began is added when the clock runs again
        since = max(record.paused, old.asked)
    left = max(passed(before, since, old.at), least)
    nudge = None if old.nudge is None else due(hours, since, max(left - seconds / 4, 1.0))
    fresh = Deadline(asked=old.asked, at=due(hours, since, left), nudge=nudge, shifted=now)
    return replace(record.with_chair(seat, replace(chair, deadline=fresh)), moved=now)


def _reopened_deadline(record: Record, chair: Chair, undone: LogLine | None, hours: Hours, now: float) -> Deadline:
    """The deadline of a turn to which moves were taken back: as it was, but for GRACE, with no reminder for the past.

    Its clock began with the last move of somebody else; with a time bank, at `undone`, the first move taken back.
    """
    seconds = time_for(record, chair) or 0.0
    turn = allowance(record) or 0.0
    since = record.log[-1].at if record.log else record.opened
    if undone and record.bank_of(chair) is not None:
        since = undone.at
    begun = _until(hours, since, seconds)
    nudge = begun.nudge if (begun.nudge or 0.0) > now else None  # a person who is here needs no reminder
    return replace(begun, at=max(begun.at, due(hours, now, min(GRACE, turn))), nudge=nudge)


def _until(hours: Hours, since: float, seconds: float) -> Deadline:
    notice = seconds / 4
    nudge = due(hours, since, seconds - notice) if notice >= LEAST_NOTICE else None
    return Deadline(asked=since, at=due(hours, since, seconds), nudge=nudge)


def _postponed(chair: Chair, hours: Mapping[int, Hours], gap: tuple[float, float]) -> Chair:
    deadline = chair.deadline
    if deadline is None or not isinstance(chair.occupant, Person):
        return chair
    mine = hours.get(chair.occupant.id, NO_HOURS)
    lost = passed(mine, max(gap[0], deadline.asked), gap[1])
    asked = due(mine, deadline.asked, lost)
    at = due(mine, deadline.at, lost)
    nudge = None if deadline.nudge is None else due(mine, deadline.nudge, lost)
    return replace(chair, deadline=Deadline(asked=asked, at=at, nudge=nudge, shifted=gap[1]))


def needs_clock(record: Record) -> None:
    """Returns if the table's clock runs. Raises Refusal: paused, no_clock."""
    needs_unpaused(record)
    if allowance(record) is None:
        raise Refusal("no_clock", tag=record.tag)


def paused(record: Record, now: float) -> Record:
    """The table is paused and nobody can move; deadlines stay in the record without effect."""
    return replace(record, paused=now).with_aside("paused", {"until": int(now + LONGEST_PAUSE)}, now)


def resumed(record: Record, hours: Mapping[int, Hours], by: Person | None, now: float) -> Record:
    """The clock runs again; every deadline is later by the playing time that its person lost meanwhile.

    `by`: who resumed the game, None if the longest pause was over. Raises Refusal: not_paused.
    """
    if record.phase != "playing" or record.paused is None:
        raise Refusal("not_paused", tag=record.tag)
    later = postponed(record, hours, (record.paused, now), as_outage=False)
    facts: dict[str, Fact] = {"name": by.name, "seat": seat_of(record, by.id)} if by else {}
    return replace(later, paused=None).with_aside("went_on", facts, now)


def with_pause_lapsed(record: Record, hours: Mapping[int, Hours], now: float) -> Record:
    """The record resumed if its pause has lasted LONGEST_PAUSE; otherwise unchanged."""
    if record.phase != "playing" or record.paused is None or now - record.paused < LONGEST_PAUSE:
        return record
    return resumed(record, hours, None, now)
