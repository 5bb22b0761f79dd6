"""What a person reads and could press: messages as Discord sends them, and what came of a deed. It does nothing."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.playground.protocol import (
    BUTTON,
    EPHEMERAL,
    SELECTS,
    TEXT_DISPLAY_TYPE,
    WireObject,
    all_components,
    controls_by_id,
)
from bot.playground.simulation import Simulation

if TYPE_CHECKING:
    from tests.bot.support.local_discord import LocalDiscord
    from tests.bot.support.person import Person

PATIENCE = 120.0  # seconds that anything may take before a test gives up: only what hangs takes so long
CALM = 0.4  # seconds without any request after which a deferred update is taken for all there is


@dataclass(frozen=True)
class Button:
    """A button as seen: what it sends, and whether it can be pressed."""

    custom_id: str
    disabled: bool
    style: int


def text(message: WireObject | None) -> str:
    """All a message says: its content and every text display, top to bottom."""
    if message is None:
        return ""
    shown = [part["content"] for part in all_components(message["components"]) if part["type"] == TEXT_DISPLAY_TYPE]
    return "\n".join([message["content"], *shown] if message["content"] else shown)


def buttons(message: WireObject | None) -> dict[str, Button]:
    """The buttons of a message by label, by custom_id where a button has none."""
    every = all_components((message or {}).get("components"))
    found = [part for part in every if part["type"] == BUTTON and "custom_id" in part]
    return {
        one.get("label") or one["custom_id"]: Button(one["custom_id"], bool(one.get("disabled")), one["style"])
        for one in found
    }


def selects(message: WireObject | None) -> dict[str, WireObject]:
    """The select menus of a message by custom_id."""
    found = controls_by_id((message or {}).get("components"))
    return {custom_id: one for custom_id, one in found.items() if one["type"] in SELECTS}


class Reply:
    """What came of one deed. Reads the present: a later edit of the answer shows here too."""

    def __init__(self, local: LocalDiscord, person: Person, interaction: int) -> None:
        self.local, self.person, self.interaction = local, person, interaction

    @property
    def simulation(self) -> Simulation:
        return self.local.server.simulation

    @property
    def told(self) -> WireObject:
        """INTERACTION_CREATE as the bot got it."""
        return self.simulation.payloads[self.interaction]

    @property
    def state(self) -> str:
        """`waiting`, `thinking`, `done` or `failed`."""
        return self.simulation.interaction_state(self.interaction)

    @property
    def failed(self) -> bool:
        """The person reads "This interaction failed"."""
        return self.state == "failed"

    @property
    def answers(self) -> int:
        """First answers that reached Discord, refused second ones included: a sound bot has exactly 1."""
        return self.simulation.answer_counts[self.interaction]

    @property
    def messages(self) -> list[WireObject]:
        """What the answers wrote or edited and still stands, in order, each once."""
        record = self.simulation.interaction(self.interaction)
        ids = dict.fromkeys(self.simulation.touched_messages.get(self.interaction, []))
        found = [self.simulation.message(record.channel_id, one) for one in ids]
        return [one for one in found if one is not None]

    @property
    def message(self) -> WireObject | None:
        """The last of them, None if the answer wrote none."""
        return next(reversed(self.messages), None)

    @property
    def private(self) -> bool:
        """Only the person sees the message."""
        return bool(self.message and self.message["flags"] & EPHEMERAL)

    @property
    def modal(self) -> WireObject | None:
        """The form that the bot opened."""
        modal = self.simulation.interaction(self.interaction).modal
        return copy.deepcopy(modal)

    @property
    def choices(self) -> list[WireObject] | None:
        """What the bot suggested."""
        return self.simulation.interaction(self.interaction).autocomplete_choices

    @property
    def text(self) -> str:
        return text(self.message)

    @property
    def buttons(self) -> dict[str, Button]:
        return buttons(self.message)

    @property
    def selects(self) -> dict[str, WireObject]:
        return selects(self.message)

    @property
    def _settled(self) -> bool:
        return self.state in {"done", "failed"}

    async def settle(self) -> Reply:
        """Answered or failed; after a deferred update also what it changed, or nothing more going on."""
        await self.local.until(lambda: self._settled)
        kind = self.simulation.interaction(self.interaction).response_kind
        if kind == "deferred_update" and not self.messages:
            await self.local.quiet(CALM, unless=lambda: bool(self.messages))
        return self

    async def until(self, ready: Callable[[Reply], Any], seconds: float = PATIENCE) -> Reply:
        """This reply, once `ready` holds of it."""
        await self.local.until(lambda: ready(self), seconds)
        return self
