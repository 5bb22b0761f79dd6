"""Uploads an emoji for every tile to the application, in the background and only what is missing. Knows no table.

An emoji's picture cannot be changed, so its name holds a hash of it: another picture is another emoji, and messages
that show the old one keep it. Where there is no network, or Discord refuses an emoji twice, words stand without it.
"""

import asyncio
import logging
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b

import discord

from bot.discord_api.components import UNANSWERED
from bot.logs import summary
from bot.text.words import Emojis, Words
from engine import GAMES
from render import emoji, emojis, pixels

PAUSE = 1.0  # seconds between two uploads: nobody waits for them, and presses go first
AGAIN = 600.0  # seconds
TRIES = 2
SERVER_FAULT = 500  # HTTP statuses from here on are faults of Discord, not refusals
MOST_NAME, HASH = 32, 4  # letters of a name; bytes of the hash in it, two letters each

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class DrawnEmoji:
    """An emoji that the application should have."""

    key: str  # of the word for the thing, such as "azul.color.B"
    name: str  # under which Discord has it
    png: bytes  # its file


def drawn(game: str) -> list[DrawnEmoji]:
    """The emojis of the game. Takes up to 0.2 s of CPU.

    A name is the game, the thing in English, and a hash: Discord shows it to whoever points at the emoji. The hash is
    that of the pixels, because files of the same picture differ between systems.
    """
    words = Words()
    found = []
    for thing in emojis(game):
        key = f"{game}.{thing}"
        png = emoji(game, thing)
        stem = re.sub(r"\W+", "_", f"{game} {words(key) if key in words else thing}", flags=re.ASCII)
        mark = blake2b(pixels(png), digest_size=HASH).hexdigest()
        found.append(DrawnEmoji(key, f"{stem[: MOST_NAME - 2 * HASH - 1]}_{mark}", png))
    return found


class EmojiUpload:
    """Sees that the application has all emojis, and tells which of them messages may show.

    `pause`: seconds between two uploads. `again`: seconds until the next try when Discord cannot be reached.
    """

    def __init__(
        self,
        client: discord.Client,
        show: Callable[[Emojis], None],
        games: Sequence[str] = tuple(GAMES),
        *,
        uploads: bool = True,
    ) -> None:
        """`show` is called with all emojis of the `games` that are there, each time there are more.

        Without `uploads` another process sees to them, and here they are only looked up.
        """
        self._uploads = uploads
        self._client = client
        self._show = show
        self._games = games
        self.pause = PAUSE
        self.again = AGAIN
        self._there: dict[str, str] = {}  # what shows a thing, by its key
        self._refused: Counter[str] = Counter()

    async def run(self) -> None:
        """All emojis are there, but for those that Discord refuses."""
        await self._client.wait_until_ready()
        try:
            wanted = [one for game in self._games for one in await asyncio.to_thread(drawn, game)]
            while await self._upload_missing(wanted):
                log.debug("emojis are looked at again")
        except Exception:  # nobody waits for this, so the fault would be seen nowhere
            log.exception("emojis could not be uploaded")
            return
        refused = sum(one.key not in self._there for one in wanted)
        if refused:
            log.warning("%d emojis were refused; words stand in their place", refused)

    async def _upload_missing(self, wanted: list[DrawnEmoji]) -> bool:
        """Whether something is left to do; if so, it is time for it now."""
        wait = self.pause
        try:
            # What the application has already is shown, also what another process has uploaded meanwhile.
            names = {emoji.name: str(emoji) for emoji in await self._client.fetch_application_emojis()}
            self._there = {one.key: names[one.name] for one in wanted if one.name in names}
            self._show(Emojis(dict(self._there)))
            if not self._uploads:
                wait = self.again
            for one in self._missing(wanted) if self._uploads else ():
                await self._upload(one)
                await asyncio.sleep(self.pause)
        except discord.RateLimited as error:
            wait = error.retry_after
        except UNANSWERED as error:
            log.info("emojis have to wait (%s)", summary(error))
            wait = self.again
        if not self._missing(wanted):
            return False
        await asyncio.sleep(wait)
        return True

    def _missing(self, wanted: list[DrawnEmoji]) -> list[DrawnEmoji]:
        return [one for one in wanted if one.key not in self._there and self._refused[one.key] < TRIES]

    async def _upload(self, one: DrawnEmoji) -> None:
        try:
            made = await self._client.create_application_emoji(name=one.name, image=one.png)
        except discord.HTTPException as error:
            if error.status >= SERVER_FAULT:
                raise
            log.info("emoji %s was refused (%s)", one.name, summary(error))  # perhaps another process was faster
            self._refused[one.key] += 1
        else:
            self._there[one.key] = str(made)
            self._show(Emojis(dict(self._there)))
