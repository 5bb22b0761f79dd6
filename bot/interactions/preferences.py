"""The buttons, lists and forms of /me. Knows no rules."""

from __future__ import annotations

from bot.discord_api.caller import asker_of, speaks
from bot.discord_api.custom_id import Deed, Press
from bot.discord_api.reply import Reply
from bot.model.asker import Asker
from bot.model.errors import Refusal
from bot.screens import preferences as preferences_screen
from bot.services.preferences import PreferencesService

WRITTEN = ("zone", "away")  # what can be typed


class PreferencesHandlers:
    """What each of them does; `verbs` has them by name."""

    def __init__(self, preferences: PreferencesService) -> None:
        self._preferences = preferences
        self.verbs: dict[str, Deed] = {
            "me": self._page,
            "wish": self._wish,
            "region": self._region,
            "write": self._write,
            "wrote": self._wrote,
        }

    async def open(self, asker: Asker, reply: Reply, name: str = "time", *, saved: bool = False) -> None:
        """One of the pages is shown."""
        mine = await self._preferences.of(asker.person.id)
        await reply.show(preferences_screen.page(name, mine, asker.words, self._preferences.now(), saved=saved))

    async def _page(self, press: Press, asker: Asker, reply: Reply) -> None:
        await self.open(asker, reply, _known(press.rest, 0, preferences_screen.PAGES))

    async def _wish(self, press: Press, asker: Asker, reply: Reply) -> None:
        """`wish:<page>:<key>` with the value in the list, or as the last part of a button."""
        name = _known(press.rest, 0, preferences_screen.PAGES)
        if len(press.rest) < 2:
            raise Refusal("unknown")
        value = press.values[0] if press.values else ":".join(press.rest[2:])
        await self._save(asker, (press.rest[1], value), reply, name)

    async def _region(self, press: Press, asker: Asker, reply: Reply) -> None:
        region = _known(press.values, 0, tuple(preferences_screen.regions()))
        await reply.show(preferences_screen.cities(region, asker.words))

    async def _write(self, press: Press, asker: Asker, reply: Reply) -> None:
        if not await reply.open(
            preferences_screen.form(_known(press.rest, 0, WRITTEN), asker.words, self._preferences.now())
        ):
            raise Refusal("busy")

    async def _wrote(self, press: Press, asker: Asker, reply: Reply) -> None:
        key = _known(press.rest, 0, WRITTEN)
        await self._save(asker, (key, press.values[0] if press.values else "?"), reply, "time")

    async def _save(self, asker: Asker, wish: tuple[str, str], reply: Reply, name: str) -> None:
        await self._preferences.choose(asker.person, *wish)
        if wish[0] == "language":
            speaks(reply.interaction, wish[1])
            asker = asker_of(reply.interaction)
        await self.open(asker, reply, name, saved=True)


def _known(parts: tuple[str, ...], place: int, among: tuple[str, ...]) -> str:
    """The part at that place. Raises Refusal("unknown") for one that is not among those."""
    if len(parts) <= place or parts[place] not in among:
        raise Refusal("unknown")
    return parts[place]
