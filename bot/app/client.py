"""The bot on Discord: start-up, interactions and their one error handler, chores, the command tree. Knows no game."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from functools import partial
from typing import Any, cast

import discord
from discord import app_commands

from bot import logs, measures
from bot.app.boot import patiently
from bot.app.chores import Chores
from bot.app.emojis import EmojiUpload
from bot.app.shards import ShardClient
from bot.app.wiring import handlers
from bot.delivery.followed_messages import ReviewUpdates
from bot.delivery.membership import PageAccess, Visibility
from bot.delivery.table_messages import BURST_LENGTH, TableMessages
from bot.delivery.timer import Timer
from bot.discord_api.caller import speaks, words_of
from bot.discord_api.gateway_barrier import report_unreadable
from bot.discord_api.rate_limit import USUAL, Muted, Pace, RateLimiter, RateLimits
from bot.discord_api.reply import UNKNOWN, Reply, chosen_values, offer, read, told_as
from bot.interactions.commands import ALL, Choices, Typed, comparable, definitions, entry_points, registered, suggested
from bot.interactions.router import Router
from bot.model.choices import Preferences
from bot.model.errors import Refusal
from bot.model.people import Person
from bot.screens import refusals as refusals_screen
from bot.screens.screen import Screen
from bot.screens.verbs import FORMS, VERBS, Manner
from bot.services.services import Services
from bot.store.database import DatabaseAway, one_version_check
from bot.store.store import Store
from bot.text.words import Emojis

COMMANDS = frozenset(command.name for command in ALL)
RATINGS_TIMEOUT = 2.0  # seconds that start-up waits for ratings; the rest is calculated while games go on
PREPARING = ("prepare_full", "prepare_nothing", "prepare_yours")  # not counted apart: nobody learns who prepares
Interaction = discord.Interaction[Any]
Work = Callable[[Reply], Awaitable[None]]

log = logging.getLogger(__name__)


class Tessera(ShardClient):
    """The Discord client. It keeps no games in memory.

    `uploads_emojis`: whether the application gets its emojis at the start.
    """

    uploads_emojis = True

    def __init__(
        self, services: Services, store: Store, burst: float = BURST_LENGTH, paces: RateLimits = USUAL,
        pace: Pace | None = None,
    ) -> None:  # fmt: skip
        self.pace = pace or Pace()
        super().__init__(
            store,
            services.rooms.now,
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=30.0,
            http_trace=self.pace.trace,
        )
        self.services = services
        self._intake = Drain()
        self._tasks: list[asyncio.Task[None]] = []
        self._events: set[asyncio.Task[None]] = set()  # what the library begins when Discord says something
        # Pages ask Discord, through these, which channels everybody sees and who may still play there.
        visibility = Visibility(self)
        services.watching.is_public = visibility.is_public
        services.activity.threads = visibility.public_threads
        self.page_access = PageAccess(self, self.home, self.pace, services.rooms.now)
        services.watching.find_obstacle = self.page_access.find_obstacle
        self.messages = TableMessages(self, services, store, self.pace, burst)
        self.chores = Chores(self.messages, services, self.processes.report)
        self.limiter = RateLimiter(services.rooms.now, paces)
        self.timer = Timer(services.deadlines, self._on_time)
        self.review_updates = ReviewUpdates(services.reviews)
        self.handlers = handlers(services, self.messages, self.review_updates, self.limiter)
        self._router = Router(services.rooms, self.handlers)
        self.tree = CommandTree(self)

    async def setup_hook(self) -> None:
        """Register the commands if they changed, and resume what the last run left undone."""
        # Tables of other homes that change here, and ours that change elsewhere, are shown at once.
        self.messages.sharing.on_elsewhere = self.fleet.tell
        await self.fleet.listen(self._show_change)
        does_chores_of_all = self.home.has(None)  # of all processes, the one that has direct messages
        if does_chores_of_all:
            ratings = asyncio.create_task(self.services.leaderboards.bring_up_to_date(), name="ratings")
            ratings.add_done_callback(_log_fault)
            self._tasks.append(ratings)
            await asyncio.wait((ratings,), timeout=RATINGS_TIMEOUT)
            await patiently(self.tree.sync_if_changed)
        self._tasks.append(asyncio.create_task(self.chores.run(self.wait_until_ready), name="chores"))
        if self.uploads_emojis:
            upload = EmojiUpload(self, self.show_emojis, uploads=does_chores_of_all)
            self._tasks.append(asyncio.create_task(upload.run(), name="emojis"))
        self.timer.start()

    def _show_change(self, room_id: int, guild: int) -> None:
        """Show what another process has changed, if the server is one of ours."""
        if self.home.has(guild):
            self.messages.wake(room_id)
            self.services.watching.notify(room_id)

    def show_emojis(self, emojis: Emojis) -> None:
        """Answers and messages show these emojis from now on."""
        self.messages.emojis = emojis

    async def drain(self, seconds: float) -> None:
        """Accept no more presses; wait until those under way are answered and shown, at most so many seconds.

        Presses that come meanwhile are left to the process that takes our place, if there is one already.
        """
        await self._intake.close(seconds / 2, handed_over=await self.is_covered())
        self.messages.forget_waiting()
        await self.messages.wait_until_idle(seconds / 2)

    async def close(self) -> None:
        """End all tasks; messages still to be sent stay in the outbox."""
        for task in self._tasks:
            task.cancel()
        await self.timer.close()
        await self.messages.close()
        await self.page_access.close()
        await self.review_updates.close()
        await self.services.reviews.close()
        await self.services.puzzles.close()
        await super().close()
        # What connections began meanwhile is ended as well: it would find the database closed.
        ending = [*self._tasks, *(task for task in self._events if task is not asyncio.current_task())]
        for task in ending:
            task.cancel()
        await asyncio.gather(*ending, return_exceptions=True)
        with suppress(DatabaseAway):
            await self.processes.end()

    async def on_interaction(self, interaction: Interaction) -> None:
        """Answer buttons, lists and forms; commands go through the command tree."""
        if interaction.type not in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            return
        pressed = cast(dict[str, Any], interaction.data or {})
        try:
            press = read(str(pressed.get("custom_id", "")), chosen_values(pressed))
            private = interaction.message is not None and interaction.message.flags.ephemeral
        except (AttributeError, TypeError) as error:
            report_unreadable("INTERACTION_CREATE", error)
            return
        if interaction.type is discord.InteractionType.modal_submit and press.verb not in FORMS:
            press = UNKNOWN  # forged: Discord compares what a button says with its message, but not what a form says
        once = press.verb in VERBS and VERBS[press.verb].once
        await self.answer(interaction, press.manner(private=private), partial(self._router.answer, press), once=once)

    async def answer(self, interaction: Interaction, manner: Manner, work: Work, *, once: bool = False) -> None:
        """Do the work and see that the person is answered, whatever happens; `once`: not if it comes a second time."""
        if self._intake.handed_over:
            return
        reply = Reply(interaction, manner)
        saved = self.messages.saved_rooms
        with self._intake.one(), measures.current().time("presses", _verb(interaction)):
            async with AsyncExitStack() as until_answered:  # outside `try`, so that it holds while a refusal is said
                try:  # entering may refuse as well
                    until_answered.enter_context(self.limiter.passing(interaction.user.id, interaction.channel_id or 0))
                    until_answered.enter_context(one_version_check())
                    # What the work saves goes before all that nobody waits for, and after a public answer.
                    until_answered.enter_context(saved.mark_as_press())
                    if reply.is_shared:
                        until_answered.enter_context(saved.hold_back())
                    await until_answered.enter_async_context(reply)
                    self._intake.admit()
                    reply.pictures = (await self._hear(interaction)).pictures != "none"
                    if once and not await self.services.rooms.claim_press(interaction.id):
                        await reply.leave()
                    else:
                        await work(reply)
                except Muted as refusal:
                    measures.current().count("refusals", refusal.key)
                    # Warned a moment ago: a press is acknowledged silently; a command cannot be, so it is refused.
                    # What is pressed faster than by hand is left unanswered.
                    if refusal.nod and interaction.type is discord.InteractionType.component:
                        await reply.accept()
                    elif refusal.nod:
                        await reply.refuse(refusals_screen.refused(words_of(interaction), refusal))
                except Refusal as refusal:
                    await reply.refuse(_refused(interaction, refusal))
                except DatabaseAway as error:
                    log.warning("the database cannot be used (%s)", logs.summary(error), extra=_about(interaction))
                    with suppress(discord.HTTPException):
                        await reply.refuse(_refused(interaction, Refusal("no_database")))
                except Exception:  # the one place where our bugs end
                    code = logs.fault_code()
                    log.exception("fault", extra={"code": code, **_about(interaction)})
                    with suppress(discord.HTTPException):  # where Discord refuses even this, the reply has logged it
                        await reply.refuse(await self._fault_screen(interaction, code))

    async def _hear(self, interaction: Interaction) -> Preferences:
        """Note that the person was here, answer in their language from now on, and return their preferences."""
        user = interaction.user
        self.messages.membership.note_seen(interaction.guild_id, user, interaction.channel_id or 0)
        self.page_access.note_seen(interaction.guild_id, user.id)
        mine = await self.services.preferences.note_locale(Person(user.id, user.display_name), str(interaction.locale))
        server = await self.services.servers.load_settings(interaction.guild_id)
        language_of_server = server.language if interaction.guild_id else None
        speaks(interaction, mine.language, language_of_server, self.messages.emojis)
        return mine

    async def _fault_screen(self, interaction: Interaction, code: str) -> Screen:
        try:
            key = (
                "fault_after"
                if await self.services.rooms.room_changed_by(interaction.id) is not None
                else "fault_before"
            )
        except DatabaseAway:
            return _refused(interaction, Refusal("no_database"))
        return refusals_screen.notice(words_of(interaction), f"refusal.{key}", code=code)

    async def suggest(self, interaction: Interaction) -> None:
        """Answer with suggestions for what is typed; too fast a typist gets none. Nothing is raised."""
        try:
            choices: Choices = []
            with suppress(Refusal, DatabaseAway):
                if self.limiter.typing(interaction.user.id):
                    speaks(interaction, (await self.services.preferences.load(interaction.user.id)).language)
                    choices = await suggested(cast(Typed, interaction))
            await offer(interaction, choices)
        except Exception:  # Discord shows by itself that there are no suggestions
            log.exception("fault", extra={"code": logs.fault_code(), **_about(interaction)})

    def reaches(self) -> None:
        """Deadlines pass on those servers, and only there, whose people can press something now."""
        self.timer.open_for(self.reached)

    def _schedule_event(self, *args: Any, **kwargs: Any) -> asyncio.Task[None]:
        task = super()._schedule_event(*args, **kwargs)
        self._events.add(task)
        task.add_done_callback(self._events.discard)
        return task

    async def on_ready(self) -> None:
        """Catch up when all connections are there again: Discord does not report what servers did meanwhile."""
        if not self.is_closed():
            await self.services.servers.note_present(self._present)
            await self.messages.wake_sleeping(every=True)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot is (back) on a server: its data is kept, and its sleeping tables are tried again."""
        await self.on_guild_available(guild)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """A server has removed the bot: its 30 days count from now on."""
        await self.services.servers.note_departure(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """The server is reachable again."""
        await self.services.servers.note_return(guild.id)
        await self.messages.wake_sleeping(guild.id)

    async def on_guild_channel_update(self, _: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """Permissions in a channel may have changed."""
        await self.messages.wake_sleeping(after.guild.id)

    async def on_guild_role_update(self, _: discord.Role, after: discord.Role) -> None:
        """Permissions of a role may have changed."""
        await self.messages.wake_sleeping(after.guild.id)

    async def on_raw_thread_update(self, thread: discord.RawThreadUpdateEvent) -> None:
        """A thread may have been reopened; the library forgot it when it was archived."""
        await self.messages.wake_sleeping(thread.guild_id)

    async def _on_time(self) -> None:
        """What is done from time to time besides deadlines: reminders, and erasing what was kept for 30 days."""
        await self.services.deadlines.remind()
        self.messages.notifications.wake()
        if self.is_ready():
            await self.services.servers.forget_departed(self._present)
            await self.services.servers.drop_copies()

    @property
    def _present(self) -> frozenset[int]:
        """The servers that the bot is on, including those that Discord cannot reach now."""
        return frozenset(guild.id for guild in self.guilds)


class Drain:
    """Counts the presses being answered: lets them in until it is closed, and then waits for those inside."""

    def __init__(self) -> None:
        self._inside = 0
        self._closed = False
        self.handed_over = False  # whether another process answers every press that is not inside yet
        self._empty = asyncio.Event()

    @contextmanager
    def one(self) -> Iterator[None]:
        """A press is being answered within this context."""
        self._inside += 1
        self._empty.clear()
        try:
            yield
        finally:
            self._inside -= 1
            if not self._inside:
                self._empty.set()

    def admit(self) -> None:
        """Raises Refusal("stopping") once this is closed."""
        if self._closed:
            raise Refusal("stopping")

    async def close(self, seconds: float, *, handed_over: bool = False) -> None:
        """Let no more presses in; wait for those inside, at most so many seconds."""
        self._closed = True
        self.handed_over = handed_over
        if self._inside:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._empty.wait(), seconds)


class CommandTree(app_commands.CommandTree[Tessera]):
    """The commands, registered with Discord only when their definitions changed."""

    def __init__(self, client: Tessera) -> None:
        super().__init__(client)
        for command in ALL:
            self.add_command(command)

    async def sync_if_changed(self) -> bool:
        """Register all commands if any differs from what Discord has; whether any did."""
        http = self.client.http
        app = self.client.application_id or 0
        ours = await definitions(self)
        theirs = await registered(http, app)
        if comparable(ours) == comparable(theirs):
            return False
        await http.bulk_upsert_global_commands(app, payload=[*ours, *entry_points(theirs)])
        return True

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Suggest here what was asked for: the library would log whoever gets it too late as a fault, by number."""
        if interaction.type is not discord.InteractionType.autocomplete:
            return True
        await self.client.suggest(interaction)
        return False

    async def _call(self, interaction: Interaction) -> None:
        """As the library, but a command that cannot be read is refused like one that this version does not know."""
        try:
            await super()._call(interaction)
        except app_commands.AppCommandError:
            raise
        except Exception as error:  # noqa: BLE001  # what our commands raise is an AppCommandError
            report_unreadable("INTERACTION_CREATE", error)
            await self.on_error(interaction, app_commands.AppCommandError())  # the library's way there reads it again

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        """Answer a command that this version does not know, or whose arguments do not fit."""
        log.info("command refused", exc_info=error)
        if not interaction.response.is_done():
            async with Reply(interaction, Manner.PRIVATE) as reply:
                await reply.refuse(_refused(interaction, Refusal("unknown")))


def _log_fault(ratings: asyncio.Task[None]) -> None:
    error = None if ratings.cancelled() else ratings.exception()
    if error is not None:
        log.error("ratings could not be reckoned anew", exc_info=error)


def _refused(interaction: Interaction, refusal: Refusal) -> Screen:
    measures.current().count("refusals", "not_your_turn" if refusal.key in PREPARING else refusal.key)
    return refusals_screen.refused(words_of(interaction), refusal)


def _verb(interaction: Interaction) -> str:
    """What was pressed: one of our verbs, a slash and the name of one of our commands, or "unknown"."""
    found = cast(dict[str, Any], interaction.data or {})
    if "custom_id" in found:
        verb = read(str(found["custom_id"]), []).verb
        return told_as(verb) if verb in VERBS else "unknown"
    return f"/{found['name']}" if found.get("name") in COMMANDS else "unknown"


def _about(interaction: Interaction) -> dict[str, object]:
    """Verb, room and stamp of a press, or the command; never the move, which may be secret, nor forged parts."""
    found = cast(dict[str, Any], interaction.data or {})
    return read(str(found.get("custom_id", found.get("name", ""))), []).outline
