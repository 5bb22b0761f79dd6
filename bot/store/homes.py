"""The one place where a statement is narrowed to the servers that this process sees to. Knows no table but `rooms`.

A statement about all tables has a remark where it is to be narrowed: `/* AND home of server rooms.guild */` for a
column that names a server, `/* AND home of table seats.room */` for one that names a table; or WHERE in place of AND.
Where one process sees to everything the statement stays as it stands, and no database has more to do.
"""

import re
from collections.abc import AsyncIterator, Collection, Mapping
from functools import cache
from typing import Any

from bot.model.home import EVERYWHERE, TIME, Home
from bot.store.database import Database, StorePart

SENDING = 60.0  # seconds after which what a process was sending may be sent by another
PAGE = 200  # rows that are looked up at once where there may be many thousands

_REMARK = re.compile(r"/\* (AND|WHERE) home of (server|table) (\S+) \*/")
_GUILD = {"server": "{}", "table": "(SELECT its.guild FROM rooms AS its WHERE its.id = {})"}
# How far the shard lies behind the first of the home. Not BETWEEN, which would look the server up twice.
_CLAUSE = "{} ((coalesce({}, 0) >> {}) % {} + {}) % {} <= {}"


@cache
def narrowed(sql: str, home: Home) -> str:
    """The statement for the servers of this home.

    >>> narrowed("SELECT id FROM rooms /* WHERE home of server rooms.guild */", Home(2, 3, 16))
    'SELECT id FROM rooms WHERE ((coalesce(rooms.guild, 0) >> 22) % 16 + 14) % 16 <= 1'
    """
    if home.is_everything:
        return sql

    def clause(found: re.Match[str]) -> str:
        guild, behind = _GUILD[found[2]].format(found[3]), home.count - home.first
        return _CLAUSE.format(found[1], guild, TIME, home.count, behind, home.count, home.last - home.first)

    return _REMARK.sub(clause, sql)


class HomePart(StorePart):
    """A store of one subject that looks for what this process is to do by itself."""

    def __init__(self, database: Database, home: Home = EVERYWHERE) -> None:
        super().__init__(database)
        self._home = home

    async def _fetch_at_home(self, sql: str, *facts: Any, **named: Any) -> list[Any]:
        """The rows of one statement about what is at home."""
        return await self._database.fetch(narrowed(sql, self._home), *facts, **named)

    async def _pages(self, sql: str, last: Mapping[str, Any], **facts: Any) -> AsyncIterator[Any]:
        """The rows of a statement that asks for those after the last one, `:most` of them at once.

        Rows begin with what orders them, as the statement names it. They are looked up some at a time, so that nobody
        waits for all of them.
        """
        while rows := await self._fetch_at_home(sql, **last, **facts, most=PAGE):
            for row in rows:
                yield row
            if len(rows) < PAGE:
                return
            last = dict(zip(last, rows[-1], strict=False))

    async def _take(self, sql: str, now: float, *, rooms: Collection[int] = (), **facts: Any) -> bool:
        """Whether this process may do something now: the statement finds that nobody does it, and says that we do.

        For a while two processes may have the same home, when one takes over from the other. Where there can be only
        one process nothing is asked. A statement names the moment `:clock`: the clock of a machine may be wrong, so on
        a server its own clock counts, and `now` does not.
        """
        if not self._database.port.is_shared:
            return True
        return bool(await self._database.execute_alone(sql, rooms=rooms, clock=now, **facts))
