"""The one router of buttons, lists and forms: finds its handler and has it answer. Knows no rules."""

from bot.discord_api.caller import asker_of
from bot.discord_api.reply import Handler, Press, Reply, by_verb
from bot.interactions.commands import Handlers
from bot.model import puzzle, sandbox
from bot.model.errors import Refusal
from bot.services.rooms import Rooms


class Router:
    """Every button and list of the bot."""

    def __init__(self, rooms: Rooms, every: Handlers) -> None:
        self._rooms = rooms
        groups = (
            every.lobby, every.moves, every.tables, every.table_commands, every.replay,
            every.review, every.more, every.rules, every.sandbox, every.puzzle, every.preferences, every.ratings,
            every.server_settings, every.privacy,
        )  # fmt: skip
        self.handlers = by_verb(*(handler for group in groups for handler in group.handlers))
        self.of_sandboxes = by_verb(*every.sandbox.of_sandboxes)
        self.of_puzzles = by_verb(*every.puzzle.of_puzzles)

    async def answer(self, press: Press, reply: Reply) -> None:
        """Answer this press once. Raises Refusal and IllegalMove for what cannot be; nothing has changed then."""
        asker = asker_of(reply.interaction)
        await self._rooms.meet(asker.person)
        await self.handler(press)(press, asker, reply)

    def handler(self, press: Press) -> Handler:
        """Who answers this press; the menus in sandboxes and puzzles have their own. Raises Refusal("unknown")."""
        found = self._own(press.room or 0).get(press.verb) or self.handlers.get(press.verb)
        if found is None:
            raise Refusal("unknown")
        return found

    def _own(self, room_id: int) -> dict[str, Handler]:
        if sandbox.BASE <= room_id < sandbox.LAST:
            return self.of_sandboxes
        return self.of_puzzles if puzzle.BASE <= room_id < puzzle.LAST else {}
