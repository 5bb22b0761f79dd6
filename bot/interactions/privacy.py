"""Handlers of the buttons and the form of /privacy. Independent of rules."""

from bot.discord_api.rate_limit import RateLimiter
from bot.discord_api.reply import Reply, bind
from bot.model.errors import Refusal
from bot.model.people import Asker
from bot.screens import privacy as privacy_screen
from bot.screens import verbs
from bot.services.privacy import PrivacyService
from bot.text.words import Words

CONFIRMATION_WORD = Words()("privacy.word")  # accepted in every language


class PrivacyHandlers:
    """Handles the pages of /privacy, the export and the deletion."""

    def __init__(self, privacy: PrivacyService, limiter: RateLimiter) -> None:
        self._privacy = privacy
        self._limiter = limiter
        self.handlers = (
            bind(verbs.SHOW_PRIVACY, self._page),
            bind(verbs.EXPORT_OWN_DATA, self._export),
            bind(verbs.ERASE_OWN_DATA, self._erase),
        )

    async def open(self, asker: Asker, reply: Reply) -> None:
        """Show what is stored, and what people can do about it."""
        await reply.show(privacy_screen.page(asker.words))

    async def _page(self, asker: Asker, reply: Reply, page: str) -> None:
        match page:
            case "short" | "full":
                await reply.show(privacy_screen.page(asker.words, whole=page == "full"))
            case "delete":
                await reply.show(
                    privacy_screen.confirm_erasure(
                        await self._privacy.count_running_tables(asker.person.id), asker.words
                    )
                )
            case "word":
                await reply.open_form(privacy_screen.erasure_form(asker.words))
            case _:
                raise Refusal("unknown")

    async def _export(self, asker: Asker, reply: Reply) -> None:
        self._limiter.admit_database_wide(asker.person.id)
        await reply.show(privacy_screen.export_file(await self._privacy.export(asker.person), asker.words))

    async def _erase(self, asker: Asker, reply: Reply, typed: str) -> None:
        if typed.strip().casefold() not in (CONFIRMATION_WORD.casefold(), asker.words("privacy.word").casefold()):
            await reply.show(privacy_screen.erasure_not_confirmed(asker.words))
            return
        self._limiter.admit_database_wide(asker.person.id)
        await self._privacy.erase(asker.person.id)
        copies = await self._privacy.count_copies()
        on_server = self._privacy.is_on_server
        await reply.show(privacy_screen.erasure_confirmation(copies, asker.words, on_server=on_server))
