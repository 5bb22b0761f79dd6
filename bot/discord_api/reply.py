"""Presses of buttons and lists and submitted forms: their parsing, their handlers, and the reply to them.

A command is answered like a press. A reply is sent in time, only once, and only to the right people. Trusts no input;
independent of games and tables.
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

from bot import metrics
from bot.discord_api.components import REQUEST_ERRORS, SERVER_ERROR, allowed_mentions, files, layout, modal
from bot.logs import error_summary
from bot.model.errors import Refusal
from bot.model.people import Asker
from bot.model.room_number import room_of_code
from bot.screens.accessible import describe_pictures
from bot.screens.screen import InputForm, Screen
from bot.screens.verbs import CHOOSE_MORE, CHOOSE_TABLE, UNLOGGED_VERBS, VERBS_BY_NAME, ChosenValues, Manner, Ts, Verb

DEFER_DELAY = 1.2  # seconds after the press at which it is deferred; Discord waits for 3
ANSWER_TIMEOUT = 30.0  # seconds after which a hanging answer is abandoned, because later updates for others wait for it
ALREADY_ACKNOWLEDGED = 40060  # by another process that briefly shares the shard
UNDELIVERABLE_CODES = (10062, 10015, 50027, ALREADY_ACKNOWLEDGED)  # unknown interaction, unknown or expired token
UNKNOWN_MESSAGE_CODE = 10008
EXTERNAL_FAILURES = (401, 403, 404, 429)  # statuses with which Discord refuses even a valid answer
_VERB = re.compile(r"[a-z]{1,12}")
_NUMBER = re.compile(r"-?[0-9]{1,9}")

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Press:
    """The parsed content of a press."""

    verb: str  # the first part of the custom_id: the action
    arguments: tuple[str, ...]  # the other parts of the custom_id
    values: ChosenValues  # the values chosen in a list

    @property
    def room(self) -> int | None:
        """The number of the room in the custom_id, if there is one."""
        return room_of_code(self.arguments[0]) if self.arguments and self.verb != CHOOSE_TABLE.name else None

    @property
    def log_fields(self) -> dict[str, object]:
        """The fields that may be logged: no answers, no moves, and nothing forged."""
        fields: dict[str, object] = {"press": logged_verb(self.verb) if _VERB.fullmatch(self.verb) else "?"}
        if self.room is None:
            return fields
        fields["room"] = self.room
        if len(self.arguments) > 1 and _NUMBER.fullmatch(self.arguments[1]):
            fields["stamp"] = int(self.arguments[1])
        return fields

    def manner(self, *, private: bool) -> Manner:
        """Return where the press is answered; `private`: the pressed message is private."""
        declared = VERBS_BY_NAME[self.verb].manner if self.verb in VERBS_BY_NAME else Manner.PRIVATE
        return declared or (Manner.IN_PLACE if private else Manner.PRIVATE)


UNKNOWN_PRESS = Press("", (), ())  # has no handler


def logged_verb(verb: str) -> str:
    """Return the verb under which a press is logged and counted; a secret one is replaced by that of More's entries."""
    return CHOOSE_MORE.name if verb in UNLOGGED_VERBS else verb


def parse_press(custom_id: str, values: list[str]) -> Press:
    """Parse a custom_id and the chosen values."""
    verb, *rest = custom_id.split(":")
    return Press(verb, tuple(rest), tuple(values))


def chosen_values(control: Mapping[str, Any]) -> list[str]:
    """Return the values chosen in a list or typed into a form."""
    texts = [*map(str, control.get("values", ()))]
    if "value" in control:
        texts.append(str(control["value"]))
    for part in control.get("components", ()):
        texts += chosen_values(part)
    if "component" in control:
        texts += chosen_values(control["component"])
    return texts


