"""The handlers of a menu of moves at tables that only one person sees: sandboxes and puzzles. Knows no rules."""

from collections.abc import Awaitable, Callable
from typing import Protocol, TypeVar

from bot.discord_api.reply import Handler, Reply, on
from bot.interactions.move_menu import MoveMenu
from bot.interactions.rules import RulesHandlers
from bot.interactions.tables import Tables
from bot.model.move_menu import MenuState
from bot.model.people import Asker
from bot.screens import verbs
from bot.screens.screen import Screen
from bot.screens.verbs import Ts

At = TypeVar("At", int, MenuState)  # what a step of a menu is about


class MenuStep(Protocol):
    """What makes a handler of a step of the menu, with whatever stands around all its screens."""

    def __call__(
        self, ask: Callable[[Asker, At, *Ts], Awaitable[Screen]]
    ) -> Callable[[Asker, Reply, At, *Ts], Awaitable[None]]:
        """The handler that shows what `ask` says."""


def menu_handlers(menu: MoveMenu, tables: Tables, step: MenuStep) -> tuple[Handler, ...]:
    """The menu's handlers but taking back and typing, and those of the rules that lead back to it."""
    steps = {verbs.ANSWER: menu.menu, verbs.BACK: menu.back, verbs.WHY: menu.why_not, verbs.PLAY_IT: menu.play_it}
    steps[verbs.SIGHT] = menu.seen
    return (
        *(on(verb, step(menu.begin)) for verb in (verbs.PLAY, verbs.BOARD, verbs.READ)),
        *(on(verb, step(ask)) for verb, ask in steps.items()),
        on(verbs.TICK, step(menu.menu)),
        on(verbs.RULE, step(menu.reason)),
        on(verbs.RULE_SIGHT, step(menu.reason)),
        on(verbs.TYPED, step(menu.written)),
        *RulesHandlers(tables).of_tables,
    )
