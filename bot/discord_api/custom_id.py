"""One press of a button or list, or a form sent, and whose it is to answer. Trusts nothing it reads; knows no table."""

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.discord_api.reply import Reply
from bot.model.people import Asker
from bot.model.room import from_code
from bot.screens.screen import Form, Screen
from bot.screens.verbs import CHOOSE, SILENT, VERBS, WHICH, Manner, Ts, Values, Verb

_VERB = re.compile(r"[a-z]{1,12}")
_NUMBER = re.compile(r"-?[0-9]{1,9}")


@dataclass(frozen=True)
class Press:
    """One press.

    `verb` names what is wanted, `rest` are the parts of the custom_id after it. `values`: what was chosen in a list.
    """

    verb: str
    rest: tuple[str, ...]
    values: Values

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
        """Where it is answered if it was made on a private message, or on a public one."""
        declared = VERBS[self.verb].manner if self.verb in VERBS else Manner.PRIVATE
        return declared or (Manner.IN_PLACE if private else Manner.PRIVATE)


UNKNOWN = Press("", (), ())  # one that nothing answers


def told_as(verb: str) -> str:
    """The verb under which a press is logged and counted: one that must not be told apart is an entry of More."""
    return CHOOSE.name if verb in SILENT else verb


@dataclass(frozen=True)
class Handler:
    """A `verb` and the `answer` to its presses, given the values that its custom_id and its list say."""

    verb: Verb[*tuple[Any, ...]]
    answer: Callable[..., Awaitable[None]]

    async def __call__(self, press: Press, asker: Asker, reply: Reply) -> None:
        """Answer the press. Raises Refusal("unknown") for values that do not fit the verb."""
        await self.answer(asker, reply, *self.verb.read(press.rest, press.values))


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


def read(custom_id: str, values: list[str]) -> Press:
    """The press behind a custom_id."""
    verb, *rest = custom_id.split(":")
    return Press(verb, tuple(rest), tuple(values))


def chosen(control: Mapping[str, Any]) -> list[str]:
    """The values chosen in a list or typed into a form."""
    texts = [str(one) for one in control.get("values", ())]
    texts += [str(control["value"])] if "value" in control else []
    inner = [*control.get("components", ()), *([control["component"]] if "component" in control else [])]
    return texts + [text for part in inner for text in chosen(part)]
