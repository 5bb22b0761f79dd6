"""Games as text: a table's record as a file, and how a record that somebody brought looks. Knows no Discord library."""

from __future__ import annotations

from collections.abc import Sequence

from bot.bag import key
from bot.hidden import has_secrets, pending
from bot.names import plain
from bot.room import Refusal, Room
from bot.screen import Paper, Screen, Text
from bot.words import Words
from engine.transcript import written
from render import accent


def exported(room: Room, match: Sequence[Room], words: Words) -> Screen:
    """The record of the table as a file, its seed only once the bag's key is told.

    Choices that wait for those of others are left out. Raises Refusal("secret_record") for a game with hidden hands
    that is not over.
    """
    table = room.table
    assert table is not None
    if room.phase == "playing":
        if has_secrets(table):
            raise Refusal("secret_record", tag=room.tag)
        table = table.back_to(min(pending(table), default=len(table.log)))
    seed = table.seed if key(room, match) else None
    text = written(table, [plain(who.name) for who in room.seats], seed)
    said = words("record.exported", tag=room.tag, n=len(text.splitlines()))
    paper = Paper(f"tessera-{room.code}.txt", text.encode())
    return Screen((Text(said), paper), accent=accent(room.game.key))
