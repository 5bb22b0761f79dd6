"""Handlers of proposals that everyone must agree to, and of the clock. Independent of rules."""

from functools import partial

from bot.discord_api.reply import Reply, bind
from bot.interactions.more import MoreEntry
from bot.model.lobby_options import TURN_SECONDS
from bot.model.people import Asker
from bot.model.room import Room
from bot.screens import refusals as refusals_screen
from bot.screens import table as table_screen
from bot.screens import verbs
from bot.services.deadlines import Deadlines
from bot.services.table_actions import TableActions


class ConsentHandlers:
    """Handles proposals, votes and the clock; `entries`: those for the menu More."""

    def __init__(self, table_actions: TableActions, deadlines: Deadlines) -> None:
        self._table_actions = table_actions
        self._deadlines = deadlines
        self.handlers = (
            bind(verbs.ASK_TAKE_BACK, partial(self._propose, "take_back")),
            bind(verbs.AGREE_TO_PROPOSAL, self._agree),
            bind(verbs.DECLINE_PROPOSAL, self._decline),
            bind(verbs.GO_ON, self._go_on),
            bind(verbs.MORE_TIME, self._more_time),
        )
        self.entries: dict[str, MoreEntry] = {
            "ask": partial(self._propose, "take_back"),
            "pause": partial(self._propose, "pause"),
            "finish": partial(self._propose, "finish"),
            "goon": self._go_on,
        }

    async def offers(self, room: Room, asker: Asker) -> list[str]:
        """Return the entries that More offers this person now."""
        if room.phase != "playing" or room.seat_of(asker.person.id) is None:
            return []
        if room.record.is_paused:
            return ["goon"]
        if room.record.proposal is not None:
            return []
        back = await self._table_actions.take_back_mode(room.id, asker.person.id)
        return [
            *(["ask"] if back == "ask" else []),
            *(["pause"] if room.record.terms.get("clock") in TURN_SECONDS else []),
            *(["finish"] if len(room.people) > 1 else []),
        ]

    async def _propose(self, kind: str, asker: Asker, reply: Reply, room_id: int) -> None:
        room = await self._table_actions.propose(room_id, asker.person.id, kind, asker.press)
        key = "life.asked" if room.record.proposal is not None or not room.record.is_paused else "life.paused"
        await reply.show(refusals_screen.notice(asker.words, key, channel=f"<#{room.place.channel}>", tag=room.tag))

    async def _agree(self, asker: Asker, reply: Reply, room_id: int) -> None:
        await self._table_actions.agree(room_id, asker.person.id, asker.press)
        await reply.acknowledge()

    async def _decline(self, asker: Asker, reply: Reply, room_id: int) -> None:
        await self._table_actions.decline(room_id, asker.person.id, asker.press)
        await reply.acknowledge()

    async def _go_on(self, asker: Asker, reply: Reply, room_id: int) -> None:
        room = await self._deadlines.resume(room_id, asker.person, asker.press)
        await reply.show(refusals_screen.notice(asker.words, "life.goes_on", tag=room.tag))

    async def _more_time(self, asker: Asker, reply: Reply, room_id: int) -> None:
        room = await self._deadlines.grant_more_time(room_id, asker.person, asker.press)
        seat = room.seat_of(asker.person.id)
        until = table_screen.deadline_text(room, asker.words, seat) if seat is not None else ""
        await reply.show(refusals_screen.notice(asker.words, "life.more_time", tag=room.tag, until=until))
