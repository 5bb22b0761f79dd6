"""A game that was played, position by position. Knows no pixels, no words and no game."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.core import CHANCE, Event, Seat, State, View
from engine.table import Table


@dataclass(frozen=True)
class Frame:
    """A moment of a game: the position after the first `number` lines of its log.

    `mover` made the last of them: a 0-based seat or CHANCE, also before the first line. `view` is the position as one
    seat may see it, `events` is what the last line caused, as far as that seat may know.
    """

    number: int
    mover: Seat
    view: View[State]
    events: tuple[Event, ...] = ()

    @property
    def changes(self) -> tuple[tuple[Event, ...], ...]:
        """What a picture of this frame outlines: the one move that led to it."""
        return (self.events,) if self.mover != CHANCE else ()

    @property
    def round(self) -> int:
        """The round of the position, 0 in games that are not played in rounds."""
        return int(getattr(self.view.state, "round", 0))


def frames(table: Table, seat: Seat | None = None) -> Iterator[Frame]:
    """Every frame from the first position in which a seat may act: one a move, and one a draw that shows something.

    The last frame is always there. Raises IllegalMove where the rules were corrected since, so that the log no longer
    leads there.
    """
    now = table.back_to(0)
    opened = now.state.to_act() != (CHANCE,)
    if opened:
        yield Frame(0, CHANCE, now.view(seat))
    for number, entry in enumerate(table.log, 1):
        now = now.step(entry)
        events = tuple(event for event in now.events if event.seen_by(seat))
        seen = Frame(len(now.log), entry.seat, now.view(seat), events)
        news = entry.seat != CHANCE or bool(seen.events) or number == len(table.log)
        if opened and news:
            yield seen
        elif not opened and now.state.to_act() != (CHANCE,):
            opened = True
            yield Frame(number, CHANCE, now.view(seat))
