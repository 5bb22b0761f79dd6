"""Handlers of the move menu's buttons and lists, and of the button that reposts the table's message.

Independent of rules.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Protocol, TypeVar

from bot.delivery.table_messages import TableMessages
from bot.discord_api.caller import missing_permissions
from bot.discord_api.reply import Handler, Reply, answer_with_form, answer_with_screen, bind
from bot.interactions.move_menu import MoveMenu
from bot.interactions.rules import RulesHandlers
from bot.interactions.tables import Tables
from bot.model.move_menu import MenuState
from bot.model.people import Asker
from bot.model.room import PlayedRoom, PreparationMode, Room
from bot.screens import game_over as game_over_screen
from bot.screens import more as more_screen
from bot.screens import move_menu as move_menu_screen
from bot.screens import refusals as refusals_screen
from bot.screens import rules as rules_screen
from bot.screens import verbs
from bot.screens.screen import Screen, Text
from bot.screens.verbs import Ts
from bot.services.services import Services
from engine import Seat

CHANNEL_GONE = "channel_gone"  # the reason for which a table may move to another channel
MenuTarget = TypeVar("MenuTarget", int, MenuState)  # the type of the first argument of a step of the menu


class MoveHandlers:
    """Handles the controls of the move menu, and the button that reposts the table's message.

    `menus`: under "" the menu to play moves, and one menu for each way to prepare moves.
    """

    def __init__(self, services: Services, menus: Mapping[PreparationMode, MoveMenu], messages: TableMessages) -> None:
        self._rooms = services.rooms
        self._table_actions = services.table_actions
        self._lobbies = services.lobbies
        self._leaderboards = services.leaderboards
        self._messages = messages
        self._menus = menus
        self.menu = menus[""]
        self.handlers = (
            bind(verbs.PLAY, self._play),
            bind(verbs.ANSWER_MENU, self._answer),
            bind(verbs.STEP_BACK, answer_with_screen(lambda asker, state: menus[state.preparation].back(asker, state))),
            bind(
                verbs.TICK_TILES,
                answer_with_screen(lambda asker, state, tiles: menus[state.preparation].menu(asker, state, tiles)),
            ),
            bind(
                verbs.CHANGE_SIGHT,
                answer_with_screen(lambda asker, state: menus[state.preparation].redraw(asker, state)),
            ),
            bind(
                verbs.LIST_REFUSALS,
                answer_with_screen(lambda asker, state: menus[state.preparation].refused_answers(asker, state)),
            ),
            bind(
                verbs.SHOW_RULE,
                answer_with_screen(lambda asker, state, chosen: menus[state.preparation].reason(asker, state, chosen)),
            ),
            bind(
                verbs.CHANGE_RULE_SIGHT,
                answer_with_screen(lambda asker, state, chosen: menus[state.preparation].reason(asker, state, chosen)),
            ),
            bind(verbs.TYPE_MOVE, answer_with_form(self.menu.form)),
            bind(verbs.SUBMIT_MOVE, self.answer_typed),
            bind(verbs.PLAY_IT, self._play_it),
            bind(verbs.POST_HERE, self._post_here),
        )

    async def _play(self, asker: Asker, reply: Reply, room_id: int) -> None:
        """Show the first question of the menu, with an explanation for someone who has never moved in this game."""
        room = await self._rooms.room(room_id)
        if isinstance(room, PlayedRoom) and await self._lobbies.is_first_move(room, asker.person.id):
            await reply.show(rules_screen.with_introduction(await self.menu.begin(asker, room_id), room, asker.words))
        else:
            await self._answer(asker, reply, MenuState(room_id))

    async def _answer(self, asker: Asker, reply: Reply, state: MenuState) -> None:
        screen = await self._menus[state.preparation].menu(asker, state)
        if state.preparation:
            await reply.show(screen)
        else:
            await self._show(asker, reply, state.room, screen)

    async def answer_typed(self, asker: Asker, reply: Reply, room_id: int, text: str) -> None:
        """Show the preview of a typed move, or the menu at the first question that it leaves open."""
        await self._show(asker, reply, room_id, await self.menu.answer_typed(asker, room_id, text))

    async def _show(self, asker: Asker, reply: Reply, room_id: int, screen: Screen) -> None:
        """Show the screen; if this press has played the last move of a turn, add what the person can do next."""
        if await self._rooms.room_changed_by(asker.press) is not None:
            room, seat = await self._rooms.room_and_seat(room_id, asker.person.id)
            if seat not in room.to_act:
                screen = await self._closing_screen(screen, asker, room, seat)
        await reply.show(screen)

    async def _play_it(self, asker: Asker, reply: Reply, state: MenuState) -> None:
        screen = await self._menus[state.preparation].play(asker, state)
        if not state.preparation:
            if await self._rooms.room_changed_by(asker.press) is not None:
                room, seat = await self._rooms.room_and_seat(state.room, asker.person.id)
                screen = await self._closing_screen(screen, asker, room, seat)
            lacking = missing_permissions(reply.interaction)
            if lacking and (await self._rooms.room(state.room)).place.channel == asker.channel:
                unseen = Text(asker.words("refusal.missing_saved", rights=", ".join(lacking)))
                screen = replace(screen, parts=(*screen.parts, unseen))
        await reply.show(screen)

    async def _closing_screen(self, screen: Screen, asker: Asker, room: Room, seat: Seat) -> Screen:
        """Extend the closing message: the result, Take back if it needs no consent, help if the channel is gone."""
        if room.phase == "over" and isinstance(room, PlayedRoom):
            end = game_over_screen.own_result(room, seat, await self._leaderboards.head_to_head(room), asker.words)
            screen = replace(screen, parts=(screen.parts[0], end, *screen.parts[1:]))
        if await self._table_actions.take_back_mode(room.id, asker.person.id) == "free":
            screen = move_menu_screen.with_take_back(screen, room, room.chairs[seat].stamp, asker.words)
        if await self._may_move_here(asker, room):
            help_parts = more_screen.unreachable_table(room, asker.words, CHANNEL_GONE, here=True).parts
            screen = replace(screen, parts=(*screen.parts, *help_parts))
        return screen

    async def _post_here(self, asker: Asker, reply: Reply, room_id: int) -> None:
        """Post the table's message again, or say why that is impossible."""
        room, _ = await self._rooms.room_and_seat(room_id, asker.person.id)
        if reason := await self._table_actions.sleep_reason(room.id):
            here = await self._may_move_here(asker, room)
            await reply.show(more_screen.unreachable_table(room, asker.words, reason, here=here))
        else:
            await reply.show(refusals_screen.notice(asker.words, "board.brought", channel=f"<#{room.place.channel}>"))
        self._messages.repost(room.id)

    async def _may_move_here(self, asker: Asker, room: Room) -> bool:
        """Whether the table has lost its channel and may move to the asker's."""
        if asker.guild is None or asker.guild != room.place.guild or asker.channel == room.place.channel:
            return False
        return await self._table_actions.sleep_reason(room.id) == CHANNEL_GONE


