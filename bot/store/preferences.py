"""What people last chose in the lobbies of a game. The store builds on it.

Knows no connection and no transaction: both are the store's.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from bot.store.ways import Ways

_HABIT = "SELECT options, terms FROM habits WHERE person = ? AND game = ?"
_LEARN = "INSERT OR REPLACE INTO habits (person, game, options, terms) VALUES (?, ?, ?, ?)"


class LobbyHabitStore(Ways):
    """Options and terms by person and game. Each public call is one transaction."""

    async def habit(self, person_id: int, game: str) -> tuple[dict[str, str], dict[str, str]]:
        """The options and terms that this person last chose for this game; empty if none."""
        rows = await self._read(_HABIT, person_id, game)
        return (json.loads(rows[0][0]), json.loads(rows[0][1])) if rows else ({}, {})

    async def learn(self, person_id: int, game: str, options: Mapping[str, str], terms: Mapping[str, str]) -> None:
        """These are the options and terms that this known person last chose for the game."""
        habit = (person_id, game, json.dumps(dict(options)), json.dumps(dict(terms)))
        await self._alone(_LEARN, *habit)
