"""The one way in which a game changes, for buttons, commands and robots alike.

Knows no Discord; the caller shows the room that is returned. A refused change has changed nothing.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from weakref import WeakValueDictionary

from bot import logs, measures
from bot.logic import lobby
from bot.logic.automatic_moves import QUICK, moved_on, quicker, without_past_turns
from bot.logic.deadlines import allowance, with_deadlines
from bot.logic.lobby import LobbyPreset
from bot.logic.rematch import following, moved_by_one, reordered
from bot.logic.results import NOTHING, Consequences, result_of
from bot.logic.seats import seat_of
from bot.model.choices import SeatLimit
from bot.model.errors import Refusal
from bot.model.people import Location, Person
from bot.model.record import HowMoved, Record, Shown
from bot.model.record_table import with_table
from bot.model.robots import ChooseMove, RobotTurn, SearchFailed
from bot.model.room import PlayedRoom, Room, needs_play, needs_table, needs_turn, readable, room_at
from bot.model.room_number import tag
from bot.model.timeline import unfinished
from bot.services.robots import Thoughts, next_robot
from bot.services.servers import Servers
from bot.store.database import Conflict
from bot.store.store import Store
from engine.core import Game, IllegalMove, Seat
from engine.robots.core import Level

PRESS_LIFE = 24 * 3600.0  # seconds; Discord repeats an interaction within minutes, its token dies after 15
ATTEMPTS = 5  # tries if another process changes the same room at the same time; each loser starts again

NO_PRESET = LobbyPreset()

Step = Callable[[Record], Record]

log = logging.getLogger(__name__)


class Rooms:
    """Every room of the store. One change of a room at a time: loaded, checked, played and saved, or refused.

    `now`: unix seconds. `seed`: a text nobody can guess, a new one at each call.
    """

    def __init__(
        self,
        store: Store,
        now: Callable[[], float],
        seed: Callable[[], str],
        games: Mapping[str, Game],
        *,
        choose: ChooseMove,
        servers: Servers,
    ) -> None:
        self._store = store
        self.now = now
        self._seed = seed
        self.games = games
        self.choose = choose
        self._servers = servers
        self._thoughts = Thoughts(choose)
        self._locks: WeakValueDictionary[tuple[str, int], asyncio.Lock] = WeakValueDictionary()
        self._listeners: list[Callable[[int], None]] = []
        self.listen = self._listeners.append  # each is called with the number of a room after a commit that changed it
        self.on_told: Callable[[], None] = lambda: None  # is called after a commit by which somebody is to be notified
        self.look_again = self._thoughts.look_again  # robots that think there see whether they still must
        self.meet = store.people.rename
        self.changed_by = store.rooms.changed_by
        self.owed = store.outbox.owed
        self.is_owed = store.outbox.is_owed

    def announce(self, room_id: int) -> None:
        """Tell every listener that the room was saved.

        One that fails is logged: what is committed stays, and others go on.
        """
        self.look_again(room_id)
        for listener in self._listeners:
            try:
                listener(room_id)
            except Exception:  # a fault of a listener must not hide from the caller that all is saved
                log.exception("a listener failed", extra={"room": room_id})

    # lobby

    async def open(
        self, game_key: str, host: Person, place: Location, press: int, preset: LobbyPreset = NO_PRESET
    ) -> Room:
        """A new lobby with its host seated. The same press again opens nothing and returns that lobby.

        Raises Refusal: self, unknown (no such game), too_many_person, too_many_channel, too_many_server.
        """
        if game_key not in self.games:
            raise Refusal("unknown")
        async with self.opening(host, place):
            before = await self._store.rooms.changed_by(press)
            if before is not None:
                return await self.room(before)
            try:
                return await self.add(lobby.opened(self.games[game_key], host, place, preset, self.now()), press)
            except Conflict:
                # The same press was faster. If it made no room, 0 raises "gone", as no room has that number.
                return await self.room(await self._store.rooms.changed_by(press) or 0)

    @asynccontextmanager
    async def opening(self, host: Person, place: Location) -> AsyncIterator[None]:
        """Lock place and person: nobody opens another table there, the person takes no other seat meanwhile."""
        server = self._lock("server", place.guild or 0)
        async with self._lock("person", host.id), server, self._lock("channel", place.channel):
            yield

    async def add(self, record: Record, press: int) -> Room:
        """Save the new lobby; to be called within `opening`.

        Raises Refusal: too_many_person, too_many_channel, too_many_server; Conflict as the store.
        """
        await self._servers.needs_table(record.place)
        limit = await self._servers.seat_limit(record.host.id, record.place.guild)
        return self._publish(None, await self._store.add(record, press, limit))

    async def join(self, room_id: int, person: Person, press: int) -> Room:
        """The person has a seat. Raises Refusal: already_in, full, kicked, too_many_person, gone."""

        def step(record: Record) -> Record:
            return lobby.joined(record, self.games[record.game], person, self.now())

        return await self.sit(room_id, person, press, step)

    async def sit(self, room_id: int, person: Person, press: int, step: Step) -> Room:
        """As `change`, for a step that gives the person a seat. Raises also Refusal("too_many_person")."""
        guild = (await self.record(room_id)).place.guild
        return await self.change(room_id, press, step, await self._servers.seat_limit(person.id, guild))

    async def leave(self, room_id: int, person_id: int, press: int) -> Room:
        """The person has no seat. The next person hosts; without one the lobby is cancelled. Raises: not_in, gone."""
        return await self.change(room_id, press, lambda record: lobby.left(record, person_id, self.now()))

    async def add_robot(self, room_id: int, person_id: int, level: str, press: int) -> Room:
        """A robot of that level has a seat. Raises Refusal: host_only, full, unknown, gone."""

        def step(record: Record) -> Record:
            return lobby.with_robot(record, self.games[record.game], person_id, level, self.now())

        return await self.change(room_id, press, step)

    async def open_to_robots(self, room_id: int, person_id: int) -> Room:
        """The room, if this person may add a robot now. Nothing changes. Raises Refusal: host_only, full, gone."""
        record = await self.record(room_id)
        lobby.with_robot(record, self.games[record.game], person_id, Level.NEWCOMER.value, self.now())
        return self._room(record)

    async def remove(self, room_id: int, person_id: int, who: str, press: int) -> Room:
        """Whoever has that mark (see room.mark) has no seat any more. Raises Refusal: host_only, not_there, gone."""
        return await self.change(room_id, press, lambda record: lobby.removed(record, person_id, who, self.now()))

    async def start(self, room_id: int, person_id: int, press: int | None, absent: Collection[int] = ()) -> Room:
        """Seats are drawn by lot, without those absent, and the table is dealt. Raises: host_only, too_few, gone."""
        record = await self.record(room_id)
        earlier = await self._store.load(record.earlier) if record.earlier is not None else None
        order = moved_by_one(earlier) if earlier else ()  # of the seats in a rematch

        def step(record: Record) -> Record:
            here = lobby.without(record, absent, self.now())
            dealt = lobby.started(here, self.games[record.game], person_id, self._seed(), self.now())
            return reordered(dealt, order)

        return await self.change(room_id, press, step)

    async def cancel(self, room_id: int, person_id: int, press: int) -> Room:
        """The lobby is closed. Raises Refusal: host_only, gone."""
        return await self.change(room_id, press, lambda record: lobby.cancelled(record, person_id, self.now()))

    async def expire(self, older_than: float) -> list[Room]:
        """Close and return the lobbies at home that have been open for longer than so many seconds."""
        if self._store.home.has(None):  # not of any server, so one process does it
            await self._store.rooms.forget_presses(self.now() - PRESS_LIFE)
            await self._store.shared_pages.forget(self.now() - PRESS_LIFE)
        closed = []
        for record in await self._store.rooms.lobbies(self.now() - older_than):
            try:
                closed.append(await self.change(record.id, None, lambda one: lobby.expired(one, self.now())))
            except Refusal:  # started or cancelled meanwhile
                continue
        return closed

    # table

    async def play(self, room_id: int, seat: Seat, stamp: int | None, text: str, press: int) -> PlayedRoom:
        """The seat has made the move and chance has drawn what follows; all of it is saved.

        `stamp`: that of the menu; None for a typed move. Raises Refusal: done, stale, paused, not_your_turn, over,
        not_started, gone; and IllegalMove.
        """
        step = await self._move(room_id, seat, stamp, text)
        return needs_table(await self.change(room_id, press, step, may_repeat=False))

    async def robots(self, room_id: int, *, searching: bool = True) -> Room:
        """Let robots move; return the room when no robot is to move. May be cancelled and repeated at any time.

        `searching`: also those that take some seconds; without it the room is returned when only such are to move.
        """
        room = await self.room(room_id)
        while isinstance(room, PlayedRoom):
            asked = await next_robot(room, searching=searching)
            if asked is None:
                break
            room = await self._robot_moved(room, *asked)
        return room

    async def end(self, room_id: int, person: Person, may_manage: bool, press: int) -> Room:
        """The table was ended early by a person who may manage messages, or by its host after it was idle.

        Raises Refusal: host_only, still_played, over, not_started, gone.
        """

        def step(record: Record) -> Record:
            needs_play(record)
            if not may_manage and person.id != record.host.id:
                raise Refusal("host_only", name=record.label_of(record.host.id))
            if not may_manage and not self._room(record).idle_for(person.id):
                raise Refusal("still_played", tag=record.tag)
            chairs = tuple(replace(chair, acts=False) for chair in record.chairs)
            bare = replace(record, chairs=chairs, ask=None, offers=())
            return replace(bare, phase="ended", ended_by=person.name, moved=self.now())

        return await self.change(room_id, press, step)

    # looking

    async def room(self, room_id: int) -> Room:
        """The room as it is now. Raises Refusal("gone")."""
        return self._room(await self.record(room_id))

    async def seated(self, room_id: int, person_id: int) -> tuple[Room, Seat]:
        """The room and the seat of this person. Raises Refusal: not_seated, away, seat_free, gone."""
        room = await self.room(room_id)
        return room, seat_of(room.record, person_id)

    async def of_person(self, person_id: int) -> list[Room]:
        """The person's lobbies and tables, also where a robot plays for them; the most urgent one first."""
        return readable(await self._store.rooms.of_person(person_id), self.games, self.now())

    async def in_channel(self, channel_id: int) -> list[Room]:
        """Lobbies and tables of the channel, the latest change first."""
        return readable(await self._store.rooms.in_channel(channel_id), self.games, self.now())

    async def take(self, press: int) -> bool:
        """Whether this press comes for the first time; asked once, before it changes something else than a room."""
        return await self._store.rooms.take_press(press, self.now())

    async def match(self, room: Room) -> list[Room]:
        """The games so far of the room's match, in order; [] for a game that is not part of a match."""
        if room.record.match is None:
            return []
        return [self._room(record) for record in await self._store.rooms.of_match(room.record.match)]

    # showing

    async def showed(self, room: Room, message: int | None, shown: int, *, fresh: bool) -> bool:
        """Note that this message shows the room with so many entries of its log; `fresh`: it was just posted.

        Changes of the room after the given one are still to be shown. Return whether the message has a language or a
        look that its server has given up.
        """
        looks_old = await self._store.outbox.showed(room.record, Shown(message, self.now(), shown), fresh)
        measures.current().showed(room.id, fresh=fresh)
        return looks_old

    # the way of every change

    async def _move(self, room_id: int, seat: Seat, stamp: int | None, text: str, how: HowMoved = "") -> Step:
        """The step in which the seat makes the move, and all follows that needs nobody."""
        careful = await self._store.preferences.careful((await self.record(room_id)).people)

        def step(record: Record) -> Record:
            room = needs_table(self._room(record))
            needs_play(record)
            if room.chairs[seat].has_passed(stamp):
                last = next((line for line in reversed(record.log) if line.seat == seat), None)
                again = last is not None and (last.stamp, last.text) == (stamp, text)
                raise Refusal("done" if again else "stale")
            needs_turn(room, seat)
            later = with_table(record, room.table.play(seat, text), room.chairs[seat].stamp, self.now(), how)
            return moved_on(later, room.game, self.now(), careful)

        return step

    async def _robot_moved(self, room: PlayedRoom, seat: Seat, turn: RobotTurn) -> Room:
        """The room after a robot's move, or as it is if the robot is not asked any more."""
        is_quick = bool(room.log) and room.log[-1].how == QUICK
        if is_quick:  # the rest of a turn that was begun quickly is quick too
            is_quick = await asyncio.to_thread(unfinished, room.table, seat)
        try:
            move = await self._thoughts.move(room, seat, turn, self.room)
        except SearchFailed:
            log.exception("a search failed, so the robot answers at once", extra={"room": room.id})
            is_quick = True
            move = await self._thoughts.move(room, seat, quicker(turn), self.room)
        if move is not None:
            with suppress(Refusal):  # somebody else let this robot move meanwhile, or ended the table
                how: HowMoved = QUICK if is_quick else ""
                step = await self._move(room.id, seat, room.chairs[seat].stamp, str(move), how)
                return await self.change(room.id, None, step)
        return await self.room(room.id)

    async def change(
        self, room_id: int, press: int | None, step: Step, limit: SeatLimit | None = None, *, may_repeat: bool = True
    ) -> Room:
        """The room after that step, which no other step of it overlaps; unchanged if the press was used before.

        `limit`: of a person to whom the step gives a seat. Without `may_repeat` such a press raises Refusal("done").
        """
        async with self._lock("room", room_id):
            for _ in range(ATTEMPTS):
                try:
                    record = await self.record(room_id)
                    later = await self._with_deadlines(record, without_past_turns(record, step(record)))
                    then = Consequences(limit=limit) if limit else await self._consequences(record, later)
                    saved = await self._store.save(record, later, press, then)
                except (Conflict, Refusal, IllegalMove) as error:  # a press that was used before cannot be saved
                    if press is not None and await self._store.rooms.changed_by(press) is not None:
                        if may_repeat:
                            return await self.room(room_id)
                        raise Refusal("done") from error
                    if not isinstance(error, Conflict):  # of another process, which was faster: load the room again
                        raise
                else:
                    if later.notifications:
                        self.on_told()
                    return self._publish(record, saved)
            raise Refusal("busy")

    async def _consequences(self, before: Record, later: Record) -> Consequences:
        """What follows from this step if it has ended the game."""
        if later.phase != "over" or before.phase == "over":
            return NOTHING
        born = following(later, self.games[later.game], self.now())
        hours = await self._store.preferences.hours(later.people)
        result = result_of(replace(later, moved=self.now()), self.games, hours)
        return Consequences(await self._with_deadlines(None, born) if born else None, result)

    async def _with_deadlines(self, before: Record | None, later: Record) -> Record:
        """`later` with deadlines by its people's present hours."""
        hours = await self._store.preferences.hours(later.people) if allowance(later) else {}
        return with_deadlines(before, later, self.games[later.game], hours, self.now())

    def _lock(self, kind: str, number: int) -> asyncio.Lock:
        """Taken in the order person, server, channel, room."""
        return self._locks.setdefault((kind, number), asyncio.Lock())

    async def record(self, room_id: int) -> Record:
        """The saved record of the room. Raises Refusal("gone")."""
        record = await self._store.load(room_id)
        if record is None:
            raise Refusal("gone", tag=tag(room_id), phase="")
        logs.about(record.id, len(record.log))
        return record

    def _publish(self, before: Record | None, saved: Record) -> Room:
        """Log, count and announce what was committed in place of `before`, but what somebody has prepared; the room."""
        if before is None or not saved.is_silent_after(before):
            logs.saved(before, saved)
            measures.current().saved(before, saved)
            self.announce(saved.id)
        return self._room(saved)

    def _room(self, record: Record) -> Room:
        return room_at(record, self.games, self.now())
