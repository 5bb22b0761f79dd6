"""The Discord client: start-up, interactions, their error handler, chores and commands. Independent of games."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from functools import partial
from typing import Any, cast

import discord
from discord import app_commands

from bot import logs, metrics
from bot.app.chores import Chores
from bot.app.emojis import EmojiUpload
from bot.app.shards import ShardClient
from bot.app.startup_retry import retry_until_reachable
from bot.app.wiring import make_handlers
from bot.delivery.followed_messages import ReviewUpdates
from bot.delivery.membership import PageAccess, Visibility
from bot.delivery.table_messages import BURST_LENGTH, TableMessages
from bot.delivery.timer import Timer
from bot.discord_api.caller import set_language, words_of
from bot.discord_api.gateway_barrier import report_unreadable
from bot.discord_api.rate_limit import DEFAULT_LIMITS, Muted, RateLimiter, RateLimits, RequestPace
from bot.discord_api.reply import UNKNOWN_PRESS, Reply, chosen_values, logged_verb, parse_press, send_suggestions
from bot.interactions import commands
from bot.interactions.commands import ALL_COMMANDS, CommandInteraction, Interaction
from bot.interactions.router import Router
from bot.model.errors import Refusal
from bot.model.people import Person
from bot.model.preferences import Preferences
from bot.screens import refusals as refusals_screen
from bot.screens.screen import Screen
from bot.screens.verbs import FORM_VERBS, VERBS_BY_NAME, Manner
from bot.services.services import Services
from bot.store.database import DatabaseUnavailable, one_version_check
from bot.store.store import Store
from bot.text.words import Emojis

COMMAND_NAMES = frozenset(command.name for command in ALL_COMMANDS)
RATINGS_TIMEOUT = 2.0  # seconds that start-up waits for ratings; later ones are calculated during play
PREPARATION_REFUSALS = (
    "prepare_full",
    "prepare_nothing",
    "prepare_yours",
)  # not counted separately, so that metrics do not reveal who prepares moves
ReplyWork = Callable[[Reply], Awaitable[None]]

log = logging.getLogger(__name__)


class Tessera(ShardClient):
    """The Discord client. It keeps no games in memory.

    `uploads_emojis`: whether missing emojis of the application are uploaded at start-up.
    """

    uploads_emojis = True

    def __init__(
        self, services: Services, store: Store, burst: float = BURST_LENGTH, paces: RateLimits = DEFAULT_LIMITS,
        pace: RequestPace | None = None,
    ) -> None:  # fmt: skip
        self.pace = pace or RequestPace()
        super().__init__(
            store,
            services.rooms.now,
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=30.0,
            http_trace=self.pace.trace,
        )
        self.services = services
        self._intake = PressIntake()
        self._tasks: list[asyncio.Task[None]] = []
        self._events: set[asyncio.Task[None]] = set()  # event handlers that the library has started
        # With these, pages look up which channels are public and who may still play there.
        visibility = Visibility(self)
        services.watching.is_public = visibility.is_public
        services.activity.threads = visibility.public_threads
        self.page_access = PageAccess(self, self.home, self.pace, services.rooms.now)
        services.watching.find_obstacle = self.page_access.find_obstacle
        self.messages = TableMessages(self, services, store, self.pace, burst)
        self.chores = Chores(self.messages, services, self.processes.report)
        self.limiter = RateLimiter(services.rooms.now, paces)
        self.timer = Timer(services.deadlines, self._run_periodic_tasks)
        self.review_updates = ReviewUpdates(services.reviews)
        self.handlers = make_handlers(services, self.messages, self.review_updates, self.limiter)
        self._router = Router(services.rooms, self.handlers)
        self.tree = CommandTree(self)

    async def setup_hook(self) -> None:
        """Register the commands if they changed, and resume what the last run left unfinished."""
        # Changes here to tables of other processes, and theirs to our tables, are shown at once.
        self.messages.sharing.notify_other_process = self.fleet.announce
        await self.fleet.listen(self._show_change)
        does_chores_of_all = self.home.covers(None)  # only in the process that has direct messages
        if does_chores_of_all:
            ratings = asyncio.create_task(self.services.leaderboards.bring_up_to_date(), name="ratings")
            ratings.add_done_callback(_log_ratings_error)
            self._tasks.append(ratings)
            await asyncio.wait((ratings,), timeout=RATINGS_TIMEOUT)
            await retry_until_reachable(self.tree.sync_if_changed)
        self._tasks.append(asyncio.create_task(self.chores.run(self.wait_until_ready), name="chores"))
        if self.uploads_emojis:
            upload = EmojiUpload(self, self.show_emojis, uploads=does_chores_of_all)
            self._tasks.append(asyncio.create_task(upload.run(), name="emojis"))
        self.timer.start()

    def _show_change(self, room_id: int, guild: int) -> None:
        """Show a table that another process has changed, if its server is one of ours."""
        if self.home.covers(guild):
            self.messages.wake(room_id)
            self.services.watching.notify(room_id)

    def show_emojis(self, emojis: Emojis) -> None:
        """Use these emojis in answers and messages from now on."""
        self.messages.emojis = emojis

    async def drain(self, seconds: float) -> None:
        """Stop accepting presses, and wait up to `seconds` for those in progress to be answered and shown.

        If another process has our shards already, later presses are left to it.
        """
        await self._intake.close(seconds / 2, handed_over=await self.is_covered())
        self.messages.forget_waiting()
        await self.messages.wait_until_idle(seconds / 2)

    async def close(self) -> None:
        """Cancel all tasks; unsent messages stay in the outbox."""
        for task in self._tasks:
            task.cancel()
        await self.timer.close()
        await self.messages.close()
        await self.page_access.close()
        await self.review_updates.close()
        await self.services.reviews.close()
        await self.services.puzzles.close()
        await super().close()
        # Event handlers that started meanwhile are cancelled as well: they would find the database closed.
        ending = [*self._tasks, *(task for task in self._events if task is not asyncio.current_task())]
        for task in ending:
            task.cancel()
        await asyncio.gather(*ending, return_exceptions=True)
        with suppress(DatabaseUnavailable):
            await self.processes.end()

    async def on_interaction(self, interaction: Interaction) -> None:
        """Answer buttons, lists and forms; commands go through the command tree."""
        if interaction.type not in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            return
        pressed = cast(dict[str, Any], interaction.data or {})
        try:
            press = parse_press(str(pressed.get("custom_id", "")), chosen_values(pressed))
            private = interaction.message is not None and interaction.message.flags.ephemeral
        except (AttributeError, TypeError) as error:
            report_unreadable("INTERACTION_CREATE", error)
            return
        if interaction.type is discord.InteractionType.modal_submit and press.verb not in FORM_VERBS:
            press = UNKNOWN_PRESS  # forged: unlike buttons, Discord does not check the custom_ids of forms
        once = press.verb in VERBS_BY_NAME and VERBS_BY_NAME[press.verb].once
        await self.answer(interaction, press.manner(private=private), partial(self._router.answer, press), once=once)

    async def answer(self, interaction: Interaction, manner: Manner, work: ReplyWork, *, once: bool = False) -> None:
        """Do the work and answer the person, whatever happens; `once`: skip an interaction delivered again."""
        if self._intake.handed_over:
            return
        reply = Reply(interaction, manner)
        saved = self.messages.saved_rooms
        with self._intake.track_press(), metrics.current().time("presses", _press_name(interaction)):
            async with AsyncExitStack() as stack:  # outside `try`, so that it stays open while a refusal is sent
                try:  # entering may refuse as well
                    stack.enter_context(self.limiter.admit_press(interaction.user.id, interaction.channel_id or 0))
                    stack.enter_context(one_version_check())
                    # Changes saved by the work are shown before background messages, and after a public answer.
                    stack.enter_context(saved.mark_as_press())
                    if reply.is_shared:
                        stack.enter_context(saved.hold_back())
                    await stack.enter_async_context(reply)
                    self._intake.admit()
                    reply.pictures = (await self._load_preferences(interaction)).pictures != "none"
                    if once and not await self.services.rooms.claim_press(interaction.id):
                        await reply.answer_nothing()
                    else:
                        await work(reply)
                except Muted as refusal:
                    metrics.current().count("refusals", refusal.key)
                    # The person was just warned: a press is acknowledged silently; a command must be refused.
                    # Presses faster than by hand are left unanswered.
                    if refusal.may_acknowledge and interaction.type is discord.InteractionType.component:
                        await reply.acknowledge()
                    elif refusal.may_acknowledge:
                        await reply.refuse(refusals_screen.refusal_screen(words_of(interaction), refusal))
                except Refusal as refusal:
                    await reply.refuse(_refusal_screen(interaction, refusal))
                except DatabaseUnavailable as error:
                    reason = logs.error_summary(error)
                    log.warning("the database cannot be used (%s)", reason, extra=_log_fields(interaction))
                    with suppress(discord.HTTPException):
                        await reply.refuse(_refusal_screen(interaction, Refusal("no_database")))
                except Exception:  # the only place where our own bugs are caught
                    code = logs.fault_code()
                    log.exception("fault", extra={"code": code, **_log_fields(interaction)})
                    with suppress(discord.HTTPException):  # if Discord refuses even this, the reply has logged it
                        await reply.refuse(await self._fault_screen(interaction, code))

    async def _load_preferences(self, interaction: Interaction) -> Preferences:
        """Note that the person is active here, answer in their language, and return their preferences."""
        user = interaction.user
        self.messages.membership.note_seen(interaction.guild_id, user, interaction.channel_id or 0)
        self.page_access.note_seen(interaction.guild_id, user.id)
        mine = await self.services.preferences.note_locale(Person(user.id, user.display_name), str(interaction.locale))
        server = await self.services.servers.load_settings(interaction.guild_id)
        language_of_server = server.language if interaction.guild_id else None
        set_language(interaction, mine.language, language_of_server, self.messages.emojis)
        return mine

    async def _fault_screen(self, interaction: Interaction, code: str) -> Screen:
        try:
            key = (
                "fault_after"
                if await self.services.rooms.room_changed_by(interaction.id) is not None
                else "fault_before"
            )
        except DatabaseUnavailable:
            return _refusal_screen(interaction, Refusal("no_database"))
        return refusals_screen.notice(words_of(interaction), f"refusal.{key}", code=code)

    async def suggest(self, interaction: Interaction) -> None:
        """Answer with suggestions for the typed text, with none over the rate limit. Raises nothing."""
        try:
            choices: commands.Choices = []
            with suppress(Refusal, DatabaseUnavailable):
                if self.limiter.allows_typing(interaction.user.id):
                    set_language(interaction, (await self.services.preferences.load(interaction.user.id)).language)
                    choices = await commands.option_suggestions(cast(CommandInteraction, interaction))
            await send_suggestions(interaction, choices)
        except Exception:  # Discord itself shows that there are no suggestions
            log.exception("fault", extra={"code": logs.fault_code(), **_log_fields(interaction)})

    def update_reach(self) -> None:
        """Let deadlines pass only on servers where people can press something now."""
        self.timer.open_for(self.reachable_homes)

    def _schedule_event(self, *args: Any, **kwargs: Any) -> asyncio.Task[None]:
        task = super()._schedule_event(*args, **kwargs)
        self._events.add(task)
        task.add_done_callback(self._events.discard)
        return task

    async def on_ready(self) -> None:
        """Catch up once all connections are up: Discord does not report what changed on servers meanwhile."""
        if not self.is_closed():
            await self.services.servers.note_present(self._server_numbers)
            await self.messages.wake_sleeping(every=True)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Keep the data of a server that the bot joins, again or for the first time, and retry its blocked tables."""
        await self.on_guild_available(guild)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Start the 30 days after which the data of a server that removed the bot is erased."""
        await self.services.servers.note_departure(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Retry the blocked tables of a server that is reachable again."""
        await self.services.servers.note_return(guild.id)
        await self.messages.wake_sleeping(guild.id)

    async def on_guild_channel_update(self, _: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """Retry blocked tables, because permissions in the channel may have changed."""
        await self.messages.wake_sleeping(after.guild.id)

    async def on_guild_role_update(self, _: discord.Role, after: discord.Role) -> None:
        """Retry blocked tables, because permissions of the role may have changed."""
        await self.messages.wake_sleeping(after.guild.id)

    async def on_raw_thread_update(self, thread: discord.RawThreadUpdateEvent) -> None:
        """Retry blocked tables, because the thread may be open again; the library forgets archived threads."""
        await self.messages.wake_sleeping(thread.guild_id)

    async def _run_periodic_tasks(self) -> None:
        """Send reminders, and erase the data of servers that the bot left 30 days ago."""
        await self.services.deadlines.remind()
        self.messages.notifications.wake()
        if self.is_ready():
            await self.services.servers.forget_departed(self._server_numbers)
            await self.services.servers.drop_copies()

    @property
    def _server_numbers(self) -> frozenset[int]:
        """The servers that the bot is on, including those that are unavailable."""
        return frozenset(guild.id for guild in self.guilds)


class PressIntake:
    """Counts the presses being answered; once closed, it admits no more and waits for those in progress."""

    def __init__(self) -> None:
        self._inside = 0
        self._closed = False
        self.handed_over = False  # whether another process answers all further presses
        self._empty = asyncio.Event()

    @contextmanager
    def track_press(self) -> Iterator[None]:
        """Count a press as in progress inside the context."""
        self._inside += 1
        self._empty.clear()
        try:
            yield
        finally:
            self._inside -= 1
            if not self._inside:
                self._empty.set()

    def admit(self) -> None:
        """Raise Refusal("stopping") once this is closed."""
        if self._closed:
            raise Refusal("stopping")

    async def close(self, seconds: float, *, handed_over: bool = False) -> None:
        """Admit no more presses, and wait at most so many seconds for those in progress."""
        self._closed = True
        self.handed_over = handed_over
        if self._inside:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._empty.wait(), seconds)


