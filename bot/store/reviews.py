"""What was found out of tables that are over, so that it is found out once. Knows no game and no words."""

import json
from collections.abc import Sequence
from typing import Any

from bot.model.review import ReviewSoFar
from bot.store.database import StorePart
from engine.luck import Luck
from engine.review import Judged, JudgedLine

DIGITS = 5  # of values, chances and points

_OF = "SELECT length, decisions, judged, complete, draws, luck FROM reviews WHERE room = ?"
# Only of a table that is over and has not changed since; nothing that is complete is made incomplete again, and where
# all decisions are judged nobody knows less of the luck afterwards.
_KEEP = """
    INSERT INTO reviews (room, length, decisions, judged, complete, draws, luck)
    SELECT id, :length, :decisions, :judged, :complete, :draws, :luck FROM rooms
    WHERE id = :room AND phase IN ('over', 'ended') AND length = :length
    ON CONFLICT (room) DO UPDATE SET length = excluded.length, decisions = excluded.decisions,
        judged = excluded.judged, complete = excluded.complete, draws = excluded.draws, luck = excluded.luck
    WHERE reviews.complete = 0 OR reviews.length <> excluded.length
        OR (excluded.complete = 1 AND (reviews.draws IS NULL OR length(reviews.luck) <= length(excluded.luck)))
    RETURNING room"""
_DROP = "DELETE FROM reviews WHERE room = ?"


class ReviewStore(StorePart):
    """What was judged of tables. Each call is one transaction, except the step at the end, which needs one."""

    async def of(self, room_id: int) -> ReviewSoFar | None:
        """What was judged of the table so far, None for nothing."""
        rows = await self._database.fetch(_OF, room_id)
        return next((_read(row) for row in rows), None)

    async def keep(self, room_id: int, one: ReviewSoFar) -> bool:
        """It is kept; False if the table is not over, is another by now, or was judged by somebody else meanwhile."""
        facts = {"room": room_id, "length": one.length, "decisions": one.of, "complete": int(one.is_complete)}
        told = {"judged": judged_text(one.judged), "draws": one.draws, "luck": _luck_written(one.luck)}
        return bool(await self._database.execute_alone(_KEEP, rooms=(), **facts, **told))

    # a step inside a transaction

    async def drop(self, room_id: int) -> None:
        """Nothing is known of the table, whose log has changed."""
        await self._database.execute(_DROP, (room_id,))


def judged_text(judged: tuple[Judged, ...]) -> str:
    """A list for each decision: place, seat, what was played, closely or not, and a list for each of its lines.

    That has the value, the chance, the moves, and the answer to them as a list if there is one.
    """
    rows = [[one.place, one.seat, one.played, int(one.closely), *map(_line, one.lines)] for one in judged]
    return json.dumps(rows, separators=(",", ":"), ensure_ascii=False)


def _line(line: JudgedLine) -> list[object]:
    answer = [line.answer] if line.answer else []
    return [round(line.value, DIGITS), round(line.chance, DIGITS), *line.moves, *answer]


def _luck_written(luck: tuple[Luck, ...]) -> str:
    """A list for each draw: its round, then the points for each seat, then their errors."""
    rows = [[one.round, *(round(points, DIGITS) for points in (*one.leads, *one.errors))] for one in luck]
    return json.dumps(rows, separators=(",", ":"))


def _read(row: Sequence[Any]) -> ReviewSoFar:
    length, decisions, judged, complete, draws, luck = row
    known = tuple(_luck(*row) for row in json.loads(luck))
    return ReviewSoFar(length, decisions, judged_from(judged), bool(complete), luck=known, draws=draws)


def judged_from(text: str) -> tuple[Judged, ...]:
    """What `judged_text` has written."""
    return tuple(_judged(*row) for row in json.loads(text))


def _luck(number: int, *points: float) -> Luck:
    seats = len(points) // 2
    return Luck(number, points[:seats], points[seats:])


def _judged(place: int, seat: int, played: int, closely: int, *lines: Any) -> Judged:
    return Judged(place, seat, tuple(_read_line(*line) for line in lines), played, bool(closely))


def _read_line(value: float, chance: float, *moves: Any) -> JudgedLine:
    answer = moves[-1] if isinstance(moves[-1], list) else ()
    return JudgedLine(tuple(one for one in moves if isinstance(one, str)), value, chance, tuple(answer))
