"""What the soak sees of the bot: its messages and its file. It reckons what must be and notes what is not.

Knows no rules, and nothing of how the bot reckons.
"""

from __future__ import annotations

import json
import math
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bot.model.record import LogLine
from bot.model.room_number import room_of_code, tag
from bot.playground.protocol import News, WireObject, controls_by_id
from tests.bot.support.local_discord import LocalDiscord
from tests.trials.own_time import Gap
from tests.trials.soak_people import Player

SECONDS = {"live": 300.0, "evening": 3600.0, "daily": 86_400.0, "relaxed": 259_200.0, "bank": 43_200.0, "none": 0.0}
BANK = 432_000.0  # seconds
SLACK = 3600.0  # seconds by which a robot may be late to move for somebody
PICTURES = 50  # messages after which the bytes of older pictures are forgotten

Key = tuple[int, int, int]  # room, seat, stamp

_ACTING = """
    SELECT seats.room, seats.seat, seats.stamp, seats.person, rooms.channel, rooms.terms, seats.bank
    FROM seats JOIN rooms ON rooms.id = seats.room
    WHERE rooms.phase = 'playing' AND seats.owes_move = 1 AND seats.person IS NOT NULL"""
_LATE = "SELECT count(*) FROM log WHERE room = ? AND seat = ? AND stamp = ? AND how = 'late'"
_WARM = "SELECT count(*) FROM seats WHERE room = ? AND former_person = ? AND mark = 'late'"
_PAUSED = "SELECT id FROM rooms WHERE paused IS NOT NULL"
_VACANT = """
    SELECT room, seat FROM seats JOIN rooms ON rooms.id = room WHERE mark = 'late' AND phase = 'playing'
    ORDER BY room, seat"""
_HELPED = "SELECT count(*) FROM room_events WHERE room = ? AND kind IN ('late', 'resigned')"
_OPEN = "SELECT id FROM rooms WHERE phase IN ('lobby', 'playing')"


@dataclass
class Turn:
    """A person is asked at `since`, has `seconds` of own time, and acts at `at`. `extra`: full turns granted.

    `had`: own time that had passed at `since`, when the person's hours were changed in the turn or the clock went on.
    `bank`: seconds that the turn may take beside those of the clock. `still`: the clock stands still.
    """

    room: int
    seat: int
    player: Player
    channel: int
    clock: str
    since: float
    at: float = math.inf
    extra: int = 0
    had: float = 0.0
    bank: float = 0.0
    still: bool = False
    nudges: list[WireObject] = field(default_factory=list)
    mine: bool = False  # the person has acted

    @property
    def seconds(self) -> float:
        return SECONDS[self.clock] + self.bank


@dataclass
class Book:
    """Moves that people were told are played, by room and seat; presses that got no answer."""

    moves: dict[tuple[int, int], list[str]] = field(default_factory=dict)
    told: int = 0
    undone: int = 0
    failed: list[str] = field(default_factory=list)

    def note(self, turn: Turn, text: str) -> None:
        """The move is played."""
        self.moves.setdefault((turn.room, turn.seat), []).append(text)
        turn.player.moves[turn.room] = turn.player.moves.get(turn.room, 0) + 1
        self.told += 1

    def undo(self, turn: Turn) -> None:
        """The last move of that seat is taken back."""
        self.moves[turn.room, turn.seat].pop()
        self.undone += 1


