"""What was judged of tables that are over, so that it is judged once. Knows no game and no words."""

import json
from typing import Any

from bot.model.review import ReviewSoFar
from bot.store.database import StorePart
from engine.review import Judged, JudgedLine

DIGITS = 5  # of values and chances

_OF = "SELECT length, decisions, judged, complete FROM reviews WHERE room = ?"
# Only of a table that is over and has not changed since; nothing that is complete is made incomplete again.
_KEEP = """
    INSERT INTO reviews (room, length, decisions, judged, complete)
    SELECT id, :length, :decisions, :judged, :complete FROM rooms
    WHERE id = :room AND phase IN ('over', 'ended') AND length = :length
    ON CONFLICT (room) DO UPDATE SET length = excluded.length, decisions = excluded.decisions,
        judged = excluded.judged, complete = excluded.complete
    WHERE reviews.complete = 0 OR reviews.length <> excluded.length RETURNING room"""
_DROP = "DELETE FROM reviews WHERE room = ?"


class ReviewStore(StorePart):
    """What was judged of tables. Each call is one transaction, except the step at the end, which needs one."""

    async def of(self, room_id: int) -> ReviewSoFar | None:
        """What was judged of the table so far, None for nothing."""
        rows = await self._database.fetch(_OF, room_id)
        return next((_read(*row) for row in rows), None)

    async def keep(self, room_id: int, one: ReviewSoFar) -> bool:
        """It is kept; False if the table is not over, is another by now, or was judged by somebody else meanwhile."""
        facts = {"room": room_id, "length": one.length, "decisions": one.of, "judged": judged_text(one.judged)}
        return bool(await self._database.execute_alone(_KEEP, rooms=(), complete=int(one.is_complete), **facts))

    # a step inside a transaction

    async def drop(self, room_id: int) -> None:
        """Nothing is known of the table, whose log has changed."""
        await self._database.execute(_DROP, (room_id,))


def judged_text(judged: tuple[Judged, ...]) -> str:
    """A list for each decision: place, seat, what was played, closely or not, and a list for each of its lines."""
    rows = [[one.place, one.seat, one.played, int(one.closely), *map(_line, one.lines)] for one in judged]
    return json.dumps(rows, separators=(",", ":"), ensure_ascii=False)


def _line(line: JudgedLine) -> list[object]:
    return [round(line.value, DIGITS), round(line.chance, DIGITS), *line.moves]


def _read(length: int, decisions: int, judged: str, complete: int) -> ReviewSoFar:
    return ReviewSoFar(length, decisions, judged_from(judged), bool(complete))


def judged_from(text: str) -> tuple[Judged, ...]:
    """What `judged_text` has written."""
    return tuple(_judged(*row) for row in json.loads(text))


def _judged(place: int, seat: int, played: int, closely: int, *lines: Any) -> Judged:
    each = tuple(JudgedLine(tuple(moves), value, chance) for value, chance, *moves in lines)
    return Judged(place, seat, each, played, bool(closely))
