"""What a press of a button or list, or a form sent, says, whose it is to answer, and the one reply to it.

A command is answered like a press. A reply comes in time, once, and is visible to the right people. Trusts nothing
that it reads; knows no game and no table.
"""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Self

import discord
from discord.app_commands import Choice

from bot import measures
from bot.discord_api.components import UNANSWERED, files, layout, pinging, window
from bot.logs import summary
from bot.model.errors import Refusal
from bot.model.people import Asker
from bot.model.room_number import from_code
from bot.screens.accessible import in_words
from bot.screens.screen import Form, Screen
from bot.screens.verbs import CHOOSE, SILENT, VERBS, WHICH, Manner, Ts, Values, Verb

DEFER_AFTER = 1.2  # seconds after the press until it is deferred; Discord waits for 3
ANSWER_TIMEOUT = 30.0  # seconds after which an answer that hangs is given up: what others see next waits for it
ELSEWHERE = 40060  # already acknowledged, by another process that has the same shard for a moment
UNDELIVERED = (10062, 10015, 50027, ELSEWHERE)  # unknown interaction, its token unknown or too old
NO_MESSAGE = 10008  # unknown message
SERVER_FAULT = 500  # HTTP statuses from here on are faults of Discord
NOBODYS_FAULT = (401, 403, 404, 429)  # statuses with which Discord refuses an answer that is sound
_VERB = re.compile(r"[a-z]{1,12}")
_NUMBER = re.compile(r"-?[0-9]{1,9}")

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Press:
    """One press."""

    verb: str  # what is wanted
    rest: tuple[str, ...]  # the parts of the custom_id after it
    values: Values  # what was chosen in a list

    @property
    def room(self) -> int | None:
        """The number of the room that it names, if it names one."""
        return from_code(self.rest[0]) if self.rest and self.verb != WHICH.name else None

    @property
    def outline(self) -> dict[str, object]:
        """The fields that may be logged: no answers, no moves, and nothing that we did not make."""
        fields: dict[str, object] = {"press": told_as(self.verb) if _VERB.fullmatch(self.verb) else "?"}
        if self.room is None:
            return fields
        fields["room"] = self.room
        if len(self.rest) > 1 and _NUMBER.fullmatch(self.rest[1]):
            fields["stamp"] = int(self.rest[1])
        return fields

    def manner(self, *, private: bool) -> Manner:
        """Where it is answered; `private`: it was made on a private message."""
        declared = VERBS[self.verb].manner if self.verb in VERBS else Manner.PRIVATE
        return declared or (Manner.IN_PLACE if private else Manner.PRIVATE)


UNKNOWN = Press("", (), ())  # one that nothing answers


def told_as(verb: str) -> str:
    """The verb under which a press is logged and counted; a secret one looks like any other entry of More."""
    return CHOOSE.name if verb in SILENT else verb


def read(custom_id: str, values: list[str]) -> Press:
    """The press behind a custom_id."""
    verb, *rest = custom_id.split(":")
    return Press(verb, tuple(rest), tuple(values))


