"""The one router of buttons, lists and forms: finds its handler and has it answer. Knows no rules."""

from __future__ import annotations

from dataclasses import dataclass

from bot.delivery.table_messages import TableMessages
from bot.discord_api.caller import asker_of
from bot.discord_api.custom_id import Handler, Press, by_verb
from bot.discord_api.reply import Reply
from bot.interactions.clock import ClockHandlers
from bot.interactions.lobby import LobbyHandlers
from bot.interactions.menu import MenuHandlers
from bot.interactions.more import MoreHandlers
from bot.interactions.move_menu import MoveMenu
from bot.interactions.open_lobby import LobbyOpener
from bot.interactions.preferences import PreferencesHandlers
from bot.interactions.privacy import PrivacyHandlers
from bot.interactions.ratings import RatingHandlers
from bot.interactions.records import RecordHandlers
from bot.interactions.replay import ReplayHandlers
from bot.interactions.rules import RulesHandlers
from bot.interactions.sandbox import SandboxHandlers
from bot.interactions.server_settings import ServerSettingsHandlers
from bot.interactions.tables import TableHandlers
from bot.model.errors import Refusal
from bot.model.sandbox import BASE, LAST
from bot.services.rooms import Rooms


@dataclass(frozen=True)
class Handlers:
    """What answers buttons and commands, each named after its subject.

    `menu`, `rules`, `replay`, `lobby`, `more` (what the button *More* offers), `clock`, `records`, `sandbox`,
    `preferences`, `ratings`, `server_settings`, `privacy`; `opener` opens lobbies.
    """

    menu: MoveMenu
    rules: RulesHandlers
    replay: ReplayHandlers
    opener: LobbyOpener
    lobby: LobbyHandlers
    more: MoreHandlers
    clock: ClockHandlers
    records: RecordHandlers
    sandbox: SandboxHandlers
    preferences: PreferencesHandlers
    ratings: RatingHandlers
    server_settings: ServerSettingsHandlers
    privacy: PrivacyHandlers


class Router:
    """Every button and list of the bot."""

    def __init__(self, rooms: Rooms, messages: TableMessages, every: Handlers) -> None:
        self._rooms = rooms
        self.handlers = by_verb(
            *every.lobby.handlers,
            *MenuHandlers(rooms, every.menu, every.more).handlers,
            *TableHandlers(rooms, every.menu, messages, every.more, every.records).handlers,
            *every.more.handlers,
            *every.clock.handlers,
            *every.rules.handlers,
            *every.sandbox.handlers,
            *every.preferences.handlers,
            *every.ratings.handlers,
            *every.server_settings.handlers,
            *every.privacy.handlers,
        )
        self.of_sandboxes = by_verb(*every.sandbox.of_sandboxes)

    async def answer(self, press: Press, reply: Reply) -> None:
        """Answer this press once. Raises Refusal and IllegalMove for what cannot be; nothing has changed then."""
        asker = asker_of(reply.interaction)
        await self._rooms.meet(asker.person)
        await self.handler(press)(press, asker, reply)

    def handler(self, press: Press) -> Handler:
        """Who answers this press; the menu in a sandbox has handlers of its own. Raises Refusal("unknown")."""
        in_sandbox = press.room is not None and BASE <= press.room < LAST
        found = (self.of_sandboxes.get(press.verb) if in_sandbox else None) or self.handlers.get(press.verb)
        if found is None:
            raise Refusal("unknown")
        return found
