"""What people are called and what was chosen: by people, by servers, last in the lobbies of a game. Knows no room."""

import json
from collections.abc import Collection, Iterable, Mapping

from bot.model.choices import Preferences, ServerSettings, preferences_from, server_of
from bot.model.hours import Hours
from bot.model.people import Person
from bot.store.database import Database, StorePart
from bot.store.messages import OutboxStore

_MEET = "INSERT INTO people (id, name) VALUES (?, ?) ON CONFLICT (id) DO NOTHING"
_RENAME = "UPDATE people SET name = :name WHERE id = :id AND name <> :name"
_NAME = "SELECT name FROM people WHERE id = ?"
_CHOSEN = "SELECT key, value FROM preferences WHERE person = ?"
_CHOOSE = """
    INSERT INTO preferences (person, key, value) VALUES (?, ?, ?)
    ON CONFLICT (person, key) DO UPDATE SET value = excluded.value"""
_SETTINGS = "SELECT key, value FROM server_settings WHERE guild = ?"
_SET = """
    INSERT INTO server_settings (guild, key, value) VALUES (?, ?, ?)
    ON CONFLICT (guild, key) DO UPDATE SET value = excluded.value"""
_BEGUN = """
    SELECT count(*) FROM (
        SELECT room FROM results WHERE person = :person AND game = :game
        UNION SELECT room FROM seats CROSS JOIN rooms
            WHERE rooms.id = seats.room AND seats.person = :person AND rooms.game = :game
                AND rooms.phase IN ('playing', 'over', 'ended')
        LIMIT 2) AS begun"""
_HABIT = "SELECT options, terms FROM lobby_habits WHERE person = ? AND game = ?"
_LEARN = """
    INSERT INTO lobby_habits (person, game, options, terms) VALUES (?, ?, ?, ?)
    ON CONFLICT (person, game) DO UPDATE SET options = excluded.options, terms = excluded.terms"""


class PeopleStore(StorePart):
    """Names by account number, as last seen. Each call is one transaction."""

    async def name(self, person_id: int) -> str:
        """The name of the person as last seen, "" for somebody unknown."""
        (rows,) = await self._database.fetch_cached((_NAME, (person_id,)))
        return str(rows[0][0]) if rows else ""

    async def rename(self, person: Person) -> None:
        """If this person is known, it is by this name from now on."""
        if await self.name(person.id) not in ("", person.name):
            await self._database.execute_alone(_RENAME, id=person.id, name=person.name)

    async def meet(self, people: Collection[Person]) -> None:
        """Inside a transaction: these people are known by these names."""
        await self._database.execute_many(_MEET, [(person.id, person.name) for person in people])
        for person in people:
            await self._database.execute(_RENAME, {"id": person.id, "name": person.name})


class PreferenceStore(StorePart):
    """What people chose for themselves, by key. Each call is one transaction."""

    async def of(self, person_id: int) -> frozenset[tuple[str, str]]:
        """The keys and values that the person chose, see model/choices.py; empty for somebody unknown."""
        chosen, _ = await self._database.fetch_cached((_CHOSEN, (person_id,)), (_NAME, (person_id,)))
        return frozenset(dict(chosen).items())

    async def set(self, person: Person, key: str, value: str) -> None:
        """The person chose that."""

        async def work() -> None:
            await self._database.execute(_MEET, (person.id, person.name))
            await self._database.execute(_CHOOSE, (person.id, key, value))

        await self._database.transaction(work)

    async def careful(self, people: Iterable[Person]) -> frozenset[int]:
        """Those of these people who want to make a move themselves also where it is the only one."""
        return frozenset([number for number, mine in (await self._of_all(people)).items() if not mine.only])

    async def hours(self, people: Iterable[Person]) -> dict[int, Hours]:
        """The hours of these people, by number."""
        return {number: mine.hours for number, mine in (await self._of_all(people)).items()}

    async def _of_all(self, people: Iterable[Person]) -> dict[int, Preferences]:
        """The preferences of these people, read with their names: whoever is asked about is called by name soon."""
        people = list(people)
        statements = []
        for person in people:
            statements += [(_CHOSEN, (person.id,)), (_NAME, (person.id,))]
        rows = await self._database.fetch_cached(*statements)
        found = {}
        for person, chosen in zip(people, rows[::2], strict=True):
            found[person.id] = preferences_from(frozenset(dict(chosen).items()))
        return found


class ServerSettingStore(StorePart):
    """What was chosen for servers. Each call is one transaction."""

    def __init__(self, database: Database, outbox: OutboxStore) -> None:
        super().__init__(database)
        self._outbox = outbox

    async def of(self, guild: int | None) -> ServerSettings:
        """The settings of the server, defaults where nothing was chosen; defaults only for None, a direct message."""
        if guild is None:
            return ServerSettings()
        (chosen,) = await self._database.fetch_cached((_SETTINGS, (guild,)))
        return server_of(frozenset(dict(chosen).items()))

    async def set(self, guild: int, key: str, value: str, *, look: bool = False) -> None:
        """Save the server's setting; `look`: the messages of its open tables are out of date."""

        async def work() -> None:
            await self._database.execute(_SET, (guild, key, value))
            if look:
                await self._outbox.add_open(guild)

        await self._database.transaction(work)


class LobbyHabitStore(StorePart):
    """The options and terms that people last chose, by person and game. Each call is one transaction."""

    async def of(self, person_id: int, game: str) -> tuple[dict[str, str], dict[str, str]]:
        """The options and terms that this person last chose for this game; empty if none."""
        rows = await self._database.fetch(_HABIT, person_id, game)
        return (json.loads(rows[0][0]), json.loads(rows[0][1])) if rows else ({}, {})

    async def begun(self, person_id: int, game: str) -> int:
        """At how many tables of this game that have begun the person sits or counts; 2 for more too."""
        ((begun,),) = await self._database.fetch(_BEGUN, person=person_id, game=game)
        return int(begun)

    async def set(self, person_id: int, game: str, options: Mapping[str, str], terms: Mapping[str, str]) -> None:
        """These are the options and terms that this known person last chose for the game."""
        habit = (person_id, game, json.dumps(dict(options)), json.dumps(dict(terms)))
        await self._database.execute_alone(_LEARN, *habit)