class Reply:
    """Answers one interaction. As a context manager it defers the interaction if the answer is slow.

    A failed delivery is logged and sets `lost`; what the press has changed stays changed. If another process has
    answered, this one sends nothing more.
    """

    def __init__(self, interaction: discord.Interaction[Any], manner: Manner) -> None:
        self.interaction = interaction
        self.manner = manner
        self.pictures = True  # whether the person wants pictures
        self.answered = False
        self.lost = False
        self._is_answered_elsewhere = False  # by another process
        self._lock = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None
        self._deferring: asyncio.Task[None] | None = None

    @property
    def is_shared(self) -> bool:
        """Whether the answer is a message that everyone in the channel sees."""
        pressed = self.interaction.message
        in_place = self.manner is Manner.IN_PLACE and pressed is not None and not pressed.flags.ephemeral
        return in_place or self.manner is Manner.PUBLIC

    async def __aenter__(self) -> Self:
        age = (discord.utils.utcnow() - self.interaction.created_at).total_seconds()
        left = max(0.0, min(DEFER_DELAY, DEFER_DELAY - age))
        self._timer = asyncio.get_running_loop().call_later(left, self._start_deferring)
        return self

    async def __aexit__(self, *_: object) -> None:
        for waiting in (self._timer, self._deferring):
            if waiting is not None:
                waiting.cancel()

    async def show(self, screen: Screen, manner: Manner | None = None) -> int | None:
        """Answer with the screen, by default in this reply's manner; return the ID of a new message, if known."""
        manner = manner or self.manner
        if not self.pictures and manner is not Manner.PUBLIC:
            screen = describe_pictures(screen)
        async with self._lock:
            respond = self._respond_later if self.interaction.response.is_done() else self._respond_first
            self.answered = True
            posted: int | None = await self._deliver(respond(screen, manner))
            return posted

    async def refuse(self, screen: Screen) -> None:
        """Answer with a new private message, whatever the manner; the pressed message stays unchanged."""
        await self.show(screen, Manner.PRIVATE)

    async def open_form(self, form: InputForm) -> None:
        """Answer with a form. Raises Refusal("busy") after another answer, or if the interaction is a form itself."""
        async with self._lock:
            if self.interaction.response.is_done() or self.interaction.type is discord.InteractionType.modal_submit:
                raise Refusal("busy")
            self.answered = True
            await self._deliver(self.interaction.response.send_modal(modal(form)))

    async def launch_activity(self) -> None:
        """Answer by opening the Activity. Raises Refusal: busy (answered already), no_activity (Discord refuses)."""
        async with self._lock:
            if self.interaction.response.is_done():
                raise Refusal("busy")
            try:
                await self.interaction.response.launch_activity()
            except REQUEST_ERRORS as error:
                log.warning("the Activity was not opened (%s)", error_summary(error))
                raise Refusal("no_activity") from None
            self.answered = True

    async def answer_nothing(self) -> None:
        """Send nothing, because the interaction was delivered before and that delivery is answered.

        Raises Refusal("repeated") if this delivery was deferred meanwhile, because then it must be answered.
        """
        async with self._lock:
            if self.interaction.response.is_done():
                raise Refusal("repeated")
            self.answered = True

    async def acknowledge(self) -> None:
        """Acknowledge without an answer, because the pressed message will be edited anyway."""
        async with self._lock:
            if not self.interaction.response.is_done():
                await self._deliver(self.interaction.response.defer())
            self.answered = True

    def _start_deferring(self) -> None:
        """Start the task that defers; a timer calls this, because few answers are slow enough to need the task."""
        self._deferring = asyncio.create_task(self._defer())

    async def _defer(self) -> None:
        async with self._lock:
            if self.interaction.response.is_done() or self.answered:
                return
            response = self.interaction.response
            if self.manner is Manner.IN_PLACE:
                await self._deliver(response.defer())
            else:
                await self._deliver(response.defer(ephemeral=self.manner is Manner.PRIVATE, thinking=True))

    async def _respond_first(self, screen: Screen, manner: Manner) -> int | None:
        response = self.interaction.response
        if manner is Manner.IN_PLACE:
            try:
                await response.edit_message(
                    view=layout(screen), attachments=files(screen), allowed_mentions=allowed_mentions(screen)
                )
            except discord.NotFound as error:
                if error.code != UNKNOWN_MESSAGE_CODE:
                    raise
                # The message was replaced meanwhile, so the answer is a new private message.
            else:
                return None
        made = await response.send_message(
            view=layout(screen),
            files=files(screen),
            ephemeral=manner is not Manner.PUBLIC,
            allowed_mentions=allowed_mentions(screen),
        )
        return made.message_id

    async def _respond_later(self, screen: Screen, manner: Manner) -> int | None:
        """Answer after a deferral. The original response is the pressed message (in place) or a note "thinking"."""
        if manner is self.manner:
            try:
                made = await self.interaction.edit_original_response(
                    view=layout(screen), attachments=files(screen), allowed_mentions=allowed_mentions(screen)
                )
            except discord.NotFound as error:
                if error.code != UNKNOWN_MESSAGE_CODE or manner is not Manner.IN_PLACE:
                    raise
                # The message was replaced meanwhile, so the answer is a new private message.
            else:
                return made.id
        elif self.manner is Manner.PUBLIC:
            with suppress(discord.NotFound):  # already deleted
                await self.interaction.delete_original_response()
        await self.interaction.followup.send(
            view=layout(screen), files=files(screen), ephemeral=True, allowed_mentions=allowed_mentions(screen)
        )
        return None

    async def _deliver(self, sending: Any) -> Any:
        """Await the request, unless another process has answered; None if it failed for external reasons."""
        if self._is_answered_elsewhere:
            sending.close()
            return None
        try:
            async with asyncio.timeout(ANSWER_TIMEOUT):
                return await sending
        except REQUEST_ERRORS as error:
            self.lost = True
            if _is_answered_elsewhere(error):
                self._is_answered_elsewhere = True
                return None
            log.warning("answer not delivered (%s)", error_summary(error))
            if _is_our_error(error):
                raise
        return None


