"""People's preferences: checked, saved, and applied to their deadlines. Knows nothing about Discord."""

import asyncio
from dataclasses import replace
from datetime import date, datetime, time, timedelta

from bot.logic.deadlines import TAKE_BACK_GRACE, apply_new_hours
from bot.model import vacation
from bot.model.errors import Refusal
from bot.model.hours import Hours, seconds_between
from bot.model.people import Person
from bot.model.preferences import Preferences, preference_fits, preferences_from
from bot.model.record import Record
from bot.model.time_zones import matching_zones, resolve_zone, zone_label
from bot.services.fault_isolation import FaultIsolation
from bot.services.rooms import Rooms
from bot.store.store import Store
from bot.text.dates import parse_date
from bot.text.words import AS_DISCORD, DEFAULT_LANGUAGE, Words, language_of, words_for

DEADLINE_PREFERENCES = ("zone", "sleep", "wake", "weekends", "away")
MAX_SLEEP_HOURS = 12
MAX_SUGGESTED_ZONES = 5  # in the refusal of a text that fits several time zones


class PreferencesService:
    """The preferences of each person."""

    def __init__(self, rooms: Rooms, store: Store) -> None:
        self._rooms = rooms
        self._store = store
        self.now = rooms.now
        self._isolation = FaultIsolation(rooms.now)

    async def load(self, person_id: int) -> Preferences:
        """Return all preferences of the person, with defaults for those never chosen."""
        return preferences_from(await self._store.preferences.load(person_id))

    async def words(self, person_id: int, server: str | None = None) -> Words:
        """Return the texts for unprompted messages to the person. `server`: the language of the server concerned."""
        mine = await self.load(person_id)
        return words_for(language_of(mine.language, mine.locale, server))

    async def note_locale(self, person: Person, locale: str) -> Preferences:
        """Note the person's current Discord locale; return all preferences as they were before.

        The locale is saved for unprompted messages, but only for people who ever had a non-default one.
        """
        mine = await self.load(person.id)
        had_default = not mine.locale
        has_default = language_of(AS_DISCORD, locale, None) == DEFAULT_LANGUAGE
        if locale != mine.locale and not (had_default and has_default):
            await self._store.preferences.set(person, "locale", locale)
        return mine

    async def choose(self, person: Person, key: str, value: str) -> list[int]:
        """Save the person's choice; return the rooms whose deadlines moved.

        Raises Refusal as `parse_preference` does, and: no_day, too_much_sleep, too_long_away, no_vacation.
        """
        stored = await self._store.preferences.load(person.id)
        before = preferences_from(stored).hours
        value = await asyncio.to_thread(
            parse_preference, key, value, datetime.fromtimestamp(self.now(), before.time_zone).date()
        )
        mine = preferences_from(frozenset({**dict(stored), key: value}.items()))
        if key in ("sleep", "wake") and (mine.hours.wake - mine.hours.sleep) % 24 > MAX_SLEEP_HOURS:
            raise Refusal("too_much_sleep", n=MAX_SLEEP_HOURS)
        if key == "away":
            mine = await self._set_vacation(person, mine)
        else:
            await self._store.preferences.set(person, key, value)
        return await self.reschedule(person, (before, mine.hours)) if key in DEADLINE_PREFERENCES else []

    async def _set_vacation(self, person: Person, mine: Preferences) -> Preferences:
        """Start a vacation that lasts until the chosen day, or end the current one; count the days used."""
        today = datetime.fromtimestamp(self.now(), mine.hours.time_zone).date()
        if mine.hours.away_until:
            taken = vacation.with_absence(mine.vacation_days, today, date.fromisoformat(mine.hours.away_until))
        else:
            taken = vacation.with_return(mine.vacation_days, today)
        await self._store.preferences.set(person, "away", mine.hours.away_until)
        await self._store.preferences.set(person, "taken", vacation.stored_text(taken, today))
        return replace(mine, vacation_days=taken)

    async def use_vacation_day(self, person: Person) -> list[int]:
        """Use a vacation day instead of a timeout if the person prefers that; return the rooms whose deadlines moved.

        The deadline moves to the same time tomorrow. Returns [] if the person does not want this or has no day left.
        """
        mine = await self.load(person.id)
        now = datetime.fromtimestamp(self.now(), mine.hours.time_zone)
        today = now.date()
        morning = datetime.combine(now.date(), time(), now.tzinfo).timestamp()
        tomorrow = (today + timedelta(days=1)).isoformat()
        if (
            not mine.saver
            or mine.hours.away_until >= tomorrow
            or not vacation.days_left(mine.vacation_days, today.year)
        ):
            return []
        later = await self._set_vacation(person, replace(mine, hours=replace(mine.hours, away_until=tomorrow)))
        least = max(seconds_between(mine.hours, morning, self.now()), TAKE_BACK_GRACE)
        return await self.reschedule(person, (mine.hours, later.hours), least)

    async def reschedule(self, person: Person, change: tuple[Hours, Hours], least: float = 0.0) -> list[int]:
        """Adapt the person's deadlines to a change from old to new hours as `apply_new_hours`; return their rooms."""

        def step(record: Record) -> Record:
            return apply_new_hours(record, person.id, change, self.now(), least)

        moved = await self._store.deadlines.rooms_with_deadline(person.id)
        for room_id in moved:
            with self._isolation.isolate(room_id):  # in the meantime the person may move or the table may end
                await self._rooms.change(room_id, None, step)
        return moved


def parse_preference(key: str, typed: str, today: date) -> str:
    """Return the value to store for the typed or chosen text. Finding a time zone may take some 100 ms of CPU.

    Raises Refusal: unknown, no_zone, several_zones, unread_day.
    """
    value = typed.strip()
    if key == "zone":
        value = resolve_zone(typed)
        if not value and (meant := matching_zones(typed)):
            raise Refusal("several_zones", zones=", ".join(map(zone_label, meant[:MAX_SUGGESTED_ZONES])))
    elif key == "away" and value:
        value = parse_date(value, today)
        if not value:
            raise Refusal("unread_day", day=vacation.example_day(today))
    if not preference_fits(key, value):
        raise Refusal("no_zone" if key == "zone" else "unknown")
    return value
