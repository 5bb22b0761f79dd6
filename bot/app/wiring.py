"""Creates every part of the program once and passes it what it needs. Independent of games and of what the parts do."""

from collections.abc import Callable, Mapping

from bot.delivery.followed_messages import ReviewUpdates
from bot.delivery.table_messages import TableMessages
from bot.discord_api.rate_limit import RateLimiter
from bot.interactions.consent import ConsentHandlers
from bot.interactions.lobby import LobbyHandlers
from bot.interactions.more import FollowHandlers, MoreHandlers, WatchHandlers
from bot.interactions.move_handlers import MoveHandlers
from bot.interactions.move_menu import MoveMenu
from bot.interactions.open_lobby import LobbyOpener
from bot.interactions.preferences import PreferencesHandlers
from bot.interactions.prepared import PreparedHandlers
from bot.interactions.privacy import PrivacyHandlers
from bot.interactions.puzzle import PuzzleHandlers
from bot.interactions.ratings import RatingHandlers
from bot.interactions.replay import ReplayHandlers
from bot.interactions.review import ReviewHandlers
from bot.interactions.router import Handlers, TableCommands
from bot.interactions.rules import RulesHandlers
from bot.interactions.sandbox import SandboxHandlers
from bot.interactions.seats import SeatHandlers
from bot.interactions.server_settings import ServerSettingsHandlers
from bot.interactions.tables import Tables
from bot.model.robots import ChooseMove
from bot.services.activity import Activity
from bot.services.deadlines import Deadlines
from bot.services.leaderboards import Leaderboards
from bot.services.lobby_options import LobbyOptions
from bot.services.page_sessions import PageSessions
from bot.services.preferences import PreferencesService
from bot.services.prepared_moves import PreparedMoves
from bot.services.privacy import DatabaseUpkeep, PrivacyService
from bot.services.puzzles import Puzzles
from bot.services.reviews import Reviews
from bot.services.robots import CHOOSE_IN_THIS_PROCESS
from bot.services.rooms import Rooms
from bot.services.sandboxes import Sandboxes
from bot.services.servers import Servers
from bot.services.services import Services
from bot.services.table_actions import Seats, TableActions
from bot.services.watching import Watching
from bot.store.store import Store
from engine.core import Game
from engine.games import GAMES


def make_services(
    store: Store,
    now: Callable[[], float],
    seed: Callable[[], str],
    games: Mapping[str, Game] = GAMES,
    choose: ChooseMove = CHOOSE_IN_THIS_PROCESS,
) -> Services:
    """Create all services for this store. `now`: unix seconds. `seed`: returns a new unguessable text at each call."""
    servers = Servers(store, now)
    rooms = Rooms(store, now, seed, games, choose=choose, servers=servers)
    preferences = PreferencesService(rooms, store)
    activity = Activity(rooms, servers)
    page_sessions = PageSessions(store, now, activity.forget)
    return Services(
        rooms=rooms, servers=servers, preferences=preferences, activity=activity,
        lobbies=LobbyOptions(rooms, store),
        deadlines=Deadlines(rooms, store, preferences),
        table_actions=TableActions(rooms, store),
        seats=Seats(rooms),
        sandboxes=Sandboxes(store, seed, games, rooms),
        leaderboards=Leaderboards(store, now, games),
        prepared_moves=PreparedMoves(rooms, store),
        reviews=Reviews(store, now),
        puzzles=Puzzles(store, now, games),
        watching=Watching(rooms, servers, store),
        page_sessions=page_sessions,
        privacy=PrivacyService(rooms, store, page_sessions.forget), upkeep=DatabaseUpkeep(store, now),
    )  # fmt: skip


def make_handlers(
    services: Services, messages: TableMessages, updates: ReviewUpdates, limiter: RateLimiter
) -> Handlers:
    """Create all handlers of commands, buttons, lists and forms."""
    tables = Tables(
        services.rooms, services.preferences, services.prepared_moves, services.leaderboards,
        (services.watching, services.activity),
    )  # fmt: skip
    menu = MoveMenu(services.rooms, services.preferences, tables, services.prepared_moves)
    prepared = PreparedHandlers(services, tables)
    moves = MoveHandlers(services, {"": menu, **prepared.menus}, messages)
    rules = RulesHandlers(tables)
    life = services.table_actions
    replay = ReplayHandlers(services.rooms, life, messages.films, tables)
    review = ReviewHandlers(services.reviews, updates, life, tables)
    entries = (
        prepared,
        ConsentHandlers(life, services.deadlines),
        SeatHandlers(services, tables),
        FollowHandlers(life, tables, rules),
        WatchHandlers(services.watching, services.page_sessions, tables),
    )
    more = MoreHandlers(services, tables, menu, replay, entries)
    sandbox = SandboxHandlers(services.sandboxes, services.preferences, tables)
    ratings = RatingHandlers(services.leaderboards)
    opener = LobbyOpener(services.rooms, services.lobbies, services.servers, limiter)
    return Handlers(
        tables=tables, moves=moves, rules=rules, replay=replay, review=review, opener=opener,
        more=more, sandbox=sandbox, ratings=ratings,
        lobby=LobbyHandlers(services.rooms, services.lobbies, messages, opener),
        table_commands=TableCommands(tables, moves, replay, review, more),
        puzzle=PuzzleHandlers(services.puzzles, services.preferences, updates, (sandbox, ratings)),
        preferences=PreferencesHandlers(services.preferences, services.page_sessions),
        server_settings=ServerSettingsHandlers(services.servers, services.watching, limiter),
        privacy=PrivacyHandlers(services.privacy, limiter),
    )  # fmt: skip
