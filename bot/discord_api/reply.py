"""The one answer to an interaction: in time, once, and visible to the right people. Knows no game and no room."""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Self

import discord
from discord.app_commands import Choice

from bot import measures
from bot.discord_api.components import UNANSWERED, files, layout, pinging, window
from bot.logs import summary
from bot.model.errors import Refusal
from bot.screens.accessible import in_words
from bot.screens.screen import Form, Screen
from bot.screens.verbs import Manner

PATIENCE = 1.2  # seconds after the press until it is deferred; Discord waits for 3
ANSWERING = 30.0  # seconds after which an answer that hangs is given up: what others see next waits for it
ELSEWHERE = 40060  # already acknowledged, by another process that has the same shard for a moment
UNDELIVERED = (10062, 10015, 50027, ELSEWHERE)  # unknown interaction, its token unknown or too old
NO_MESSAGE = 10008  # unknown message
SERVER_FAULT = 500  # HTTP statuses from here on are faults of Discord
NOBODYS_FAULT = (401, 403, 404, 429)  # statuses with which Discord refuses an answer that is sound

log = logging.getLogger(__name__)


class Reply:
    """Answers one interaction. As a context it defers the interaction when the answer is slow.

    A failed delivery is logged and remembered as `lost`; it never undoes what was committed before. Where another
    process has answered, this one says nothing more.
    """

    def __init__(self, interaction: discord.Interaction[Any], manner: Manner) -> None:
        self.interaction = interaction
        self.manner = manner
        self.pictures = True  # whether the person wants pictures
        self.answered = False
        self.lost = self._elsewhere = False
        self._lock = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None
        self._deferring: asyncio.Task[None] | None = None

    @property
    def is_shared(self) -> bool:
        """Whether the answer is a message that everybody in the channel sees."""
        pressed = self.interaction.message
        in_place = self.manner is Manner.IN_PLACE and pressed is not None and not pressed.flags.ephemeral
        return in_place or self.manner is Manner.PUBLIC

    async def __aenter__(self) -> Self:
        age = (discord.utils.utcnow() - self.interaction.created_at).total_seconds()
        patience = max(0.0, min(PATIENCE, PATIENCE - age))
        self._timer = asyncio.get_running_loop().call_later(patience, self._buy_time)
        return self

    async def __aexit__(self, *_: object) -> None:
        for waiting in (self._timer, self._deferring):
            if waiting is not None:
                waiting.cancel()

    async def show(self, screen: Screen) -> int | None:
        """Answer with the screen in this reply's manner; return the id of a newly posted message, if known."""
        return await self._deliver(screen, self.manner)

    async def refuse(self, screen: Screen) -> None:
        """Answer with a new private message, whatever the manner; the pressed message stays as it is."""
        await self._deliver(screen, Manner.PRIVATE)

    async def open(self, form: Form) -> None:
        """Answer with a form. Raises Refusal("busy") if that is impossible, after another answer or to a form."""
        async with self._lock:
            if self._deferred or self.interaction.type is discord.InteractionType.modal_submit:
                raise Refusal("busy")
            self.answered = True
            await self._safely(self.interaction.response.send_modal(window(form)))

    async def launch(self) -> None:
        """Answer by opening the Activity. Raises Refusal: busy (it is answered), no_activity (Discord says no)."""
        async with self._lock:
            if self._deferred:
                raise Refusal("busy")
            try:
                await self.interaction.response.launch_activity()
            except UNANSWERED as fault:
                log.warning("the Activity was not opened (%s)", summary(fault))
                raise Refusal("no_activity") from None
            self.answered = True

    async def leave(self) -> None:
        """Say nothing, because the same interaction came before and is answered there.

        Raises Refusal("repeated") if this one has asked Discord for patience meanwhile, so that nobody else can answer.
        """
        async with self._lock:
            if self._deferred:
                raise Refusal("repeated")
            self.answered = True

    async def accept(self) -> None:
        """Acknowledge without an answer: the pressed message will be edited anyway."""
        async with self._lock:
            if not self._deferred:
                await self._safely(self.interaction.response.defer())
            self.answered = True

    @property
    def _deferred(self) -> bool:
        return self.interaction.response.is_done()

    def _buy_time(self) -> None:
        """The answer is deferred by a task that begins only here, because hardly any answer is so slow."""
        self._deferring = asyncio.create_task(self._defer())

    async def _defer(self) -> None:
        async with self._lock:
            if self._deferred or self.answered:
                return
            response = self.interaction.response
            if self.manner is Manner.IN_PLACE:
                await self._safely(response.defer())
            else:
                await self._safely(response.defer(ephemeral=self.manner is Manner.PRIVATE, thinking=True))

    async def _deliver(self, screen: Screen, manner: Manner) -> int | None:
        if not self.pictures and manner is not Manner.PUBLIC:
            screen = in_words(screen)
        async with self._lock:
            first, self.answered = not self._deferred, True
            send = self._first if first else self._later
            posted: int | None = await self._safely(send(screen, manner))
            return posted

    async def _first(self, screen: Screen, manner: Manner) -> int | None:
        response, view = self.interaction.response, layout(screen)
        if manner is Manner.IN_PLACE:
            try:
                await response.edit_message(view=view, attachments=files(screen), allowed_mentions=pinging(screen))
            except discord.NotFound as fault:
                if fault.code != NO_MESSAGE:
                    raise
                return await self._first(screen, Manner.PRIVATE)  # a newer message has taken its place meanwhile
            return None
        made = await response.send_message(
            view=view, files=files(screen), ephemeral=manner is Manner.PRIVATE, allowed_mentions=pinging(screen)
        )
        return made.message_id

    async def _later(self, screen: Screen, manner: Manner) -> int | None:
        """Answer after a deferral: the original is the pressed message (in place) or the "thinking" one (else)."""
        if manner is self.manner:
            return await self._original(screen)
        if self.manner is Manner.PUBLIC:
            with suppress(discord.NotFound):  # somebody has deleted it
                await self.interaction.delete_original_response()
        await self._follow_up(screen)
        return None

    async def _original(self, screen: Screen) -> int | None:
        try:
            made = await self.interaction.edit_original_response(
                view=layout(screen), attachments=files(screen), allowed_mentions=pinging(screen)
            )
        except discord.NotFound as fault:
            if fault.code != NO_MESSAGE or self.manner is not Manner.IN_PLACE:
                raise
            await self._follow_up(screen)  # a newer message has taken its place meanwhile
            return None
        return made.id

    async def _follow_up(self, screen: Screen) -> None:
        await self.interaction.followup.send(
            view=layout(screen), files=files(screen), ephemeral=True, allowed_mentions=pinging(screen)
        )

    async def _safely(self, sending: Any) -> Any:
        if self._elsewhere:
            sending.close()
            return None
        try:
            async with asyncio.timeout(ANSWERING):
                return await sending
        except UNANSWERED as fault:
            self.lost = True
            if _is_answered_elsewhere(fault):
                self._elsewhere = True
                return None
            log.warning("answer not delivered (%s)", summary(fault))
            if _is_ours(fault):
                raise
        return None


async def offer(interaction: discord.Interaction[Any], choices: Sequence[Choice[str]]) -> None:
    """Answer with suggestions. Those that come too late are no fault: the next letter asks for new ones."""
    try:
        await interaction.response.autocomplete(choices)
    except UNANSWERED as fault:
        if _is_answered_elsewhere(fault):
            return
        if _is_ours(fault):
            raise
        log.debug("suggestions not delivered (%s)", summary(fault))


def _is_answered_elsewhere(fault: BaseException) -> bool:
    """Whether another process has answered, which is counted and no fault."""
    if not isinstance(fault, discord.HTTPException) or fault.code != ELSEWHERE:
        return False
    measures.current().count("elsewhere")
    log.debug("answered elsewhere")
    return True


def _is_ours(fault: BaseException) -> bool:
    """Whether Discord refuses what the answer says, rather than that it comes at all."""
    if not isinstance(fault, discord.HTTPException):
        return False
    return fault.code not in UNDELIVERED and fault.status < SERVER_FAULT and fault.status not in NOBODYS_FAULT
