"""The buttons and the form of /privacy. Knows no rules."""

from __future__ import annotations

from bot.discord_api.custom_id import Deed, Press
from bot.discord_api.rate_limit import RateLimiter
from bot.discord_api.reply import Reply
from bot.model.asker import Asker
from bot.model.errors import Refusal
from bot.screens import privacy as privacy_screen
from bot.services.privacy import PrivacyService
from bot.text.words import Words

WORD = Words()("privacy.word")  # always understood, whatever language somebody reads


class PrivacyHandlers:
    """What each of them does; `verbs` has them by name."""

    def __init__(self, privacy: PrivacyService, limiter: RateLimiter) -> None:
        self._privacy, self._limiter = privacy, limiter
        self.verbs: dict[str, Deed] = {"own": self._own, "takeout": self._export, "erase": self._erase}

    async def open(self, asker: Asker, reply: Reply) -> None:
        """What is kept, and what can be done about it."""
        await reply.show(privacy_screen.page(asker.words))

    async def _own(self, press: Press, asker: Asker, reply: Reply) -> None:
        """`own:short`, `own:full`, `own:delete` show a page, `own:word` opens the form."""
        match press.rest:
            case ("short" | "full" as length,):
                await reply.show(privacy_screen.page(asker.words, whole=length == "full"))
            case ("delete",):
                await reply.show(privacy_screen.sure(await self._privacy.running(asker.person.id), asker.words))
            case ("word",):
                if not await reply.open(privacy_screen.form(asker.words)):
                    raise Refusal("busy")
            case _:
                raise Refusal("unknown")

    async def _export(self, _: Press, asker: Asker, reply: Reply) -> None:
        self._limiter.whole(asker.person.id)
        await reply.show(privacy_screen.exported(await self._privacy.exported(asker.person), asker.words))

    async def _erase(self, press: Press, asker: Asker, reply: Reply) -> None:
        typed = press.values[0].strip().casefold() if press.values else ""
        if typed not in (WORD.casefold(), asker.words("privacy.word").casefold()):
            await reply.show(privacy_screen.not_erased(asker.words))
            return
        self._limiter.whole(asker.person.id)
        await self._privacy.erase(asker.person.id)
        await reply.show(privacy_screen.erased(await self._privacy.copies(), asker.words))
