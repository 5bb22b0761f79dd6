"""How much of what there is: the few numbers that an operator watches all the time. Knows no room by its number."""

from dataclasses import dataclass

from bot.store.homes import HomePart, server_at_home, table_at_home

_ROOM_AT_HOME = server_at_home("rooms.guild")
# Tables that are over are not counted: there are more of them every day, and each count would take longer.
_OPEN = f"""
    SELECT (SELECT count(*) FROM rooms INDEXED BY rooms_lobbies
            WHERE phase = 'lobby' AND {_ROOM_AT_HOME}),
        (SELECT count(*) FROM rooms INDEXED BY rooms_running
            WHERE phase = 'playing' AND paused IS NULL AND {_ROOM_AT_HOME}),
        (SELECT count(*) FROM rooms INDEXED BY rooms_paused
            WHERE phase = 'playing' AND paused IS NOT NULL AND {_ROOM_AT_HOME})"""  # noqa: S608
_WAITING = f"""
    SELECT (SELECT count(*) FROM outbox WHERE NOT EXISTS (
            SELECT 1 FROM asleep WHERE asleep.room = outbox.room AND trying = 0) AND {table_at_home("outbox.room")}),
        (SELECT count(*) FROM asleep WHERE trying = 0 AND {table_at_home("asleep.room")}),
        (SELECT count(*) FROM seats WHERE due <= :now AND stopped = 0
            AND {table_at_home("seats.room")})"""  # noqa: S608 - no outside text


@dataclass(frozen=True)
class OpenTables:
    """Tables that are not over: in the `lobby`, `playing` with a clock that may run, and `paused`."""

    lobby: int
    playing: int
    paused: int


@dataclass(frozen=True)
class WaitingWork:
    """What the bot has to do: messages `owed`, tables `asleep` until Discord lets them be shown, deadlines `late`."""

    owed: int
    asleep: int
    late: int


class CountStore(HomePart):
    """Numbers of all that this process sees to. Each call is one statement."""

    async def open_tables(self) -> OpenTables:
        """The tables that are not over."""
        return OpenTables(*(await self._fetch_at_home(_OPEN))[0])

    async def waiting(self, now: float) -> WaitingWork:
        """What waits at that moment."""
        return WaitingWork(*(await self._fetch_at_home(_WAITING, now=now))[0])
