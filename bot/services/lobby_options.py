"""Options, invitations and seats of lobbies. Every change goes through Rooms.

Knows nothing about Discord and rules.
"""

from collections.abc import Collection

from bot.logic import lobby
from bot.model.lobby_options import TERMS
from bot.model.people import Person
from bot.model.record import Record
from bot.model.room import PlayedRoom, Room, room_at
from bot.services.rooms import Rooms
from bot.store.store import Store


class LobbyOptions:
    """Changes options, invitations and seats of lobbies."""

    def __init__(self, rooms: Rooms, store: Store) -> None:
        self._rooms = rooms
        self._store = store
        self._now = rooms.now
        self._games = rooms.games
        self.load_habit = store.lobby_habits.load

    async def answer(self, room_id: int, person: Person, answer: tuple[str, str], press: int) -> Room:
        """Set the option `answer[0]` to `answer[1]`; the person's next lobby of this game offers it again.

        Raises Refusal: host_only, unknown, gone.
        """

        def step(record: Record) -> Record:
            return lobby.answer_question(record, self._games[record.game], person.id, answer, self._now())

        return await self._remember(await self._rooms.change(room_id, press, step), person)

    async def reset_to_defaults(self, room_id: int, person: Person, press: int) -> Room:
        """Set every option to its default, also for the host's next lobby. Raises Refusal: host_only, gone."""

        def step(record: Record) -> Record:
            return lobby.reset_answers(record, self._games[record.game], person.id, self._now())

        return await self._remember(await self._rooms.change(room_id, press, step), person)

    async def repeat_last_answers(self, room_id: int, person: Person, press: int) -> Room:
        """Set the options to those of the host's last lobby. Raises Refusal: host_only, gone."""

        def step(record: Record) -> Record:
            return lobby.repeat_last_answers(record, self._games[record.game], person.id, self._now())

        return await self._rooms.change(room_id, press, step)

    async def remember_started(self, room: Room, person: Person) -> None:
        """Remember this table's options for a person who has ever chosen options of this game."""
        if any(await self.load_habit(person.id, room.game.key)):
            await self._remember(room, person)

    async def invite(self, room_id: int, person: Person, guests: Collection[Person], press: int) -> Room:
        """Reserve a seat for each of these people. Raises Refusal: host_only, sits_here, full, gone."""

        def step(record: Record) -> Record:
            return lobby.invite(record, self._games[record.game], person.id, guests, self._now())

        return await self._rooms.change(room_id, press, step)

    async def load_lobby(self, room_id: int, person_id: int) -> tuple[Room, bool]:
        """Return the lobby, and whether this person may change it now. Raises Refusal("gone")."""
        record = await self._rooms.record(room_id)
        if record.phase != "lobby":
            raise lobby.gone_refusal(record)
        return room_at(record, self._games, self._now()), lobby.may_host(record, person_id, self._now())

    async def join(self, room_id: int, person: Person, press: int) -> Room:
        """Give the person a seat; the table becomes casual if they play this game for the first time.

        Raises as `Rooms.join`.
        """
        record = await self._rooms.record(room_id)
        first = await self.is_first(person.id, record.game)

        def step(record: Record) -> Record:
            later = lobby.join(record, self._games[record.game], person, self._now())
            return lobby.make_first_game_casual(later, person) if first else later

        return await self._rooms.take_seat(room_id, person, press, step)

    async def is_first(self, person_id: int, game: str) -> bool:
        """Whether this person has never started a table of that game."""
        return not await self._store.lobby_habits.started_count(person_id, game)

    async def is_first_move(self, room: PlayedRoom, person_id: int) -> bool:
        """Whether this person has not yet moved at their first table of this game."""
        seat = room.seat_of(person_id)
        if seat is None or any(entry.seat == seat for entry in room.table.log):
            return False
        return await self._store.lobby_habits.started_count(person_id, room.game.key) == 1

    async def move_to_thread(self, room_id: int, thread: int | None) -> Room:
        """Move the started table to this thread; None if no thread could be opened: the table stays in the channel."""
        return await self._rooms.change(room_id, None, lambda record: lobby.move_to_thread(record, thread))

    async def _remember(self, room: Room, person: Person) -> Room:
        terms = {}
        for key, term in TERMS.items():
            if term.is_remembered and room.record.terms.get(key) in term.values:
                terms[key] = room.record.terms[key]
        await self._store.lobby_habits.set(person.id, room.game.key, room.record.options, terms)
        return room
