"""All services of the program by name, and those that a move menu works with. Knows nothing about Discord."""

from dataclasses import dataclass

from bot.services.activity import Activity
from bot.services.deadlines import Deadlines
from bot.services.leaderboards import Leaderboards
from bot.services.lobby_options import LobbyOptions
from bot.services.page_sessions import PageSessions
from bot.services.preferences import PreferencesService
from bot.services.prepared_moves import PreparationRooms, PreparedMoves
from bot.services.privacy import DatabaseUpkeep, PrivacyService
from bot.services.puzzles import Puzzles, PuzzleTables
from bot.services.reviews import Reviews
from bot.services.rooms import Rooms
from bot.services.sandboxes import Sandboxes
from bot.services.servers import Servers
from bot.services.table_actions import Seats, TableActions
from bot.services.watching import Watching


@dataclass(frozen=True)
class Services:
    """The services of the program, each created once. They share one store, one clock and one set of games."""

    rooms: Rooms  # lobbies, moves and reading tables
    lobbies: LobbyOptions  # the options of lobbies
    servers: Servers  # settings of servers
    preferences: PreferencesService  # preferences of people
    deadlines: Deadlines  # clocks, pauses, reminders
    table_actions: TableActions  # take-backs, resigning, rematches, ending
    seats: Seats  # seats that change hands
    sandboxes: Sandboxes  # imported games
    leaderboards: Leaderboards  # ratings and profiles
    prepared_moves: PreparedMoves  # moves prepared for people's next turns
    reviews: Reviews  # reviews of finished games
    puzzles: Puzzles  # daily puzzles
    watching: Watching  # pages of tables in a browser
    page_sessions: PageSessions  # who plays on those pages
    activity: Activity  # who has the Activity open inside Discord
    privacy: PrivacyService  # stored data about people, and its erasure
    upkeep: DatabaseUpkeep  # removal of traces of erased data, and statistics for the query planner


# Rooms that can be shown and played in: tables, tables where a person prepares moves, sandboxes, puzzles.
PlayableRooms = Rooms | PreparationRooms | Sandboxes | PuzzleTables
