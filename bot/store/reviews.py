"""What was found out of tables that are over, so that it is found out once. Knows no game and no words."""

import json
from dataclasses import replace

from bot.model.review import ReviewSoFar
from bot.store.database import StorePart
from engine.robots.luck import Luck
from engine.robots.review import JudgedDecision, JudgedLine

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
        for length, decisions, judged, complete, draws, luck in await self._database.fetch(_OF, room_id):
            known = []
            for number, *points in json.loads(luck):
                seats = len(points) // 2
                known.append(Luck(number, tuple(points[:seats]), tuple(points[seats:])))
            so_far = ReviewSoFar(length, decisions, judged_from(judged), bool(complete), draws=draws)
            return replace(so_far, luck=tuple(known))
        return None

    async def keep(self, room_id: int, one: ReviewSoFar) -> bool:
        """It is kept; False if the table is not over, is another by now, or was judged by somebody else meanwhile."""
        facts = {"room": room_id, "length": one.length, "decisions": one.of, "complete": int(one.is_complete)}
        # A list for each draw: its round, then the points for each seat, then their errors.
        luck = [[draw.round, *(round(points, DIGITS) for points in (*draw.leads, *draw.errors))] for draw in one.luck]
        told = {"judged": judged_text(one.judged), "draws": one.draws, "luck": json.dumps(luck, separators=(",", ":"))}
        return bool(await self._database.execute_alone(_KEEP, rooms=(), **facts, **told))

    # a step inside a transaction

    async def drop(self, room_id: int) -> None:
        """Nothing is known of the table, whose log has changed."""
        await self._database.execute(_DROP, (room_id,))


def judged_text(judged: tuple[JudgedDecision, ...]) -> str:
    """A list for each decision: place, seat, what was played, closely or not, and a list for each of its lines.

    That has the value, the chance, the moves, and the answer to them as a list if there is one.
    """
    rows = []
    for one in judged:
        row: list[object] = [one.place, one.seat, one.played, int(one.closely)]
        for line in one.lines:
            answer = [line.answer] if line.answer else []
            row.append([round(line.value, DIGITS), round(line.chance, DIGITS), *line.moves, *answer])
        rows.append(row)
    return json.dumps(rows, separators=(",", ":"), ensure_ascii=False)


def judged_from(text: str) -> tuple[JudgedDecision, ...]:
    """What `judged_text` has written."""
    found = []
    for place, seat, played, closely, *lines in json.loads(text):
        read = []
        for value, chance, *moves in lines:
            answer = moves[-1] if isinstance(moves[-1], list) else ()
            read.append(JudgedLine(tuple(one for one in moves if isinstance(one, str)), value, chance, tuple(answer)))
        found.append(JudgedDecision(place, seat, tuple(read), played, bool(closely)))
    return tuple(found)
