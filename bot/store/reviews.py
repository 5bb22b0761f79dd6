"""What was found out of tables that are over, so that it is found out once. Knows no game and no words."""

import json
from dataclasses import replace

from bot.model.review import ReviewProgress
from bot.store.database import BaseStore
from engine.robots.luck import Luck
from engine.robots.review import JudgedDecision, JudgedLine

REVIEW_DIGITS = 5  # of values, chances and points

_REVIEW = "SELECT length, decisions, judged, complete, draws, luck FROM reviews WHERE room = ?"
# Only of a table that is over and has not changed since; nothing that is complete is made incomplete again, and where
# all decisions are judged nobody knows less of the luck afterwards.
_SAVE = """
    INSERT INTO reviews (room, length, decisions, judged, complete, draws, luck)
    SELECT id, :length, :decisions, :judged, :complete, :draws, :luck FROM rooms
    WHERE id = :room AND phase IN ('over', 'ended') AND length = :length
    ON CONFLICT (room) DO UPDATE SET length = excluded.length, decisions = excluded.decisions,
        judged = excluded.judged, complete = excluded.complete, draws = excluded.draws, luck = excluded.luck
    WHERE reviews.complete = 0 OR reviews.length <> excluded.length
        OR (excluded.complete = 1 AND (reviews.draws IS NULL OR length(reviews.luck) <= length(excluded.luck)))
    RETURNING room"""
_DELETE = "DELETE FROM reviews WHERE room = ?"


class ReviewStore(BaseStore):
    """What was judged of tables. Each call is one transaction, except the step at the end, which needs one."""

    async def load(self, room_id: int) -> ReviewProgress | None:
        """What was judged of the table so far, None for nothing."""
        for length, decisions, judged, complete, draws, luck in await self._database.fetch(_REVIEW, room_id):
            known = []
            for number, *points in json.loads(luck):
                seats = len(points) // 2
                known.append(Luck(number, tuple(points[:seats]), tuple(points[seats:])))
            so_far = ReviewProgress(length, decisions, decode_judgments(judged), bool(complete), draw_count=draws)
            return replace(so_far, luck=tuple(known))
        return None

    async def save(self, room_id: int, review: ReviewProgress) -> bool:
        """It is kept; False if the table is not over, is another by now, or was judged by somebody else meanwhile."""
        facts = {
            "room": room_id,
            "length": review.log_length,
            "decisions": review.decision_count,
            "complete": int(review.is_complete),
        }
        # A list for each draw: its round, then the points for each seat, then their errors.
        luck = [
            [draw.round, *(round(points, REVIEW_DIGITS) for points in (*draw.leads, *draw.errors))]
            for draw in review.luck
        ]
        told = {
            "judged": encode_judgments(review.judgments),
            "draws": review.draw_count,
            "luck": json.dumps(luck, separators=(",", ":")),
        }
        return bool(await self._database.execute_autocommit(_SAVE, changed_keys=(), **facts, **told))

    # a step inside a transaction

    async def delete(self, room_id: int) -> None:
        """Nothing is known of the table, whose log has changed."""
        await self._database.execute(_DELETE, (room_id,))


def encode_judgments(judged: tuple[JudgedDecision, ...]) -> str:
    """A list for each decision: place, seat, what was played, closely or not, and a list for each of its lines.

    That has the value, the chance, the moves, and the answer to them as a list if there is one.
    """
    rows = []
    for one in judged:
        row: list[object] = [one.place, one.seat, one.played, int(one.closely)]
        for line in one.lines:
            answer = [line.answer] if line.answer else []
            row.append([round(line.value, REVIEW_DIGITS), round(line.chance, REVIEW_DIGITS), *line.moves, *answer])
        rows.append(row)
    return json.dumps(rows, separators=(",", ":"), ensure_ascii=False)


def decode_judgments(text: str) -> tuple[JudgedDecision, ...]:
    """What `judged_text` has written."""
    found = []
    for place, seat, played, closely, *lines in json.loads(text):
        read = []
        for value, chance, *moves in lines:
            answer = moves[-1] if isinstance(moves[-1], list) else ()
            read.append(JudgedLine(tuple(one for one in moves if isinstance(one, str)), value, chance, tuple(answer)))
        found.append(JudgedDecision(place, seat, tuple(read), played, bool(closely)))
    return tuple(found)