def chosen_values(control: Mapping[str, Any]) -> list[str]:
    """The values chosen in a list or typed into a form."""
    texts = [*map(str, control.get("values", ()))]
    if "value" in control:
        texts.append(str(control["value"]))
    for part in control.get("components", ()):
        texts += chosen_values(part)
    if "component" in control:
        texts += chosen_values(control["component"])
    return texts


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
        self.lost = False
        self._elsewhere = False  # whether another process has answered
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
        left = max(0.0, min(DEFER_AFTER, DEFER_AFTER - age))
        self._timer = asyncio.get_running_loop().call_later(left, self._start_deferring)
        return self

    async def __aexit__(self, *_: object) -> None:
        for waiting in (self._timer, self._deferring):
            if waiting is not None:
                waiting.cancel()

    async def show(self, screen: Screen, manner: Manner | None = None) -> int | None:
        """Answer with the screen, in this reply's manner if None is given; return the id of a new message, if known."""
        manner = manner or self.manner
        if not self.pictures and manner is not Manner.PUBLIC:
            screen = in_words(screen)
        async with self._lock:
            respond = self._respond_later if self.interaction.response.is_done() else self._respond_first
            self.answered = True
            posted: int | None = await self._safely(respond(screen, manner))
            return posted

    async def refuse(self, screen: Screen) -> None:
        """Answer with a new private message, whatever the manner; the pressed message stays as it is."""
        await self.show(screen, Manner.PRIVATE)

    async def open(self, form: Form) -> None:
        """Answer with a form. Raises Refusal("busy") if that is impossible, after another answer or to a form."""
        async with self._lock:
            if self.interaction.response.is_done() or self.interaction.type is discord.InteractionType.modal_submit:
                raise Refusal("busy")
            self.answered = True
            await self._safely(self.interaction.response.send_modal(window(form)))

    async def launch(self) -> None:
        """Answer by opening the Activity. Raises Refusal: busy (it is answered), no_activity (Discord says no)."""
        async with self._lock:
            if self.interaction.response.is_done():
                raise Refusal("busy")
            try:
                await self.interaction.response.launch_activity()
            except UNANSWERED as error:
                log.warning("the Activity was not opened (%s)", summary(error))
                raise Refusal("no_activity") from None
            self.answered = True

    async def leave(self) -> None:
        """Say nothing, because the same interaction came before and is answered there.

        Raises Refusal("repeated") if this one has asked Discord for patience meanwhile, so that nobody else can answer.
        """
        async with self._lock:
            if self.interaction.response.is_done():
                raise Refusal("repeated")
            self.answered = True

    async def accept(self) -> None:
        """Acknowledge without an answer: the pressed message will be edited anyway."""
        async with self._lock:
            if not self.interaction.response.is_done():
                await self._safely(self.interaction.response.defer())
            self.answered = True

    def _start_deferring(self) -> None:
        """Hardly any answer is so slow, so the task begins only here."""
        self._deferring = asyncio.create_task(self._defer())

    async def _defer(self) -> None:
        async with self._lock:
            if self.interaction.response.is_done() or self.answered:
                return
            response = self.interaction.response
            if self.manner is Manner.IN_PLACE:
                await self._safely(response.defer())
            else:
                await self._safely(response.defer(ephemeral=self.manner is Manner.PRIVATE, thinking=True))

    async def _respond_first(self, screen: Screen, manner: Manner) -> int | None:
        response = self.interaction.response
        if manner is Manner.IN_PLACE:
            try:
                await response.edit_message(
                    view=layout(screen), attachments=files(screen), allowed_mentions=pinging(screen)
                )
            except discord.NotFound as error:
                if error.code != NO_MESSAGE:
                    raise
                # A newer message has taken its place meanwhile, so a new private one answers.
            else:
                return None
        made = await response.send_message(
            view=layout(screen),
            files=files(screen),
            ephemeral=manner is not Manner.PUBLIC,
            allowed_mentions=pinging(screen),
        )
        return made.message_id

    async def _respond_later(self, screen: Screen, manner: Manner) -> int | None:
        """Answer after a deferral. The original response is the pressed message if in place, else "thinking"."""
        if manner is self.manner:
            try:
                made = await self.interaction.edit_original_response(
                    view=layout(screen), attachments=files(screen), allowed_mentions=pinging(screen)
                )
            except discord.NotFound as error:
                if error.code != NO_MESSAGE or manner is not Manner.IN_PLACE:
                    raise
                # A newer message has taken its place meanwhile, so a new private one answers.
            else:
                return made.id
        elif self.manner is Manner.PUBLIC:
            with suppress(discord.NotFound):  # somebody has deleted it
                await self.interaction.delete_original_response()
        await self.interaction.followup.send(
            view=layout(screen), files=files(screen), ephemeral=True, allowed_mentions=pinging(screen)
        )
        return None

    async def _safely(self, sending: Any) -> Any:
        """Await the sending, unless another process has answered; None if it was not delivered by no fault of ours."""
        if self._elsewhere:
            sending.close()
            return None
        try:
            async with asyncio.timeout(ANSWER_TIMEOUT):
                return await sending
        except UNANSWERED as error:
            self.lost = True
            if _is_answered_elsewhere(error):
                self._elsewhere = True
                return None
            log.warning("answer not delivered (%s)", summary(error))
            if _is_ours(error):
                raise
        return None


async def offer(interaction: discord.Interaction[Any], choices: Sequence[Choice[str]]) -> None:
    """Answer with suggestions. Those that come too late are no fault: the next letter asks for new ones."""
    try:
        await interaction.response.autocomplete(choices)
    except UNANSWERED as error:
        if _is_answered_elsewhere(error):
            return
        if _is_ours(error):
            raise
        log.debug("suggestions not delivered (%s)", summary(error))


def _is_answered_elsewhere(error: BaseException) -> bool:
    """Whether another process has answered, which is counted and no fault."""
    if not isinstance(error, discord.HTTPException) or error.code != ELSEWHERE:
        return False
    measures.current().count("elsewhere")
    log.debug("answered elsewhere")
    return True


def _is_ours(error: BaseException) -> bool:
    """Whether Discord refuses what the answer says, rather than that it comes at all."""
    if not isinstance(error, discord.HTTPException):
        return False
    return error.code not in UNDELIVERED and error.status < SERVER_FAULT and error.status not in NOBODYS_FAULT


@dataclass(frozen=True)
class Handler:
    """What answers the presses of a verb."""

    verb: Verb[*tuple[Any, ...]]  # reads the values out of the custom_id and of what was chosen
    answer: Callable[..., Awaitable[None]]  # is given who asks, the reply and these values


def on(verb: Verb[*Ts], answer: Callable[[Asker, Reply, *Ts], Awaitable[None]]) -> Handler:
    """The handler of that verb."""
    return Handler(verb, answer)


def showing(ask: Callable[[Asker, *Ts], Awaitable[Screen]]) -> Callable[[Asker, Reply, *Ts], Awaitable[None]]:
    """What answers with the screen that is asked for."""

    async def show(asker: Asker, reply: Reply, *values: *Ts) -> None:
        await reply.show(await ask(asker, *values))

    return show


def opening(ask: Callable[[Asker, *Ts], Awaitable[Form]]) -> Callable[[Asker, Reply, *Ts], Awaitable[None]]:
    """What answers with the form that is asked for."""

    async def open_form(asker: Asker, reply: Reply, *values: *Ts) -> None:
        await reply.open(await ask(asker, *values))

    return open_form


def by_verb(*handlers: Handler) -> dict[str, Handler]:
    """The handlers by the names of their verbs. Raises ValueError for a verb that has two."""
    found = {one.verb.name: one for one in handlers}
    if len(found) < len(handlers):
        raise ValueError("a verb has two handlers")
    return found
