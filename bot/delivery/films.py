"""Films of finished tables: made on request, posted once and linked to later. Independent of rules."""

import asyncio
import logging

import discord

from bot.discord_api.components import REQUEST_ERRORS, files, layout
from bot.logs import error_summary
from bot.model.errors import Refusal
from bot.model.record import ENDED_PHASES
from bot.model.room import PlayedRoom, Room
from bot.screens.screen import Picture, Screen, Text
from bot.screens.seat_names import short_names
from bot.store.store import Store
from bot.text.words import Words
from engine import IllegalMove
from render import accent, film, frames

FILM_POST_TIMEOUT = 30.0  # seconds; a post that hangs blocks everyone else who wants a film

log = logging.getLogger(__name__)


class ReplayFilms:
    """Posts films and finds posted ones. Simultaneous requests for the same table produce only one film."""

    def __init__(self, client: discord.Client, store: Store) -> None:
        self._client = client
        self._store = store
        self._making = asyncio.Lock()  # one at a time: a film takes a second of CPU

    async def find_or_post(self, room: Room, words: Words) -> tuple[int, int]:
        """Return the IDs of the channel and the message of the table's film; post the film first if necessary.

        Raises Refusal: no_film if the game is not over or its log cannot be replayed; film_closed if the bot may not
        post it; unreached if Discord did not take it.
        """
        async with self._making:
            posted = await self._store.films.load(room.id)
            if posted is not None:
                return posted
            gif = None
            if isinstance(room, PlayedRoom) and room.phase in ENDED_PHASES:
                gif = await asyncio.to_thread(_make_film, room, words)
            if gif is None:
                raise Refusal("no_film", tag=room.tag)
            return await self._post(room, words, gif)

    async def _post(self, room: Room, words: Words, gif: bytes) -> tuple[int, int]:
        title = words("film.title", game=room.game.title, tag=room.tag)
        shown = Picture(f"film-{room.id}.gif", gif, words("film.alt", game=room.game.title, tag=room.tag))
        screen = Screen((Text(title), shown), accent=accent(room.game.key))
        channel = self._client.get_partial_messageable(room.place.channel, guild_id=room.place.guild)
        try:
            async with asyncio.timeout(FILM_POST_TIMEOUT):
                message = await channel.send(
                    view=layout(screen), files=files(screen), silent=True, nonce=f"film-{room.code}"[:25]
                )
        except (discord.Forbidden, discord.NotFound):
            raise Refusal("film_closed", channel=f"<#{room.place.channel}>") from None
        except REQUEST_ERRORS as error:
            log.warning("a film was not posted (%s)", error_summary(error), extra={"room": room.id})
            raise Refusal("unreached") from None
        await self._store.films.add(room.id, room.place.channel, message.id)
        return room.place.channel, message.id


def _make_film(room: PlayedRoom, words: Words) -> bytes | None:
    """Return the film of the game's public view, None if it cannot be made. CPU work of up to a second."""
    try:
        return film(frames(room.table), short_names(room), words)
    except IllegalMove:  # the rules have been corrected since, so the old log cannot be replayed
        return None