async def send_suggestions(interaction: discord.Interaction[Any], choices: Sequence[Choice[str]]) -> None:
    """Answer with suggestions. Late ones are not a fault, because the next letter requests new ones."""
    try:
        await interaction.response.autocomplete(choices)
    except REQUEST_ERRORS as error:
        if _is_answered_elsewhere(error):
            return
        if _is_our_error(error):
            raise
        log.debug("suggestions not delivered (%s)", error_summary(error))


def _is_answered_elsewhere(error: BaseException) -> bool:
    """Whether another process has answered; if so, count that. It is not a fault."""
    if not isinstance(error, discord.HTTPException) or error.code != ALREADY_ACKNOWLEDGED:
        return False
    metrics.current().count("elsewhere")
    log.debug("answered elsewhere")
    return True


def _is_our_error(error: BaseException) -> bool:
    """Whether Discord refuses the content of the answer, which is our own bug."""
    if not isinstance(error, discord.HTTPException):
        return False
    return (
        error.code not in UNDELIVERABLE_CODES and error.status < SERVER_ERROR and error.status not in EXTERNAL_FAILURES
    )


@dataclass(frozen=True)
class Handler:
    """The function that answers presses of a verb."""

    verb: Verb[*tuple[Any, ...]]  # parses the values from the custom_id and the choice
    answer: Callable[..., Awaitable[None]]  # called with the asker, the reply and these values


def bind(verb: Verb[*Ts], answer: Callable[[Asker, Reply, *Ts], Awaitable[None]]) -> Handler:
    """Return a handler that answers presses of the verb with that function."""
    return Handler(verb, answer)


def answer_with_screen(
    ask: Callable[[Asker, *Ts], Awaitable[Screen]],
) -> Callable[[Asker, Reply, *Ts], Awaitable[None]]:
    """Return a handler function that replies with the screen that `ask` returns."""

    async def show(asker: Asker, reply: Reply, *values: *Ts) -> None:
        await reply.show(await ask(asker, *values))

    return show


def answer_with_form(
    ask: Callable[[Asker, *Ts], Awaitable[InputForm]],
) -> Callable[[Asker, Reply, *Ts], Awaitable[None]]:
    """Return a handler function that replies with the form that `ask` returns."""

    async def open_form(asker: Asker, reply: Reply, *values: *Ts) -> None:
        await reply.open_form(await ask(asker, *values))

    return open_form


def handlers_by_verb(*handlers: Handler) -> dict[str, Handler]:
    """Return the handlers by the names of their verbs. Raises ValueError if a verb has two."""
    found = {handler.verb.name: handler for handler in handlers}
    if len(found) < len(handlers):
        raise ValueError("a verb has two handlers")
    return found
