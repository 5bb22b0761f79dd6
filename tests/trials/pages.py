"""Every game on the page of the local Discord, in headless Chromium, by two people in two tabs and a robot.

Knows no rules and no labels: what goes on is known by its custom_id. Screenshots lie in `var/pages`, to be looked at.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from bot.model.room import Room
from engine import GAMES
from tests.bench import Figure
from tests.bot.support.tabs import chromium, tabs_of
from tests.trials.ground import Ground, drawn, ground

SIZE = 1_000  # moves at most in one game
SHOTS = Path("var/pages")
SHOWN_EVERY = 10  # moves of people between screenshots
STEPS = 60
# The controls of the newest private message, once they are not those that were read before.
ASKED = """before => {
  const menu = [...document.querySelectorAll("[data-message-id]:has(.only-you)")].at(-1);
  const ids = menu ? [...menu.querySelectorAll("[data-custom-id]")].map(one => one.dataset.customId) : [];
  return menu && ids.join("|") !== before ? ids : null;
}"""

OVER = """() => !document.querySelector("[data-custom-id='play:1']")"""


@dataclass
class Play:
    """One game on the page: its number of shots so far, and the lot that answers."""

    here: Ground
    key: str
    lot: Random
    shots: int = 0

    async def shoot(self, page: Any) -> None:
        """What the tab shows is kept as a picture."""
        await page.screenshot(path=SHOTS / f"{self.key}-{self.shots:02}.png")
        self.shots += 1


async def figures(size: int) -> list[Figure]:
    """A game of each kind, to its end unless it has more than `size` moves of people."""
    found = []
    async with chromium() as window:
        for number, key in enumerate(drawn()):
            async with ground() as here, tabs_of(window, here.local) as opened:
                moves, room = await played(Play(here, key, Random(number)), opened, size)
                found += [
                    Figure(f"{key}, moves on the page", moves, "moves", least=1),
                    Figure(f"{key}, over", room.phase == "over" or moves >= size, "", least=1),
                    here.beyond,
                    here.errors,
                ]
    return found


async def played(play: Play, opened: Any, size: int) -> tuple[int, Room]:
    """How many moves people made, and the room then."""
    ana, ben = await opened("ana"), await opened("ben")
    here = play.here
    await _open(play, ana, ben)
    tabs = {here.local.person("Ana").id: ana, here.local.person("Ben").id: ben}
    for moves in range(size):
        await here.posted()
        room = await here.running.rooms.room(1)
        people = [room.occupants[seat].id for seat in room.to_act if room.occupants[seat].id in tabs]
        if not people:
            break
        await _move(play, tabs[play.lot.choice(people)], room, shown=moves % SHOWN_EVERY == 0)
    for page in (ana, ben):
        await page.bring_to_front()
        if room.phase == "over":
            await page.wait_for_function(OVER)
        await play.shoot(page)
    return moves, room


async def _open(play: Play, ana: Any, ben: Any) -> None:
    await ana.get_by_label("Message #games").press_sequentially("/play")
    await ana.keyboard.press("Enter")
    await ana.get_by_role("option", name=re.compile(f"^{GAMES[play.key].title}$")).click()
    await ana.get_by_role("button", name="Send").click()
    await ben.bring_to_front()
    await ben.locator("[data-custom-id='join:1']").click()
    await ana.bring_to_front()
    await ana.locator("[data-custom-id='robot:1']").click()
    await ana.locator("[data-custom-id='robot:1:greedy']").click()
    await ana.get_by_text(f"sits at {GAMES[play.key].title} #1 now").wait_for()
    await play.shoot(ana)
    await ana.locator("[data-custom-id='start:1']").click()
    await play.here.local.until(lambda: "1" in play.here.newest)


async def _move(play: Play, page: Any, room: Room, *, shown: bool) -> None:
    """The person of this tab answers until the move is played; a tab behind another one draws nothing."""
    await page.bring_to_front()
    if shown:
        await play.shoot(page)
    await page.locator("[data-custom-id='play:1']").last.click()
    seen = ""
    for _ in range(STEPS):
        ids = await (await page.wait_for_function(ASKED, arg=seen)).json_value()
        if len((await play.here.running.rooms.room(1)).table.log) > len(room.table.log):
            break
        seen = "|".join(ids)
        if shown:
            await play.shoot(page)
        await _answer(play, page, ids)
    else:
        raise AssertionError(f"{play.key}: no move after {STEPS} answers; {seen}")
    await _dismiss(page)


async def _dismiss(page: Any) -> None:
    menus = page.locator("[data-message-id]:has(.only-you)")
    while await menus.count():
        number = await menus.last.get_attribute("data-message-id")
        menu = page.locator(f"[data-message-id='{number}']")
        await menu.get_by_role("button", name="Dismiss").click()
        await menu.wait_for(state="detached")


async def _answer(play: Play, page: Any, ids: list[str]) -> None:
    """Press what plays the move, or any answer."""
    answers = [one for one in ids if re.match(r"(m|tick):", one) and one.split(":")[3:] != [""]]
    chosen = play.lot.choice([one for one in ids if one.startswith("do:")] or answers)
    control = page.locator(f"[data-custom-id='{chosen}']").last
    is_list = await control.get_attribute("role") == "combobox"
    await control.click()
    if not is_list:
        return
    options = page.locator("#open-list [role=option]")
    done = page.get_by_role("button", name="Done", exact=True)
    several = await done.count()
    for at in play.lot.sample(range(count := await options.count()), count):
        await options.nth(at).click()
        if not several or await done.is_enabled():
            break
    if several:
        await done.click()