class Watch:
    """`turns`: who is to move. `gaps`: when the bot was away. The lists name what was wrong."""

    def __init__(self, local: LocalDiscord, path: Path, people: dict[int, Player]) -> None:
        self.local, self.people, self.book = local, people, Book()
        self._database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        self.turns: dict[Key, Turn] = {}
        self.gaps: list[Gap] = []
        self.now = 0.0
        self.early: list[str] = []
        self.overdue: list[str] = []
        self.at_night: list[str] = []
        self.twice: list[str] = []
        self.returns: dict[float, list[tuple[int, Player]]] = {}
        self.missed = self.reminders = self.lengthened = self.returned = self.resigned = self.restarts = 0
        self._seen: set[int] = set()
        local.server.simulation.listeners.append(self._hear)

    # -- turns

    def look(self) -> list[Turn]:
        """The turns that have begun, or go on after a pause; those that have ended were checked."""
        acting = {(room, seat, stamp): rest for room, seat, stamp, *rest in self._rows(_ACTING)}
        for key in self.turns.keys() - acting.keys():
            turn = self.turns.pop(key)
            if self._rows(_LATE, *key)[0][0]:
                self._missed(turn)
        fresh = [key for key in acting if key not in self.turns]
        for key in fresh:
            person, channel, terms, bank = acting[key]
            clock = json.loads(terms).get("clock", "none")
            turn = self.turns[key] = Turn(key[0], key[1], self.people[person], channel, clock, self.now)
            turn.bank = (BANK if bank is None else bank) if clock == "bank" else 0.0
        gone_on = self._stand_still()
        for turn in self.turns.values():
            if turn.mine:  # what the person tried came to nothing
                turn.mine, turn.at = False, self.now + SLACK
        return [*gone_on, *(self.turns[key] for key in fresh)]

    def _stand_still(self) -> list[Turn]:
        """The turns whose clock runs again; of those whose clock has stopped the time that had passed is noted."""
        paused, gone_on = {room for (room,) in self._rows(_PAUSED)}, []
        for turn in self.turns.values():
            if turn.still == (turn.room in paused):
                continue
            if turn.still:
                gone_on.append(turn)
            else:
                turn.had += turn.player.days.passed(turn.since, self.now, self.gaps)
            turn.still, turn.since, turn.at = not turn.still, self.now, math.inf
        return gone_on

    def _missed(self, turn: Turn) -> None:
        """Whoever is late had all the time of the clock."""
        self.missed += 1
        had = turn.had + (0.0 if turn.still else turn.player.days.passed(turn.since, self.now, self.gaps))
        allowed = turn.seconds + turn.extra * SECONDS[turn.clock]
        about = f"{tag(turn.room)} seat {turn.seat}: {had / 3600:.2f} of {allowed / 3600:.2f} hours, {turn.clock}"
        if had < allowed - 1:
            self.early.append(about)
        if had > allowed + SLACK:
            self.overdue.append(about)
        if turn.player.kind.returns:
            at = turn.player.days.later(self.now, turn.player.kind.returns * 3600)
            self.returns.setdefault(at, []).append((turn.room, turn.player))

    def leaves(self, player: Player, back: str) -> list[Turn]:
        """The person is away from now on until that day; the open turns, with the time that has passed noted."""
        mine = [turn for turn in self.turns.values() if turn.player is player]
        for turn in (one for one in mine if not one.still):
            turn.had += player.days.passed(turn.since, self.now, self.gaps)
            turn.since = self.now
        player.days.until(back)
        return mine

    def in_need(self) -> list[Turn]:
        """Turns of people who were reminded and mean to ask for more time."""
        ready = (one for one in self.turns.values() if one.nudges and not one.extra and one.player.kind.asks)
        return [one for one in ready if not one.still and not one.player.days.free(self.now)]

    def back(self, now: float) -> Iterator[tuple[int, Player]]:
        """The people who come back now to a seat that a robot keeps warm; from then on they stay there."""
        for at in [at for at in self.returns if at <= now]:
            for room, player in self.returns.pop(at):
                player.moves[room] = -1_000_000
                if self._rows(_WARM, room, player.person.id)[0][0]:
                    yield room, player

    @property
    def vacant(self) -> list[tuple[int, int]]:
        """Rooms and seats that a robot keeps warm for somebody."""
        return self._rows(_VACANT)

    # -- messages

    def _hear(self, news: News) -> None:
        if news.kind != "message" or news.id in self._seen:
            return
        self._seen.add(news.id)
        simulation = self.local.server.simulation
        if len(self._seen) % PICTURES == 0:
            simulation.forget_blobs(simulation.fresh_blobs(), lambda _: None)
        message = simulation.message(news.channel, news.id)
        codes = [one[5:] for one in controls_by_id((message or {}).get("components")) if one.startswith("time:")]
        if message and codes:
            self._reminded(room_of_code(codes[0]) or 0, message)

    def _reminded(self, room: int, message: WireObject) -> None:
        named = {int(one["id"]) for one in message["mentions"]}
        direct = {one.person.id for one in self.people.values() if one.person.dm == int(message["channel_id"])}
        for person in named | direct:
            self.reminders += 1
            turn = next((t for t in self.turns.values() if t.room == room and t.player.person.id == person), None)
            about = f"{tag(room)} player {person} at {self.now}"
            if turn is None or turn.nudges:
                self.twice.append(f"{about}: {'not to move' if turn is None else 'again'}")
            if turn is not None:
                turn.nudges.append(message)
            if self.people[person].days.asleep(self.now):
                self.at_night.append(about)

    # -- the file

    def close(self) -> None:
        """The file is read no more."""
        self._database.close()

    @property
    def open(self) -> list[str]:
        """The tables that have not ended."""
        return [tag(room) for (room,) in self._rows(_OPEN)]

    @property
    def tables(self) -> int:
        """All tables that there are."""
        return int(self._rows("SELECT count(*) FROM rooms")[0][0])

    def owed(self) -> list[str]:
        """The tables whose newest position was not shown."""
        return [tag(room) for (room,) in self._rows("SELECT room FROM outbox")]

    def lost(self, logs: Mapping[int, Sequence[LogLine]]) -> list[str]:
        """The seats whose moves in the log of their room are not exactly those that the person was told of.

        The logs are as the program reads them: those of tables that are long over are stored in one piece.
        """
        wrong = []
        for (room, seat), told in self.book.moves.items():
            kept = [line.text for line in logs.get(room, ()) if line.seat == seat and not line.trigger]
            rest = iter(kept)
            helped = self._rows(_HELPED, room)[0][0]  # then a robot's moves stand between
            if not all(move in rest for move in told) or not (helped or len(kept) == len(told)):
                at = next((n for n, pair in enumerate(zip(told, kept, strict=False)) if pair[0] != pair[1]), -3)
                wrong.append(f"{tag(room)} seat {seat}: told of {told[at:][:4]}, kept {kept[at:][:4]} at {at}")
        return wrong

    def _rows(self, sql: str, *values: object) -> list[tuple]:
        return self._database.execute(sql, values).fetchall()
