"""How the chances to win went in a finished game: what its picture shows, and the same in words.

Knows no rules, no search and no pixels: chances come in as they are shown.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from engine.core import Seat
from render.cards.parts import percent, told
from render.scene import Say

AHEAD = 0.05  # of a chance: who is ahead of all others by less does not take the lead
RESTLESS = 5  # leads that are told one by one; of more it is told who was ahead in each third


class TurningPoint(NamedTuple):
    """A decision that mattered: the 0-based `moment` at which the `seat` had to decide, its chance `after` that."""

    moment: int
    seat: Seat
    after: float


@dataclass(frozen=True)
class Chances:
    """The chance of each seat to win, from decision to decision of a finished game.

    `title` is what the game is called. `names` has the name of each of 2 to 6 seats, safe to show. `moments` has the
    chances of all seats, 0 to 1, as they were at each decision, and at last the result: one more than there were
    decisions. `turns` are the decisions that mattered most, at most three, in the order in which they are
    numbered. `accuracy` of each seat is in percent, None for a seat that decided nothing. `places` are those of the
    result, from 1; equal places share it. `rounds` are the 0-based moments at which a round began, the first one at 0;
    empty in a game without rounds. `reader` is the seat of who reads it, None for anybody else. `game` is the key of
    the game, whose tiles make the frieze, "" for any.
    """

    title: str
    names: tuple[str, ...]
    moments: tuple[tuple[float, ...], ...]
    turns: tuple[TurningPoint, ...]
    accuracy: tuple[int | None, ...]
    places: tuple[int, ...]
    rounds: tuple[int, ...] = ()
    reader: Seat | None = None
    game: str = ""


class _Lead(NamedTuple):
    """From which moment on, and until before which, a seat was ahead, or nobody was."""

    seat: Seat | None
    start: int
    stop: int


def alt(view: Chances, say: Say) -> str:
    """What the picture shows in at most 1,000 characters, a sentence at a time; what has no room is left out whole."""
    return told(_sentences(view, say))


def by_place(view: Chances) -> list[Seat]:
    """The seats, the best first."""
    return sorted(range(len(view.names)), key=lambda seat: view.places[seat])


def decisions(view: Chances) -> int:
    """How many decisions the game had."""
    return len(view.moments) - 1


def _sentences(view: Chances, say: Say) -> Iterator[str]:
    """The most important first."""
    yield say("chances_picture.told", title=view.title, n=decisions(view), seats=len(view.names))
    for number, turn in enumerate(view.turns, 1):
        before, after = (percent(chance, say) for chance in (view.moments[turn.moment][turn.seat], turn.after))
        facts = {"number": number, "n": turn.moment + 1, "name": view.names[turn.seat]}
        yield say("chances_picture.told_turn", **facts, before=before, after=after)
    for seat in by_place(view):
        facts = {"name": view.names[seat], "place": say("picture.place", n=view.places[seat])}
        accuracy = view.accuracy[seat]
        if accuracy is None:
            yield say("chances_picture.told_idle", **facts)
        else:
            yield say("chances_picture.told_seat", **facts, accuracy=percent(accuracy / 100, say))
    yield from _leads(view, say)


def _leads(view: Chances, say: Say) -> Iterator[str]:
    leaders = _leaders(view.moments[:-1])
    stretches = ([*group] for _, group in groupby(enumerate(leaders), key=lambda one: one[1]))
    leads = [_Lead(stretch[0][1], stretch[0][0], stretch[-1][0] + 1) for stretch in stretches]
    if len(leads) > RESTLESS:
        yield say("chances_picture.told_restless", n=len([lead for lead in leads[1:] if lead.start]))
        for third in range(3):
            start, stop = (len(leaders) * end // 3 for end in (third, third + 1))
            seats = [seat for seat in leaders[start:stop] if seat is not None]
            if seats:
                most = max(range(len(view.names)), key=seats.count)
                facts = {"name": view.names[most], "most": _most(view, _Lead(most, start, stop), say)}
                yield say(f"chances_picture.told_third_{third + 1}", **facts)
        return
    for lead in leads:
        if lead.seat is None:
            yield say("chances_picture.told_open")
        else:
            name, highest = view.names[lead.seat], _most(view, lead, say)
            yield say("chances_picture.told_lead", n=lead.start + 1, name=name, most=highest)


def _leaders(moments: Sequence[Sequence[float]]) -> list[Seat | None]:
    """Who is ahead at each moment: the one who was last ahead of all others by `AHEAD`, and at first nobody."""
    found: list[Seat | None] = []
    leader: Seat | None = None
    for chances in moments:
        *_, second, first = sorted(range(len(chances)), key=lambda seat: chances[seat])
        if chances[first] - chances[second] >= AHEAD:
            leader = first
        found.append(leader)
    return found


def _most(view: Chances, lead: _Lead, say: Say) -> str:
    assert lead.seat is not None
    return percent(max(chances[lead.seat] for chances in view.moments[lead.start : lead.stop]), say)
