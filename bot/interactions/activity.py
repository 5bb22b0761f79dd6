"""The button that opens a table in the Activity, inside Discord. Knows no rules."""

from bot.discord_api.custom_id import on
from bot.discord_api.reply import Reply
from bot.interactions.tables import Tables
from bot.model.errors import Refusal
from bot.model.people import Asker, Location
from bot.screens import verbs
from bot.services.activity import Activity


class ActivityHandlers:
    """What the button does."""

    def __init__(self, activity: Activity, tables: Tables) -> None:
        self._activity, self._tables = activity, tables
        self.handlers = (on(verbs.ACTIVITY, self._open),)

    async def _open(self, asker: Asker, reply: Reply, room_id: int) -> None:
        """Nothing travels from here to the page, so it is noted for which table the person opens it [D7.3]."""
        room = await self._tables.visible(asker, room_id)
        if not await self._activity.offers(room, Location(asker.guild, asker.channel)):
            raise Refusal("no_activity")
        self._activity.wish(asker.person.id, room.id)
        await reply.launch()
