"""All handlers of buttons, lists, forms and table commands, and the router that calls them. Independent of rules."""

from dataclasses import dataclass

from bot.discord_api.caller import asker_of
from bot.discord_api.reply import Handler, Press, Reply, answer_with_screen, bind, handlers_by_verb
from bot.interactions.lobby import LobbyHandlers
from bot.interactions.more import MoreHandlers
from bot.interactions.move_handlers import MoveHandlers
from bot.interactions.open_lobby import LobbyOpener
from bot.interactions.preferences import PreferencesHandlers
from bot.interactions.privacy import PrivacyHandlers
from bot.interactions.puzzle import PuzzleHandlers
from bot.interactions.ratings import RatingHandlers
from bot.interactions.replay import ReplayHandlers
from bot.interactions.review import ReviewHandlers
from bot.interactions.rules import RulesHandlers
from bot.interactions.sandbox import SandboxHandlers
from bot.interactions.server_settings import ServerSettingsHandlers
from bot.interactions.tables import SeveralTables, Tables
from bot.model import puzzle, sandbox
from bot.model.errors import Refusal
from bot.model.people import Asker
from bot.screens import tables as tables_screen
from bot.screens import verbs
from bot.services.rooms import Rooms


class TableCommands:
    """The commands about a table; if several tables may be meant, the person is asked which."""

    def __init__(
        self, tables: Tables, moves: MoveHandlers, replay: ReplayHandlers, review: ReviewHandlers, more: MoreHandlers
    ) -> None:
        self._tables = tables
        self._moves = moves
        self._replay = replay
        self._review = review
        self._answers = more.past_entries | {
            "board": answer_with_screen(tables.board),
            "verify": answer_with_screen(self._replay.verify),
            "export": answer_with_screen(self._replay.export),
            "review": self._review.review,
        }
        self.handlers = (bind(verbs.CHOOSE_TABLE, self._answer),)

    async def ask(self, asker: Asker, reply: Reply, wish: str, tag: str | None) -> None:
        """Run the command on the table; `wish`: the name of a command, or "move:" and the typed move."""
        name, _, _ = wish.partition(":")
        finds = {
            "board": self._tables.find,
            "move": self._tables.find_own,
            "resign": self._tables.find_unambiguous,
            "review": self._review.find,
            "verify": self._replay.find_over,
        }
        find = finds.get(name, self._replay.find)
        try:
            room = await find(asker, tag)
        except SeveralTables as error:
            await reply.show(tables_screen.ask_which_table(error.tables, asker.person.id, asker.words, wish))
            return
        await self._answer(asker, reply, wish, room.id)

    async def _answer(self, asker: Asker, reply: Reply, wish: str, room_id: int) -> None:
        name, _, typed = wish.partition(":")
        if name == "move":
            await self._moves.answer_typed(asker, reply, room_id, typed)
        elif name in self._answers:
            await self._answers[name](asker, reply, room_id)
        else:
            raise Refusal("unknown")


@dataclass(frozen=True)
class Handlers:
    """All handlers, each named after its subject."""

    tables: Tables  # boards, turns and games of a channel
    moves: MoveHandlers  # the move menu
    rules: RulesHandlers  # rules and help
    replay: ReplayHandlers  # history, film, record and bag
    review: ReviewHandlers  # reviews of finished games
    opener: LobbyOpener  # opens lobbies
    lobby: LobbyHandlers  # buttons and lists of lobbies
    more: MoreHandlers  # the entries of *More*
    table_commands: TableCommands  # commands about a table
    sandbox: SandboxHandlers  # imported records
    puzzle: PuzzleHandlers  # daily puzzles
    preferences: PreferencesHandlers  # /me
    ratings: RatingHandlers  # leaderboards and profiles
    server_settings: ServerSettingsHandlers  # /settings
    privacy: PrivacyHandlers  # /privacy


class Router:
    """Calls the handler of each button, list and form."""

    def __init__(self, rooms: Rooms, every: Handlers) -> None:
        self._rooms = rooms
        groups = (
            every.lobby, every.moves, every.tables, every.table_commands, every.replay,
            every.review, every.more, every.rules, every.sandbox, every.puzzle, every.preferences, every.ratings,
            every.server_settings, every.privacy,
        )  # fmt: skip
        self.handlers = handlers_by_verb(*(handler for group in groups for handler in group.handlers))
        self.sandbox_handlers = handlers_by_verb(*every.sandbox.sandbox_handlers)
        self.puzzle_handlers = handlers_by_verb(*every.puzzle.puzzle_handlers)

    async def answer(self, press: Press, reply: Reply) -> None:
        """Answer the press; presses in sandboxes and puzzles have their own handlers.

        Raises Refusal or IllegalMove if it is not possible, Refusal("unknown") for an unknown verb or malformed
        values; in all these cases nothing has changed.
        """
        asker = asker_of(reply.interaction)
        await self._rooms.save_name(asker.person)
        room_id = press.room or 0
        own: dict[str, Handler] = {}
        if sandbox.FIRST_SANDBOX_ID <= room_id < sandbox.SANDBOX_ID_LIMIT:
            own = self.sandbox_handlers
        elif puzzle.FIRST_TRY_ID <= room_id < puzzle.TRY_ID_LIMIT:
            own = self.puzzle_handlers
        handler = own.get(press.verb) or self.handlers.get(press.verb)
        if handler is None:
            raise Refusal("unknown")
        await handler.answer(asker, reply, *handler.verb.read(press.arguments, press.values))
