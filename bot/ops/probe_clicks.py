"""A short list of buttons for a person to press, for what only a press can show of Discord. It says what came back.

Knows no single belief; those are judged in `probe_presses`.
"""

import asyncio
from contextlib import suppress
from functools import partial
from typing import Any

import discord

from bot.discord_api.components import UNANSWERED
from bot.ops.probe_presses import BUTTONS, STEPS, Step, sent
from bot.ops.probe_report import Report, verdict_of
from bot.ops.probe_screens import ACCENT
from bot.ops.probe_session import ProbeSession
from bot.screens.screen import Button, Divider, Part, Screen, Section, Text

Interaction = discord.Interaction[Any]

PATIENCE = 20 * 60.0  # seconds for one belief; that of the fifteen minutes needs most of them
PRESSED = frozenset(step.number for step in STEPS.values())


class Clicks:
    """The list in the channel. It is told to `report`, and on the list itself, how each belief fared."""

    def __init__(self, session: ProbeSession, report: Report) -> None:
        self._session, self._report = session, report
        self._message, self._showing = "", asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._all = asyncio.Event()

    async def run(self, stopping: asyncio.Event) -> None:
        """Until everything was pressed, or it is stopped."""
        self._message = (await self._session.post(self._screen()))["id"]
        self._report.say("press", n=len(PRESSED), link=self._session.link(self._session.channel, self._message))
        self._session.client.pressed = self._hear
        ends = [asyncio.create_task(one.wait()) for one in (stopping, self._all)]
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        self._session.client.pressed = None
        for task in (*ends, *self._tasks):
            task.cancel()
        await asyncio.gather(*ends, *self._tasks, return_exceptions=True)
        if missing := sorted(PRESSED - set(self._report.verdicts), key=_in_order):
            self._report.say("unpressed", numbers=", ".join(missing))

    async def _hear(self, interaction: Interaction) -> None:
        """Begin what is to be done; presses elsewhere and buttons of others are none of ours."""
        name = self._name(interaction)
        if interaction.channel_id == self._session.channel and name in STEPS:
            task = asyncio.create_task(self._take(name, interaction))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _name(self, interaction: Interaction) -> str:
        match interaction.type:
            case discord.InteractionType.autocomplete:
                return "suggest"
            case discord.InteractionType.application_command:
                return "suggested" if sent(interaction).get("options") else ""
            case _:
                custom_id, start = str(sent(interaction).get("custom_id", "")), self._session.id("")
                return custom_id.removeprefix(start) if custom_id.startswith(start) else ""

    async def _take(self, name: str, interaction: Interaction) -> None:
        if name in BUTTONS:
            await self._judge(STEPS["first"], interaction)
        await self._judge(STEPS[name], interaction)
        with suppress(*UNANSWERED):  # the list was deleted, or Discord is slow: the operator reads it anyway
            await self._show()

    async def _judge(self, step: Step, interaction: Interaction) -> None:
        check = partial(step.check, self._session, interaction)
        verdict = await verdict_of(check, self._report.words, PATIENCE)
        if step.final or verdict.mark != "expected":
            self._report.note(step.number, verdict)
        if set(self._report.verdicts) >= PRESSED:
            self._all.set()

    async def _show(self) -> None:
        async with self._showing:
            await self._session.edit(self._message, self._screen())

    def _screen(self) -> Screen:
        words = self._session.words
        lines: list[Part] = [Text(words("probe.list")), Divider()]
        lines += [self._line(name) for name in BUTTONS]
        lines.append(Text(self._text("suggest")))
        return Screen(tuple(lines), accent=ACCENT)

    def _line(self, name: str) -> Section:
        return Section(self._text(name), Button(self._session.words(f"probe.button.{name}"), self._session.id(name)))

    def _text(self, name: str) -> str:
        """What to do, and how the beliefs fared that depend on it."""
        words, verdicts = self._session.words, self._report.verdicts
        done = [number for number in _beliefs(name) if number in verdicts]
        marks = [f"{number} {words(f'probe.mark.{verdicts[number].mark}')}" for number in done]
        return "\n".join([words(f"probe.click.{name}"), *([f"**{', '.join(marks)}**"] if marks else [])])


def _beliefs(name: str) -> list[str]:
    """The beliefs that are judged once this button was pressed, in their order."""
    names = {"menu": ("menu", "next", "again"), "lists": ("chosen", "people"), "form": ("sent",)}
    return [STEPS[one].number for one in names.get(name, (name,))]


def _in_order(number: str) -> tuple[int, ...]:
    return tuple(int(part) for part in number.removeprefix("D").split("."))
