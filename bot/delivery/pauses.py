"""How long a table that could not be shown is left alone before the next try. Knows no message and no store."""

import logging
from dataclasses import dataclass

import discord

from bot import measures
from bot.discord_api.components import UNANSWERED
from bot.discord_api.pace import is_limit
from bot.logs import summary
from bot.services.isolation import HELD

FIRST_PAUSE, LONGEST_PAUSE = 5.0, 40.0  # seconds between tries: within a minute after an outage all is shown
FORBIDDEN_PAUSE = 3600.0  # longest pause in seconds after a refusal: Discord bans addresses that collect refusals

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Pause:
    """Between two tries to show a table: its `length` in seconds, its end (`until`, unix seconds).

    `by_limit`: whether Discord takes no more messages for the moment.
    """

    length: float = FIRST_PAUSE / 2
    until: float = 0.0
    by_limit: bool = False


NO_PAUSE = Pause()


class Pauses(dict[int, Pause]):
    """The present pauses, by the number of the room."""

    def begin(self, room_id: int, fault: BaseException, now: float) -> None:
        """The room could not be shown because of this fault; its pause is twice as long as the one before."""
        is_no, is_ours = isinstance(fault, discord.Forbidden | discord.NotFound), not isinstance(fault, UNANSWERED)
        most = FORBIDDEN_PAUSE if is_no else HELD if is_ours else LONGEST_PAUSE
        seconds = min(2 * self.get(room_id, NO_PAUSE).length, most)
        self[room_id] = Pause(seconds, now + seconds, is_limit(fault))
        measures.current().retried("table")
        log.warning("not shown (%s), again in %.0f s", summary(fault), seconds, extra={"room": room_id})

    def is_over(self, room_id: int, now: float) -> bool:
        """Whether the room may be tried again."""
        return self.get(room_id, NO_PAUSE).until <= now

    def by_limits(self) -> set[int]:
        """The rooms that wait because Discord takes no more messages for the moment."""
        return {room_id for room_id, pause in self.items() if pause.by_limit}

    def forget_all_but(self, rooms: dict[int, None]) -> None:
        """Only these rooms are still to be shown."""
        for room_id in self.keys() - rooms.keys():
            del self[room_id]
