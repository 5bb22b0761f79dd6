"""Reviews of finished tables, kept so that each is computed once. Knows nothing about games and texts."""

import json
from dataclasses import replace

from bot.model.review import ReviewProgress
from bot.store.database import BaseStore
from engine.robots.luck import Luck
from engine.robots.review import JudgedDecision, JudgedLine

STORED_DIGITS = 5  # decimal places of values, chances and points

_REVIEW = "SELECT length, decisions, judged, complete, draws, luck FROM reviews WHERE room = ?"
# Saves only if the table is over and unchanged. A complete review is never replaced by an incomplete review, nor by a
# review in which the luck of fewer draws is measured.
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
    """Reviews of tables. Each call is one transaction, except the step at the end, which needs one."""

    async def load(self, room_id: int) -> ReviewProgress | None:
        """Return the review of the table so far, None if there is none."""
        for length, decisions, judged, complete, draws, luck in await self._database.fetch(_REVIEW, room_id):
            known = []
            for number, *points in json.loads(luck):
                seats = len(points) // 2
                known.append(Luck(number, tuple(points[:seats]), tuple(points[seats:])))
            so_far = ReviewProgress(length, decisions, decode_judgments(judged), bool(complete), draw_count=draws)
            return replace(so_far, luck=tuple(known))
        return None

    async def save(self, room_id: int, review: ReviewProgress) -> bool:
        """Save the review; return False if the table is not over, has changed, or was reviewed meanwhile."""
        facts = {
            "room": room_id,
            "length": review.log_length,
            "decisions": review.decision_count,
            "complete": int(review.is_complete),
        }
        # A list for each draw: its round, then the points of luck for each seat, then the errors of these points.
        luck = [
            [draw.round, *(round(points, STORED_DIGITS) for points in (*draw.leads, *draw.errors))]
            for draw in review.luck
        ]
        columns = {
            "judged": encode_judgments(review.judgments),
            "draws": review.draw_count,
            "luck": json.dumps(luck, separators=(",", ":")),
        }
        return bool(await self._database.execute_autocommit(_SAVE, changed_keys=(), **facts, **columns))

    # a step inside a transaction

    async def delete(self, room_id: int) -> None:
        """Delete the review of a table whose log has changed."""
        await self._database.execute(_DELETE, (room_id,))


def encode_judgments(judged: tuple[JudgedDecision, ...]) -> str:
    """Return JSON with a list for each decision: place, seat, index of the line played, closely or not, all lines.

    Each line is a list: value, chance, moves, and the answer to these moves as a list if there is an answer.
    """
    rows = []
    for decision in judged:
        row: list[object] = [decision.place, decision.seat, decision.played, int(decision.closely)]
        for line in decision.lines:
            answer = [line.answer] if line.answer else []
            row.append([round(line.value, STORED_DIGITS), round(line.chance, STORED_DIGITS), *line.moves, *answer])
        rows.append(row)
    return json.dumps(rows, separators=(",", ":"), ensure_ascii=False)


def decode_judgments(text: str) -> tuple[JudgedDecision, ...]:
    """Return the decisions that `encode_judgments` has written."""
    found = []
    for place, seat, played, closely, *lines in json.loads(text):
        read = []
        for value, chance, *moves in lines:
            answer = moves[-1] if isinstance(moves[-1], list) else ()
            read.append(
                JudgedLine(tuple(move for move in moves if isinstance(move, str)), value, chance, tuple(answer))
            )
        found.append(JudgedDecision(place, seat, tuple(read), played, bool(closely)))
    return tuple(found)
