"""People's preferences: checked, saved, and applied to their deadlines. Knows no Discord."""

import asyncio
from dataclasses import replace
from datetime import date, datetime, time, timedelta

from bot.logic.deadlines import GRACE, rescheduled
from bot.model import vacation
from bot.model.choices import Preferences, preference_fits, preferences_from
from bot.model.errors import Refusal
from bot.model.hours import Hours, passed
from bot.model.people import Person
from bot.model.record import Record
from bot.model.zones import label, zone_named, zones_meant
from bot.services.isolation import Isolation
from bot.services.rooms import Rooms
from bot.store.store import Store
from bot.text.days import day_read
from bot.text.words import AS_DISCORD, DEFAULT, Words, language_of, words_for

OF_TIME = ("zone", "sleep", "wake", "weekends", "away")
LONGEST_SLEEP = 12  # hours
ZONES = 5  # that are named at most to somebody whose text may mean several


class PreferencesService:
    """The preferences of each person."""

    def __init__(self, rooms: Rooms, store: Store) -> None:
        self._rooms = rooms
        self._store = store
        self.now = rooms.now
        self._isolation = Isolation(rooms.now)

    async def of(self, person_id: int) -> Preferences:
        """All preferences of the person, defaults where nothing was chosen."""
        return preferences_from(await self._store.preferences.of(person_id))

    async def words(self, person_id: int, server: str | None = None) -> Words:
        """The words for unasked messages to the person; `server`: the language of the server that they are about."""
        mine = await self.of(person_id)
        return words_for(language_of(mine.language, mine.locale, server))

    async def note_locale(self, person: Person, locale: str) -> Preferences:
        """All preferences of the person, whose Discord has this locale now.

        The locale is saved for unasked messages, but only for people who ever had another one than the default.
        """
        mine = await self.of(person.id)
        had_default = not mine.locale
        has_default = language_of(AS_DISCORD, locale, None) == DEFAULT
        if locale != mine.locale and not (had_default and has_default):
            await self._store.preferences.set(person, "locale", locale)
        return mine

    async def choose(self, person: Person, key: str, value: str) -> list[int]:
        """Save the person's choice; return the rooms whose deadlines have moved.

        Raises Refusal as `read` does, and: no_day, too_much_sleep, too_long_away, no_vacation.
        """
        stored = await self._store.preferences.of(person.id)
        before = preferences_from(stored).hours
        value = await asyncio.to_thread(read, key, value, datetime.fromtimestamp(self.now(), before.here).date())
        mine = preferences_from(frozenset({**dict(stored), key: value}.items()))
        if key in ("sleep", "wake") and (mine.hours.wake - mine.hours.sleep) % 24 > LONGEST_SLEEP:
            raise Refusal("too_much_sleep", n=LONGEST_SLEEP)
        if key == "away":
            mine = await self._away(person, mine)
        else:
            await self._store.preferences.set(person, key, value)
        return await self.reschedule(person, (before, mine.hours)) if key in OF_TIME else []

    async def _away(self, person: Person, mine: Preferences) -> Preferences:
        """The person is on vacation from today until the chosen day, or back; the days taken are counted."""
        today = datetime.fromtimestamp(self.now(), mine.hours.here).date()
        if mine.hours.away:
            taken = vacation.with_absence(mine.taken, today, date.fromisoformat(mine.hours.away))
        else:
            taken = vacation.with_return(mine.taken, today)
        await self._store.preferences.set(person, "away", mine.hours.away)
        await self._store.preferences.set(person, "taken", vacation.stored_text(taken, today))
        return replace(mine, taken=taken)

    async def spare(self, person: Person) -> list[int]:
        """Today is a day of vacation, if the person prefers that to a timeout; the rooms whose deadlines moved.

        [] if it is not wanted or no day is left. The deadline passes at the same time tomorrow.
        """
        mine = await self.of(person.id)
        here = datetime.fromtimestamp(self.now(), mine.hours.here)
        today = here.date()
        morning = datetime.combine(here.date(), time(), here.tzinfo).timestamp()
        tomorrow = (today + timedelta(days=1)).isoformat()
        if not mine.saver or mine.hours.away >= tomorrow or not vacation.days_left(mine.taken, today.year):
            return []
        later = await self._away(person, replace(mine, hours=replace(mine.hours, away=tomorrow)))
        least = max(passed(mine.hours, morning, self.now()), GRACE)
        return await self.reschedule(person, (mine.hours, later.hours), least)

    async def reschedule(self, person: Person, change: tuple[Hours, Hours], least: float = 0.0) -> list[int]:
        """Move the person's deadlines from the old hours to the new ones, see `rescheduled`; return their rooms."""

        def step(record: Record) -> Record:
            return rescheduled(record, person.id, change, self.now(), least)

        moved = await self._store.deadlines.of_person(person.id)
        for room_id in moved:
            with self._isolation.alone(room_id):  # the person may move, or the table may end, meanwhile
                await self._rooms.change(room_id, None, step)
        return moved


def read(key: str, typed: str, today: date) -> str:
    """The value of the preference that was typed or chosen. A time zone may take some 100 ms of CPU.

    Raises Refusal: unknown, no_zone, several_zones, unread_day.
    """
    value = typed.strip()
    if key == "zone":
        value = zone_named(typed)
        if not value and (meant := zones_meant(typed)):
            raise Refusal("several_zones", zones=", ".join(map(label, meant[:ZONES])))
    elif key == "away" and value:
        value = day_read(value, today)
        if not value:
            raise Refusal("unread_day", day=vacation.an_example(today))
    if not preference_fits(key, value):
        raise Refusal("no_zone" if key == "zone" else "unknown")
    return value