class MenuStep(Protocol):
    """A decorator that turns a step of the menu into a handler and may add to its screens."""

    def __call__(
        self, ask: Callable[[Asker, MenuTarget, *Ts], Awaitable[Screen]]
    ) -> Callable[[Asker, Reply, MenuTarget, *Ts], Awaitable[None]]:
        """Return the handler function that shows the screen returned by `ask`."""


def menu_handlers(menu: MoveMenu, tables: Tables, step: MenuStep) -> tuple[Handler, ...]:
    """Return the menu's handlers for sandboxes and puzzles, except those to take back and to open the form for typing.

    Handlers of the rules are included; their pages lead back to the menu.
    """
    return (
        bind(verbs.PLAY, step(menu.begin)),
        bind(verbs.SHOW_BOARD, step(menu.begin)),
        bind(verbs.READ_BOARD, step(menu.begin)),
        bind(verbs.ANSWER_MENU, step(menu.menu)),
        bind(verbs.TICK_TILES, step(menu.menu)),
        bind(verbs.STEP_BACK, step(menu.back)),
        bind(verbs.CHANGE_SIGHT, step(menu.redraw)),
        bind(verbs.LIST_REFUSALS, step(menu.refused_answers)),
        bind(verbs.SHOW_RULE, step(menu.reason)),
        bind(verbs.CHANGE_RULE_SIGHT, step(menu.reason)),
        bind(verbs.PLAY_IT, step(menu.play)),
        bind(verbs.SUBMIT_MOVE, step(menu.answer_typed)),
        *RulesHandlers(tables).table_handlers,
    )