class CommandTree(app_commands.CommandTree[Tessera]):
    """The commands, registered with Discord only when their definitions changed."""

    def __init__(self, client: Tessera) -> None:
        super().__init__(client)
        for command in ALL_COMMANDS:
            self.add_command(command)

    async def sync_if_changed(self) -> bool:
        """Register all commands if any differs from Discord's version; whether any did."""
        http = self.client.http
        app = self.client.application_id or 0
        ours = await commands.command_definitions(self)
        theirs = await commands.registered_commands(http, app)
        if commands.comparable_definitions(ours) == commands.comparable_definitions(theirs):
            return False
        await http.bulk_upsert_global_commands(app, payload=[*ours, *commands.entry_point_payloads(theirs)])
        return True

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Answer autocomplete here: the library would log an expired one as an error, with the account number."""
        if interaction.type is not discord.InteractionType.autocomplete:
            return True
        await self.client.suggest(interaction)
        return False

    async def _call(self, interaction: Interaction) -> None:
        """Refuse a command that cannot be parsed like one that this version does not know."""
        try:
            await super()._call(interaction)
        except app_commands.AppCommandError:
            raise
        except Exception as error:  # noqa: BLE001  # what our commands raise is an AppCommandError
            report_unreadable("INTERACTION_CREATE", error)
            await self.on_error(interaction, app_commands.AppCommandError())  # the library would parse it again

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        """Refuse a command that this version does not know, or whose arguments do not fit."""
        log.info("command refused", exc_info=error)
        if not interaction.response.is_done():
            async with Reply(interaction, Manner.PRIVATE) as reply:
                await reply.refuse(_refusal_screen(interaction, Refusal("unknown")))


def _log_ratings_error(ratings: asyncio.Task[None]) -> None:
    error = None if ratings.cancelled() else ratings.exception()
    if error is not None:
        log.error("ratings could not be reckoned anew", exc_info=error)


def _refusal_screen(interaction: Interaction, refusal: Refusal) -> Screen:
    metrics.current().count("refusals", "not_your_turn" if refusal.key in PREPARATION_REFUSALS else refusal.key)
    return refusals_screen.refusal_screen(words_of(interaction), refusal)


def _press_name(interaction: Interaction) -> str:
    """Return what was pressed: one of our verbs, a slash and one of our commands, or "unknown"."""
    found = cast(dict[str, Any], interaction.data or {})
    if "custom_id" in found:
        verb = parse_press(str(found["custom_id"]), []).verb
        return logged_verb(verb) if verb in VERBS_BY_NAME else "unknown"
    return f"/{found['name']}" if found.get("name") in COMMAND_NAMES else "unknown"


def _log_fields(interaction: Interaction) -> dict[str, object]:
    """Return verb, room and stamp of a press, or the command; never the move, which may be secret, or forged parts."""
    found = cast(dict[str, Any], interaction.data or {})
    return parse_press(str(found.get("custom_id", found.get("name", ""))), []).log_fields
