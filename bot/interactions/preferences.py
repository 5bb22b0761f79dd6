"""Handlers of the buttons, lists and forms of /me. Independent of rules."""

from collections.abc import Collection

from bot.discord_api.caller import asker_of, set_language
from bot.discord_api.reply import Reply, bind
from bot.model.errors import Refusal
from bot.model.people import Asker
from bot.screens import preferences as preferences_screen
from bot.screens import verbs
from bot.services.page_sessions import PageSessions
from bot.services.preferences import PreferencesService

TYPED_PREFERENCES = ("zone", "away")  # preferences entered in a form


class PreferencesHandlers:
    """Handles the pages of /me."""

    def __init__(self, preferences: PreferencesService, sessions: PageSessions) -> None:
        self._preferences = preferences
        self._sessions = sessions
        self.handlers = (
            bind(verbs.SHOW_PREFERENCES, self._page),
            bind(verbs.SET_PREFERENCE, self._choose),
            bind(verbs.CHOOSE_REGION, self._choose_city),
            bind(verbs.TYPE_PREFERENCE, self._open_form),
            bind(verbs.SUBMIT_PREFERENCE, self._save_typed),
            bind(verbs.SIGN_OUT, self._sign_out),
        )

    async def open(self, asker: Asker, reply: Reply, name: str = "time", *, saved: bool = False) -> None:
        """Show one of the pages."""
        mine = await self._preferences.load(asker.person.id)
        begun = await self._sessions.session_starts(asker.person.id) if name == "privacy" else []
        now = self._preferences.now()
        await reply.show(preferences_screen.page(name, mine, asker.words, now, saved=saved, sessions=begun))

    async def _page(self, asker: Asker, reply: Reply, name: str) -> None:
        await self.open(asker, reply, _require_known(name, preferences_screen.PREFERENCE_PAGES))

    async def _choose(self, asker: Asker, reply: Reply, name: str, key: str, value: str | None) -> None:
        await self._save(asker, (key, value or ""), reply, _require_known(name, preferences_screen.PREFERENCE_PAGES))

    async def _choose_city(self, asker: Asker, reply: Reply, region: str) -> None:
        known = _require_known(region, preferences_screen.regions())
        await reply.show(preferences_screen.cities(known, asker.words))

    async def _open_form(self, asker: Asker, reply: Reply, key: str) -> None:
        await reply.open_form(
            preferences_screen.preference_form(
                _require_known(key, TYPED_PREFERENCES), asker.words, self._preferences.now()
            )
        )

    async def _save_typed(self, asker: Asker, reply: Reply, key: str, text: str) -> None:
        await self._save(asker, (_require_known(key, TYPED_PREFERENCES), text), reply, "time")

    async def _sign_out(self, asker: Asker, reply: Reply) -> None:
        await self._sessions.end_all(asker.person.id)
        await self.open(asker, reply, "privacy", saved=True)

    async def _save(self, asker: Asker, choice: tuple[str, str], reply: Reply, name: str) -> None:
        await self._preferences.choose(asker.person, *choice)
        if choice[0] == "language":
            set_language(reply.interaction, choice[1])
            asker = asker_of(reply.interaction)
        await self.open(asker, reply, name, saved=True)


def _require_known(name: str, among: Collection[str]) -> str:
    """Return the name. Raises Refusal("unknown") if it is not among those."""
    if name not in among:
        raise Refusal("unknown")
    return name
