"""The only way to change a game, for buttons, commands and robots alike.

Knows nothing about Discord; the caller shows the returned room. A refused change has no effect.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from weakref import WeakValueDictionary

from bot import logs, metrics
from bot.logic import lobby
from bot.logic.automatic_moves import TRIGGER_QUICK, drop_past_turns, play_automatic_moves, quick_robot_turn
from bot.logic.deadlines import turn_seconds, with_deadlines
from bot.logic.lobby import LobbyPreset
from bot.logic.rematch import deal_next_game, rotated_seating, seat_in_order
from bot.logic.results import NO_CONSEQUENCES, Consequences, game_result
from bot.logic.seats import require_seat
from bot.model.errors import Refusal
from bot.model.people import Location, Person
from bot.model.preferences import SeatLimit
from bot.model.record import MoveTrigger, NewestMessage, Record
from bot.model.record_table import with_table
from bot.model.robots import ChooseMove, RobotTurn, SearchFailed
from bot.model.room import PlayedRoom, Room, readable_rooms, require_play, require_table, require_turn, room_at
from bot.model.room_number import tag
from bot.model.timeline import is_mid_turn
from bot.services.robots import RobotSearches, next_robot
from bot.services.servers import Servers
from bot.store.database import Conflict
from bot.store.store import Store
from engine.core import Game, IllegalMove, Seat
from engine.robots.core import Level

PRESS_LIFE = 24 * 3600.0  # seconds; Discord repeats an interaction within minutes, its token expires after 15
MAX_SAVE_ATTEMPTS = 5  # attempts to change a room while other processes change it at the same time

NO_PRESET = LobbyPreset()

RecordStep = Callable[[Record], Record]

log = logging.getLogger(__name__)


class Rooms:
    """Every room of the store. Changes of a room are made one at a time, and each is saved as a whole or refused.

    `now`: unix seconds. `seed`: returns a new unguessable text at each call.
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
        self._robot_searches = RobotSearches(choose)
        self._locks: WeakValueDictionary[tuple[str, int], asyncio.Lock] = WeakValueDictionary()
        self._listeners: list[Callable[[int], None]] = []
        self.listen = self._listeners.append  # each is called with the room number after a commit that changed the room
        self.on_notification: Callable[[], None] = lambda: None  # called after a commit that queues a notification
        # Makes searching robots check whether their move is still needed.
        self.recheck_robots = self._robot_searches.recheck
        self.save_name = store.people.rename
        self.room_changed_by = store.rooms.room_changed_by
        self.list_due_rooms = store.outbox.due_rooms
        self.is_message_due = store.outbox.is_due

    def announce(self, room_id: int) -> None:
        """Tell every listener that the room was saved.

        If a listener fails, this is logged and the others are still called, because the change is already committed.
        """
        self.recheck_robots(room_id)
        for listener in self._listeners:
            try:
                listener(room_id)
            except Exception:  # a listener's fault must not hide from the caller that the change is saved
                log.exception("a listener failed", extra={"room": room_id})

    # lobby

    async def open(
        self, game_key: str, host: Person, place: Location, press: int, preset: LobbyPreset = NO_PRESET
    ) -> Room:
        """Open a new lobby with its host seated. If the press was used before, return the lobby that it opened.

        Raises Refusal: self, unknown (no such game), too_many_person, too_many_channel, too_many_server.
        """
        if game_key not in self.games:
            raise Refusal("unknown")
        async with self.lock_for_opening(host, place):
            before = await self._store.rooms.room_changed_by(press)
            if before is not None:
                return await self.room(before)
            try:
                return await self.add_lobby(
                    lobby.open_lobby(self.games[game_key], host, place, preset, self.now()), press
                )
            except Conflict:
                # The press was used before. If it did not change a room, look for number 0, which always raises "gone".
                return await self.room(await self._store.rooms.room_changed_by(press) or 0)

    @asynccontextmanager
    async def lock_for_opening(self, host: Person, place: Location) -> AsyncIterator[None]:
        """Lock the place and the person, so that no other table opens there and the person takes no other seat."""
        server = self._lock("server", place.guild or 0)
        async with self._lock("person", host.id), server, self._lock("channel", place.channel):
            yield

    async def add_lobby(self, record: Record, press: int) -> Room:
        """Save the new lobby; call this within `lock_for_opening`.

        Raises Refusal: too_many_person, too_many_channel, too_many_server; Conflict as the store does.
        """
        await self._servers.check_table_limits(record.place)
        limit = await self._servers.seat_limit(record.host.id, record.place.guild)
        return self._publish(None, await self._store.add(record, press, limit))

    async def join(self, room_id: int, person: Person, press: int) -> Room:
        """Give the person a seat. Raises Refusal: already_in, full, kicked, too_many_person, gone."""

        def step(record: Record) -> Record:
            return lobby.join(record, self.games[record.game], person, self.now())

        return await self.take_seat(room_id, person, press, step)

    async def take_seat(self, room_id: int, person: Person, press: int, step: RecordStep) -> Room:
        """Apply a step that gives the person a seat. Raises as `change` does, and Refusal("too_many_person")."""
        guild = (await self.record(room_id)).place.guild
        return await self.change(room_id, press, step, await self._servers.seat_limit(person.id, guild))

    async def leave(self, room_id: int, person_id: int, press: int) -> Room:
        """Remove the person; the next one becomes host, or the lobby is cancelled. Raises Refusal: not_in, gone."""
        return await self.change(room_id, press, lambda record: lobby.leave_lobby(record, person_id, self.now()))

    async def add_robot(self, room_id: int, person_id: int, level: str, press: int) -> Room:
        """Give a robot of that level a seat. Raises Refusal: host_only, full, unknown, gone."""

        def step(record: Record) -> Record:
            return lobby.add_robot(record, self.games[record.game], person_id, level, self.now())

        return await self.change(room_id, press, step)

    async def room_open_to_robots(self, room_id: int, person_id: int) -> Room:
        """Return the room if this person may add a robot now; change nothing. Raises Refusal: host_only, full, gone."""
        record = await self.record(room_id)
        lobby.add_robot(record, self.games[record.game], person_id, Level.NEWCOMER.value, self.now())
        return self._room(record)

    async def remove(self, room_id: int, person_id: int, mark: str, press: int) -> Room:
        """Remove the occupant with that mark, see `room.mark`. Raises Refusal: host_only, not_there, gone."""
        return await self.change(
            room_id, press, lambda record: lobby.remove_by_host(record, person_id, mark, self.now())
        )

    async def start(self, room_id: int, person_id: int, press: int | None, absent: Collection[int] = ()) -> Room:
        """Seat all but absent people at random, and start the game. Raises Refusal: host_only, too_few, gone."""
        record = await self.record(room_id)
        earlier = await self._store.load(record.rematch_of) if record.rematch_of is not None else None
        order = rotated_seating(earlier) if earlier else ()  # seat order of a rematch

        def step(record: Record) -> Record:
            present = lobby.remove_missing_people(record, absent, self.now())
            dealt = lobby.start_game(present, self.games[record.game], person_id, self._seed(), self.now())
            return seat_in_order(dealt, order)

        return await self.change(room_id, press, step)

    async def cancel(self, room_id: int, person_id: int, press: int) -> Room:
        """Close the lobby. Raises Refusal: host_only, gone."""
        return await self.change(room_id, press, lambda record: lobby.cancel_lobby(record, person_id, self.now()))

    async def expire_lobbies(self, older_than: float) -> list[Room]:
        """Close and return this process's lobbies that have been open for more than that many seconds."""
        if self._store.shards.covers(None):  # presses belong to no server, so one process does it
            await self._store.rooms.forget_presses(self.now() - PRESS_LIFE)
            await self._store.shared_pages.forget(self.now() - PRESS_LIFE)
        closed = []
        for record in await self._store.rooms.lobbies(self.now() - older_than):
            try:
                closed.append(
                    await self.change(
                        record.id, None, lambda lobby_record: lobby.expire_lobby(lobby_record, self.now())
                    )
                )
            except Refusal:  # started or cancelled in the meantime
                continue
        return closed

    # table

    async def play(self, room_id: int, seat: Seat, stamp: int | None, text: str, press: int) -> PlayedRoom:
        """Make the seat's move and the draws that follow it, and save them.

        `stamp`: of the move menu; None for a typed move. Raises Refusal: done, stale, paused, not_your_turn, over,
        not_started, gone; and IllegalMove.
        """
        step = await self._move_step(room_id, seat, stamp, text)
        return require_table(await self.change(room_id, press, step, may_repeat=False))

    async def move_robots(self, room_id: int, *, searching: bool = True) -> Room:
        """Let robots move until no robot is to act; return the room. May be cancelled and repeated at any time.

        `searching`: include robots that search for seconds; without it, stop when only such robots are to act.
        """
        room = await self.room(room_id)
        while isinstance(room, PlayedRoom):
            asked = await next_robot(room, searching=searching)
            if asked is None:
                break
            room = await self._move_robot(room, *asked)
        return room

    async def end(self, room_id: int, person: Person, may_manage: bool, press: int) -> Room:
        """End the table early. Allowed to people who may manage messages, and to the host once the table is idle.

        Raises Refusal: host_only, still_played, over, not_started, gone.
        """

        def step(record: Record) -> Record:
            require_play(record)
            if not may_manage and person.id != record.host.id:
                raise Refusal("host_only", name=record.label_of(record.host.id))
            if not may_manage and not self._room(record).is_idle_for(person.id):
                raise Refusal("still_played", tag=record.tag)
            chairs = tuple(replace(chair, owes_move=False) for chair in record.chairs)
            cleared = replace(record, chairs=chairs, proposal=None, offers=())
            return replace(cleared, phase="ended", ended_by=person.name, changed_at=self.now())

        return await self.change(room_id, press, step)

    # reading

    async def room(self, room_id: int) -> Room:
        """Return the room as it is now. Raises Refusal("gone")."""
        return self._room(await self.record(room_id))

    async def room_and_seat(self, room_id: int, person_id: int) -> tuple[Room, Seat]:
        """Return the room and this person's seat. Raises Refusal: not_seated, away, seat_free, gone."""
        room = await self.room(room_id)
        return room, require_seat(room.record, person_id)

    async def list_for_person(self, person_id: int) -> list[Room]:
        """Return the person's open rooms, including those where a robot plays for them, the most urgent first."""
        return readable_rooms(await self._store.rooms.open_rooms_of_person(person_id), self.games, self.now())

    async def list_in_channel(self, channel_id: int) -> list[Room]:
        """Return the lobbies and tables of the channel, the last changed first."""
        return readable_rooms(await self._store.rooms.open_rooms_in_channel(channel_id), self.games, self.now())

    async def claim_press(self, press: int) -> bool:
        """Record a press that changes something other than a room, before the change; return whether it is new."""
        return await self._store.rooms.take_press(press, self.now())

    async def list_match(self, room: Room) -> list[Room]:
        """Return the games so far of the room's match, in order; [] for a game outside a match."""
        if room.record.match is None:
            return []
        return [self._room(record) for record in await self._store.rooms.rooms_of_match(room.record.match)]

    # messages

    async def note_shown(self, room: Room, message: int | None, shown: int, *, fresh: bool) -> bool:
        """Note that this message shows `room` with that many log entries. `fresh`: the message was just posted.

        If the saved room has changed since `room` was loaded, the message stays due. Returns whether the message has a
        language or a look that the server no longer uses.
        """
        looks_old = await self._store.outbox.record_shown(room.record, NewestMessage(message, self.now(), shown), fresh)
        metrics.current().note_shown_message(room.id, fresh=fresh)
        return looks_old

    # how every change is made

    async def _move_step(
        self, room_id: int, seat: Seat, stamp: int | None, text: str, how: MoveTrigger = ""
    ) -> RecordStep:
        """Return the step that makes the seat's move and everything that follows from it automatically."""
        careful = await self._store.preferences.forced_move_opt_outs((await self.record(room_id)).people)

        def step(record: Record) -> Record:
            room = require_table(self._room(record))
            require_play(record)
            if room.chairs[seat].has_passed(stamp):
                last = next((line for line in reversed(record.log) if line.seat == seat), None)
                is_repeat = last is not None and (last.stamp, last.text) == (stamp, text)
                raise Refusal("done" if is_repeat else "stale")
            require_turn(room, seat)
            later = with_table(record, room.table.play(seat, text), room.chairs[seat].stamp, self.now(), how)
            return play_automatic_moves(later, room.game, self.now(), careful)

        return step

    async def _move_robot(self, room: PlayedRoom, seat: Seat, turn: RobotTurn) -> Room:
        """Return the room after the robot's move, or unchanged if the move is no longer needed."""
        is_quick = bool(room.log) and room.log[-1].trigger == TRIGGER_QUICK
        if is_quick:  # the rest of a turn that began quickly is quick too
            is_quick = await asyncio.to_thread(is_mid_turn, room.table, seat)
        try:
            move = await self._robot_searches.choose_move(room, seat, turn, self.room)
        except SearchFailed:
            log.exception("a search failed, so the robot answers at once", extra={"room": room.id})
            is_quick = True
            move = await self._robot_searches.choose_move(room, seat, quick_robot_turn(turn), self.room)
        if move is not None:
            with suppress(Refusal):  # the robot has already moved or the table was ended
                how: MoveTrigger = TRIGGER_QUICK if is_quick else ""
                step = await self._move_step(room.id, seat, room.chairs[seat].stamp, str(move), how)
                return await self.change(room.id, None, step)
        return await self.room(room.id)

    async def change(
        self,
        room_id: int,
        press: int | None,
        step: RecordStep,
        limit: SeatLimit | None = None,
        *,
        may_repeat: bool = True,
    ) -> Room:
        """Apply the step under the room's lock; return the room, unchanged if the press was used before.

        `limit`: for a person to whom the step gives a seat. Without `may_repeat` a used press raises Refusal("done").
        """
        async with self._lock("room", room_id):
            for _ in range(MAX_SAVE_ATTEMPTS):
                try:
                    record = await self.record(room_id)
                    later = await self._with_deadlines(record, drop_past_turns(record, step(record)))
                    consequences = Consequences(limit=limit) if limit else await self._consequences(record, later)
                    saved = await self._store.save(record, later, press, consequences)
                except (Conflict, Refusal, IllegalMove) as error:  # a press that was used before cannot be saved
                    if press is not None and await self._store.rooms.room_changed_by(press) is not None:
                        if may_repeat:
                            return await self.room(room_id)
                        raise Refusal("done") from error
                    if not isinstance(error, Conflict):  # a conflict with a faster process: load the room again
                        raise
                else:
                    if later.notifications:
                        self.on_notification()
                    return self._publish(record, saved)
            raise Refusal("busy")

    async def _consequences(self, before: Record, later: Record) -> Consequences:
        """Return what else to save with this step, such as the result if the step has ended the game."""
        if later.phase != "over" or before.phase == "over":
            return NO_CONSEQUENCES
        next_game = deal_next_game(later, self.games[later.game], self.now())
        hours = await self._store.preferences.hours(later.people)
        result = game_result(replace(later, changed_at=self.now()), self.games, hours)
        return Consequences(await self._with_deadlines(None, next_game) if next_game else None, result)

    async def _with_deadlines(self, before: Record | None, later: Record) -> Record:
        """Return `later` with deadlines that take account of its people's current hours."""
        hours = await self._store.preferences.hours(later.people) if turn_seconds(later) else {}
        return with_deadlines(before, later, self.games[later.game], hours, self.now())

    def _lock(self, kind: str, number: int) -> asyncio.Lock:
        """Return the lock. To avoid deadlocks, locks are taken in the order person, server, channel, room."""
        return self._locks.setdefault((kind, number), asyncio.Lock())

    async def record(self, room_id: int) -> Record:
        """Return the saved record of the room. Raises Refusal("gone")."""
        record = await self._store.load(room_id)
        if record is None:
            raise Refusal("gone", tag=tag(room_id), phase="")
        logs.set_context(record.id, len(record.log))
        return record

    def _publish(self, before: Record | None, saved: Record) -> Room:
        """Return the room; log, count and announce the committed change, unless only prepared moves have changed."""
        if before is None or not saved.is_silent_after(before):
            logs.log_save(before, saved)
            metrics.current().note_saved_room(before, saved)
            self.announce(saved.id)
        return self._room(saved)

    def _room(self, record: Record) -> Room:
        return room_at(record, self.games, self.now())
