"""Which pages of private messages were shown to a whole channel. The store builds on it.

Knows no connection and no transaction: both are the store's.
"""

from __future__ import annotations

from bot.store.ways import Ways

_SHOW = "INSERT INTO pages (message, page, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING RETURNING message"
_HIDE = "DELETE FROM pages WHERE message = ? AND page = ?"
_FORGET = "DELETE FROM pages WHERE at < ?"


class SharedPageStore(Ways):
    """Pages by message. Each public call is one transaction."""

    async def show_page(self, message: int, page: str, now: float) -> bool:
        """The page of that message counts as shown at this moment (unix seconds); False if it did before."""
        return bool(await self._alone(_SHOW, message, page, now))

    async def hide_page(self, message: int, page: str) -> None:
        """The page does not count as shown."""
        await self._alone(_HIDE, message, page)

    async def forget_pages(self, before: float) -> None:
        """Which pages were shown before that moment (unix seconds) is forgotten."""
        await self._alone(_FORGET, before)
