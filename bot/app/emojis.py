"""Uploads the missing emojis of tiles to the application, in the background. Independent of tables.

An emoji's picture cannot be changed, so its name contains a hash of it: a new picture is a new emoji, and old messages
keep the old one. Without a network, or if Discord refuses an emoji twice, texts are shown without it.
"""

import asyncio
import logging
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b

import discord

from bot.discord_api.components import REQUEST_ERRORS, SERVER_ERROR
from bot.logs import error_summary
from bot.text.words import Emojis, Words
from engine import GAMES
from render import emoji, emojis, pixels

UPLOAD_INTERVAL = 1.0  # seconds; presses have priority, because nobody waits for emojis
EMOJI_RETRY_DELAY = 600.0  # seconds
MAX_UPLOAD_TRIES = 2
MAX_EMOJI_NAME, EMOJI_HASH_BYTES = 32, 4  # characters of a name; bytes of the hash in it, two characters each

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class DrawnEmoji:
    """An emoji that the application should have."""

    key: str  # of the word for the tile, such as "azul.color.B"
    name: str  # on Discord
    png: bytes  # the file


def draw_emojis(game: str) -> list[DrawnEmoji]:
    """Draw the emojis of the game. Takes up to 0.2 s of CPU.

    A name consists of the game, the tile in English and a hash; Discord shows it when someone points at the emoji. The
    hash is taken from the pixels, because files of the same picture differ between systems.
    """
    words = Words()
    found = []
    for tile in emojis(game):
        key = f"{game}.{tile}"
        png = emoji(game, tile)
        stem = re.sub(r"\W+", "_", f"{game} {words(key) if key in words else tile}", flags=re.ASCII)
        mark = blake2b(pixels(png), digest_size=EMOJI_HASH_BYTES).hexdigest()
        found.append(DrawnEmoji(key, f"{stem[: MAX_EMOJI_NAME - 2 * EMOJI_HASH_BYTES - 1]}_{mark}", png))
    return found


class EmojiUpload:
    """Uploads missing emojis, and reports which ones messages may show.

    `upload_interval`: seconds between two uploads. `retry_delay`: seconds until the next try if Discord is unreachable.
    """

    def __init__(
        self,
        client: discord.Client,
        show: Callable[[Emojis], None],
        games: Sequence[str] = tuple(GAMES),
        *,
        uploads: bool = True,
    ) -> None:
        """`show` is called with all available emojis of the `games`, each time there are more.

        Without `uploads` they are only looked up, because another process uploads them.
        """
        self._uploads = uploads
        self._client = client
        self._show = show
        self._games = games
        self.upload_interval = UPLOAD_INTERVAL
        self.retry_delay = EMOJI_RETRY_DELAY
        self._available: dict[str, str] = {}  # the markup of each emoji, by its key
        self._refused: Counter[str] = Counter()

    async def run(self) -> None:
        """Upload all emojis, except those that Discord refuses."""
        await self._client.wait_until_ready()
        try:
            wanted = [drawn for game in self._games for drawn in await asyncio.to_thread(draw_emojis, game)]
            while await self._upload_missing(wanted):
                log.debug("emojis are looked at again")
        except Exception:  # nobody awaits this task, so the error would be lost
            log.exception("emojis could not be uploaded")
            return
        refused = sum(drawn.key not in self._available for drawn in wanted)
        if refused:
            log.warning("%d emojis were refused; words stand in their place", refused)

    async def _upload_missing(self, wanted: list[DrawnEmoji]) -> bool:
        """Upload what is missing; whether something is left, in which case the wait before the next try is over."""
        wait = self.upload_interval
        try:
            # Existing emojis are shown, including those that another process has uploaded meanwhile.
            names = {emoji.name: str(emoji) for emoji in await self._client.fetch_application_emojis()}
            self._available = {drawn.key: names[drawn.name] for drawn in wanted if drawn.name in names}
            self._show(Emojis(dict(self._available)))
            if not self._uploads:
                wait = self.retry_delay
            for drawn in self._missing(wanted) if self._uploads else ():
                await self._upload(drawn)
                await asyncio.sleep(self.upload_interval)
        except discord.RateLimited as error:
            wait = error.retry_after
        except REQUEST_ERRORS as error:
            log.info("emojis have to wait (%s)", error_summary(error))
            wait = self.retry_delay
        if not self._missing(wanted):
            return False
        await asyncio.sleep(wait)
        return True

    def _missing(self, wanted: list[DrawnEmoji]) -> list[DrawnEmoji]:
        return [
            drawn
            for drawn in wanted
            if drawn.key not in self._available and self._refused[drawn.key] < MAX_UPLOAD_TRIES
        ]

    async def _upload(self, drawn: DrawnEmoji) -> None:
        try:
            made = await self._client.create_application_emoji(name=drawn.name, image=drawn.png)
        except discord.HTTPException as error:
            if error.status >= SERVER_ERROR:
                raise
            log.info(
                "emoji %s was refused (%s)", drawn.name, error_summary(error)
            )  # perhaps another process was faster
            self._refused[drawn.key] += 1
        else:
            self._available[drawn.key] = str(made)
            self._show(Emojis(dict(self._available)))
