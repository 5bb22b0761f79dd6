"""Calls people to a new message of their table: there, directly, in both or nowhere. Knows no rules."""

from collections.abc import Collection
from dataclasses import replace

import discord

from bot.delivery.membership import Membership
from bot.delivery.unreachable import PATIENCE, send_directly
from bot.model.room import PlayedRoom
from bot.model.room_number import code
from bot.screens import direct_messages as direct_messages_screen
from bot.screens import prepared as prepared_screen
from bot.screens.screen import Screen, Text
from bot.services.services import Services

DIRECT = ("direct", "both")  # answers to where a person is called
IN_CHANNEL = ("channel", "both")


class Calls:
    """Calls people once for each occasion, in the channel if their direct messages are closed."""

    def __init__(self, client: discord.Client, services: Services, membership: Membership) -> None:
        self._client = client
        self._membership = membership
        self._preferences = services.preferences
        self._prepared = services.prepared_moves
        self._called: dict[int, tuple[int | None, set[int]]] = {}  # room: its message, who was called directly since

    async def spread(self, room: PlayedRoom, screen: Screen) -> Screen:
        """The table's message pinging only people who want that.

        Those who want direct calls have got theirs, and so have those who cannot see the channel any more. Whoever is
        denied it but sees it, as owners do, gets both.
        """
        pings = []
        for person in screen.pings:
            mine = await self._preferences.of(person)
            shut_out = mine.pings != "none" and await self._membership.is_shut_out(room.place, person)
            directly = (
                shut_out
                or mine.pings in DIRECT
                or (mine.pings != "none" and self._membership.is_denied(room.place, person))
            )
            called = directly and await self._call(person, room, quiet=mine.quiet, shut_out=shut_out)
            is_pinged = mine.pings in IN_CHANNEL and not (shut_out and called)
            if not mine.quiet and (is_pinged or (mine.pings == "direct" and not called)):
                pings.append(person)
        return replace(screen, pings=tuple(pings))

    def forget_all_but(self, rooms: Collection[int]) -> None:
        """Remember direct calls of these rooms only: the messages of all others are up to date."""
        self._called = {room_id: called for room_id, called in self._called.items() if room_id in rooms}

    async def _call(self, person: int, room: PlayedRoom, *, quiet: bool, shut_out: bool) -> bool:
        """Whether the person was called directly; only once, even if posting in the channel is retried.

        The call says what became of the moves that the person had prepared for this turn.
        """
        message, called = self._called.get(room.id, (None, set()))
        called = called if message == room.message else set()
        if person not in called:
            words = await self._preferences.words(person)
            screen = direct_messages_screen.call(room, person, words, shut_out=shut_out)
            seat = room.seat_of(person)
            if seat is not None and seat in room.to_act:
                own = await self._prepared.lapsed(room, seat)
                lines = prepared_screen.lapsed_lines(own, words) if own else []
                first, *rest = screen.parts
                screen = replace(screen, parts=(first, *map(Text, lines), *rest))
            # The same for the same person and state of a room, so that a repeat after a crash is not a second message.
            # It names the person because Discord does not promise to compare nonces in one channel only.
            nonce = f"c{code(person)}-{room.code}-{room.record.change}"[:25]
            if not await send_directly(self._client, person, screen, PATIENCE, nonce=nonce, silent=quiet):
                return False
        self._called[room.id] = (room.message, called | {person})
        return True
