"""Names and preferences of people, settings of servers, options last chosen in lobbies. Knows nothing about rooms."""

import json
from collections.abc import Collection, Iterable, Mapping

from bot.model.hours import Hours
from bot.model.people import Person
from bot.model.preferences import Preferences, ServerSettings, preferences_from, server_settings_from
from bot.store.database import BaseStore, Database
from bot.store.messages import OutboxStore

_ADD_PERSON = "INSERT INTO people (id, name) VALUES (?, ?) ON CONFLICT (id) DO NOTHING"
_RENAME = "UPDATE people SET name = :name WHERE id = :id AND name <> :name"
_NAME = "SELECT name FROM people WHERE id = ?"
_PREFERENCES = "SELECT key, value FROM preferences WHERE person = ?"
_SET_PREFERENCE = """
    INSERT INTO preferences (person, key, value) VALUES (?, ?, ?)
    ON CONFLICT (person, key) DO UPDATE SET value = excluded.value"""
_SETTINGS = "SELECT key, value FROM server_settings WHERE guild = ?"
_SET_SETTING = """
    INSERT INTO server_settings (guild, key, value) VALUES (?, ?, ?)
    ON CONFLICT (guild, key) DO UPDATE SET value = excluded.value"""
_COUNT_STARTED = """
    SELECT count(*) FROM (
        SELECT room FROM results WHERE person = :person AND game = :game
        UNION SELECT room FROM seats CROSS JOIN rooms
            WHERE rooms.id = seats.room AND seats.person = :person AND rooms.game = :game
                AND rooms.phase IN ('playing', 'over', 'ended')
        LIMIT 2) AS begun"""
_HABIT = "SELECT options, terms FROM lobby_habits WHERE person = ? AND game = ?"
_SET_HABIT = """
    INSERT INTO lobby_habits (person, game, options, terms) VALUES (?, ?, ?, ?)
    ON CONFLICT (person, game) DO UPDATE SET options = excluded.options, terms = excluded.terms"""


class PeopleStore(BaseStore):
    """Names by account number, as last seen. Each call is one transaction."""

    async def name(self, person_id: int) -> str:
        """Return the person's name as last seen, "" for an unknown person."""
        (rows,) = await self._database.fetch_cached((_NAME, (person_id,)))
        return str(rows[0][0]) if rows else ""

    async def rename(self, person: Person) -> None:
        """Change the person's name, if the person is known."""
        if await self.name(person.id) not in ("", person.name):
            await self._database.execute_autocommit(_RENAME, id=person.id, name=person.name)

    async def register(self, people: Collection[Person]) -> None:
        """Add these people or change their names. Runs inside a transaction."""
        await self._database.execute_many(_ADD_PERSON, [(person.id, person.name) for person in people])
        for person in people:
            await self._database.execute(_RENAME, {"id": person.id, "name": person.name})


class PreferenceStore(BaseStore):
    """Preferences of people, by key. Each call is one transaction."""

    async def load(self, person_id: int) -> frozenset[tuple[str, str]]:
        """Return the keys and values that the person chose, see `bot.model`; empty for an unknown person."""
        chosen, _ = await self._database.fetch_cached((_PREFERENCES, (person_id,)), (_NAME, (person_id,)))
        return frozenset(dict(chosen).items())

    async def set(self, person: Person, key: str, value: str) -> None:
        """Save one preference of the person."""

        async def work() -> None:
            await self._database.execute(_ADD_PERSON, (person.id, person.name))
            await self._database.execute(_SET_PREFERENCE, (person.id, key, value))

        await self._database.transaction(work)

    async def forced_move_opt_outs(self, people: Iterable[Person]) -> frozenset[int]:
        """Return which of these people want to make even forced moves themselves."""
        return frozenset([number for number, mine in (await self._load_all(people)).items() if not mine.only])

    async def hours(self, people: Iterable[Person]) -> dict[int, Hours]:
        """Return the hours of these people, by account ID."""
        return {number: mine.hours for number, mine in (await self._load_all(people)).items()}

    async def _load_all(self, people: Iterable[Person]) -> dict[int, Preferences]:
        """Return preferences by account ID. Also reads names into the cache, because callers need them next."""
        people = list(people)
        statements = []
        for person in people:
            statements += [(_PREFERENCES, (person.id,)), (_NAME, (person.id,))]
        rows = await self._database.fetch_cached(*statements)
        found = {}
        for person, chosen in zip(people, rows[::2], strict=True):
            found[person.id] = preferences_from(frozenset(dict(chosen).items()))
        return found


class ServerSettingStore(BaseStore):
    """Settings of servers. Each call is one transaction."""

    def __init__(self, database: Database, outbox: OutboxStore) -> None:
        super().__init__(database)
        self._outbox = outbox

    async def load(self, guild: int | None) -> ServerSettings:
        """Return the server's settings, with defaults where nothing was chosen; None stands for direct messages."""
        if guild is None:
            return ServerSettings()
        (chosen,) = await self._database.fetch_cached((_SETTINGS, (guild,)))
        return server_settings_from(frozenset(dict(chosen).items()))

    async def set(self, guild: int, key: str, value: str, *, refresh_tables: bool = False) -> None:
        """Save one setting; `refresh_tables`: messages of the server's open tables become out of date."""

        async def work() -> None:
            await self._database.execute(_SET_SETTING, (guild, key, value))
            if refresh_tables:
                await self._outbox.mark_server_looks_old(guild)

        await self._database.transaction(work)


class LobbyHabitStore(BaseStore):
    """Options and terms that people last chose, by person and game. Each call is one transaction."""

    async def load(self, person_id: int, game: str) -> tuple[dict[str, str], dict[str, str]]:
        """Return the options and terms that the person last chose for the game; empty if none."""
        rows = await self._database.fetch(_HABIT, person_id, game)
        return (json.loads(rows[0][0]), json.loads(rows[0][1])) if rows else ({}, {})

    async def started_count(self, person_id: int, game: str) -> int:
        """Return how many started tables of the game the person has played at, counting no further than 2."""
        ((begun,),) = await self._database.fetch(_COUNT_STARTED, person=person_id, game=game)
        return int(begun)

    async def set(self, person_id: int, game: str, options: Mapping[str, str], terms: Mapping[str, str]) -> None:
        """Save the options and terms that the person, who must be known, last chose for the game."""
        habit = (person_id, game, json.dumps(dict(options)), json.dumps(dict(terms)))
        await self._database.execute_autocommit(_SET_HABIT, *habit)
