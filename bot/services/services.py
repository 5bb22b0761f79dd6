"""Every service of the program by its name, and what a move menu needs of one. Knows no Discord."""

from dataclasses import dataclass

from bot.services.activity import Activity
from bot.services.deadlines import Deadlines
from bot.services.leaderboards import Leaderboards
from bot.services.lobby_options import LobbyOptions
from bot.services.page_sessions import PageSessions
from bot.services.preferences import PreferencesService
from bot.services.prepared_moves import PreparedMoves, RoomsAhead
from bot.services.privacy import PrivacyService, Traces
from bot.services.puzzles import Puzzles, PuzzleTables
from bot.services.reviews import Reviews
from bot.services.rooms import Rooms
from bot.services.sandboxes import Sandboxes
from bot.services.servers import Servers
from bot.services.table_life import Seats, TableLife
from bot.services.watching import Watching


@dataclass(frozen=True)
class Services:
    """What may be done. The wiring makes each once; they share one store, one clock, one set of games."""

    rooms: Rooms  # lobbies, moves and looking at tables
    lobbies: LobbyOptions  # the options of lobbies
    servers: Servers  # what servers chose
    preferences: PreferencesService  # what people chose
    deadlines: Deadlines  # clocks, pauses, reminders
    table_life: TableLife  # taking back, resigning, rematches, ending
    seats: Seats  # seats that change hands
    sandboxes: Sandboxes  # imported games
    leaderboards: Leaderboards  # ratings and profiles
    prepared_moves: PreparedMoves  # what people have prepared for their next turns
    reviews: Reviews  # what mattered in games that are over
    puzzles: Puzzles  # puzzles of each day
    watching: Watching  # pages of tables in a browser
    page_sessions: PageSessions  # who plays on those pages
    activity: Activity  # who has those pages open inside Discord
    privacy: PrivacyService  # what is kept about people, and its erasure
    traces: Traces  # what erased data has left in the file


# Rooms that can be shown and played in: tables of everybody, those where somebody prepares moves, sandboxes, puzzles.
PlayableRooms = Rooms | RoomsAhead | Sandboxes | PuzzleTables
