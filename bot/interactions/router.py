"""The one router of buttons, lists and forms: finds the handler of each, answers. Knows no rules."""

from __future__ import annotations

from bot.delivery.table_messages import TableMessages
from bot.discord_api.caller import asker_of
from bot.discord_api.custom_id import Handler, Press, by_verb
from bot.discord_api.rate_limit import RateLimiter
from bot.discord_api.reply import Reply
from bot.interactions.clock import ClockHandlers
from bot.interactions.consent import ConsentHandlers
from bot.interactions.follow import FollowHandlers
from bot.interactions.lobby import LobbyHandlers
from bot.interactions.menu import MenuHandlers
from bot.interactions.more import MoreHandlers
from bot.interactions.move_menu import MoveMenu
from bot.interactions.open_lobby import LobbyOpener
from bot.interactions.preferences import PreferencesHandlers
from bot.interactions.privacy import PrivacyHandlers
from bot.interactions.ratings import RatingHandlers
from bot.interactions.records import RecordHandlers
from bot.interactions.rules import RulesHandlers
from bot.interactions.sandbox import SandboxHandlers
from bot.interactions.seats import SeatHandlers
from bot.interactions.server_settings import ServerSettingsHandlers
from bot.interactions.tables import TableHandlers
from bot.model.room import Refusal
from bot.model.sandbox import is_sandbox
from bot.services.rooms import Rooms


class Router:
    """Every button and list of the bot."""

    def __init__(self, rooms: Rooms, desk: MoveMenu, posts: TableMessages, gate: RateLimiter) -> None:
        self._rooms = rooms
        self.library = RulesHandlers(desk)
        corners = ConsentHandlers(rooms, posts), SeatHandlers(rooms, posts), FollowHandlers(rooms, desk, self.library)
        self.life = MoreHandlers(rooms, desk, posts, corners)
        self.brought, self.me = SandboxHandlers(rooms), PreferencesHandlers(rooms, posts)
        self.records, self.ratings = RecordHandlers(rooms, self.life.archive), RatingHandlers(rooms)
        self.opening, self.server = LobbyOpener(rooms, gate), ServerSettingsHandlers(rooms, gate)
        self.privacy = PrivacyHandlers(rooms, posts, gate)
        self.handlers = by_verb(
            *LobbyHandlers(rooms, posts, self.opening).handlers,
            *MenuHandlers(rooms, desk, posts, self.life).handlers,
            *TableHandlers(rooms, desk, posts, self.life, self.records).handlers,
            *ClockHandlers(rooms, desk, posts).handlers,
            *self.life.handlers,
            *self.library.handlers,
            *self.brought.handlers,
            *self.me.handlers,
            *self.ratings.handlers,
            *self.server.handlers,
            *self.privacy.handlers,
        )
        self.of_sandboxes = by_verb(*self.brought.of_sandboxes)

    async def answer(self, press: Press, reply: Reply) -> None:
        """Answer this press once. Raises Refusal and IllegalMove for what cannot be; nothing has changed then."""
        asker = asker_of(reply.interaction)
        await self._rooms.meet(asker.person)
        await self.handler(press)(press, asker, reply)

    def handler(self, press: Press) -> Handler:
        """Who answers this press; the menu in a sandbox has handlers of its own. Raises Refusal("unknown")."""
        in_sandbox = press.room is not None and is_sandbox(press.room)
        found = (self.of_sandboxes.get(press.verb) if in_sandbox else None) or self.handlers.get(press.verb)
        if found is None:
            raise Refusal("unknown")
        return found
