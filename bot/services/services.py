"""Every service of the program by its name. The wiring makes each of them once; this knows no Discord."""

from __future__ import annotations

from dataclasses import dataclass

from bot.services.deadlines import Deadlines
from bot.services.leaderboards import Leaderboards
from bot.services.lobby_options import LobbyOptions
from bot.services.preferences import PreferencesService
from bot.services.privacy import PrivacyService
from bot.services.rooms import Rooms
from bot.services.sandboxes import Sandboxes
from bot.services.seats import Seats
from bot.services.servers import Servers
from bot.services.table_life import TableLife
from bot.services.table_limits import TableLimits


@dataclass(frozen=True)
class Services:
    """What may be done, whoever asks. They share one store, one clock and one set of games.

    `rooms`: lobbies, moves and looking at tables. `lobbies`: the options of lobbies. `servers` and `preferences`: what
    servers and people chose. `limits`: how many tables there may be. `deadlines`: clocks, pauses, reminders.
    `table_life`: taking back, resigning, rematches, ending. `seats`: seats that change hands. `sandboxes`: imported
    games. `leaderboards`: ratings and profiles. `privacy`: what is kept about people, and its erasure.
    """

    rooms: Rooms
    lobbies: LobbyOptions
    servers: Servers
    limits: TableLimits
    preferences: PreferencesService
    deadlines: Deadlines
    table_life: TableLife
    seats: Seats
    sandboxes: Sandboxes
    leaderboards: Leaderboards
    privacy: PrivacyService
