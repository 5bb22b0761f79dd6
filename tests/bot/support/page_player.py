"""Somebody who plays on the page of a table in a browser, by mouse or by keyboard alone, choosing by lot."""

from __future__ import annotations

from itertools import count
from random import Random
from typing import Any

from bot.logic.lobby import LobbyPreset
from bot.model.people import Location
from bot.model.people import Person as Account
from bot.model.timeline import moves_again
from bot.services.services import Services
from bot.web.visitors import COOKIE_NAME
from tests.bot.support.rooms import ANA, BEN, CY, HERE, Backend
from tests.bot.support.tessera import Running

WAYS_BACK = {"Back", "Start over", "Stop preparing"}
# What the page offers, once it is no longer busy: places on the board, boxes to tick, and buttons.
OFFERED = """() => {
  const shown = (one) => !one.disabled && one.offsetParent !== null;
  const menu = document.getElementById("own-menu");
  return {
    places: document.querySelectorAll("#places [role=button][tabindex='0']").length,
    ticks: menu.querySelectorAll("input").length,
    buttons: [...menu.querySelectorAll(":scope > .ways button")].filter(shown).map((one) => one.firstChild.textContent),
  };
}"""
ASKS = """(stamp) => {
  const own = document.getElementById("own");
  return own.getAttribute("aria-busy") === "false" && own.dataset.stamp === String(stamp);
}"""
IDLE = "() => document.getElementById('own').getAttribute('aria-busy') === 'false'"
PLACE = """one => {
  one.scrollIntoView({ block: "nearest", inline: "nearest" });
  return new Promise((done) => requestAnimationFrame(() => {
    const { x, y, width, height } = one.getBoundingClientRect();
    done([x, y, width, height]);
  }));
}"""
HAS_FOCUS = "one => one === document.activeElement"


async def own_link(services: Services, room_id: int, name: str) -> str:
    """A new personal link of that person to the table."""
    room = await services.rooms.room(room_id)
    person = next(one for one in room.people if one.name == name)
    return services.watching.own_address(room, await services.page_sessions.create_link(person))


async def sign_in(page: Any, services: Services, room_id: int, name: str) -> str:
    """Give the browser a session of that person, and return the address of the table.

    A personal link does the same by hand, but loads the page twice.
    """
    address, _, secret = (await own_link(services, room_id, name)).partition("#")
    session = await services.page_sessions.open(secret)
    home = f"{address.partition('/table/')[0]}/"
    await page.context.add_cookies([{"name": COOKIE_NAME, "value": session, "url": home, "httpOnly": True}])
    return address


async def at_page(
    page: Any, tables: Running | Backend, *others: str, game: str = "azul", keyboard: bool = False, link: bool = False
) -> PagePlayer:
    """Ana's page of a table with these others, for which nobody has pressed anything on Discord.

    She is at her move unless others begin. Without others a robot plays. `keyboard`: whether she uses no mouse.
    `link`: whether she opens a personal link first, and is not signed in already.
    """
    rooms, presses, place = tables.rooms, count(-1_000_000), HERE
    host, *guests = (one for one in (ANA, BEN, CY) if one.name in ("Ana", *others))
    if isinstance(tables, Running):
        local = tables.local
        host, *guests = (Account(local.person(one.name).id, one.name) for one in (host, *guests))
        place = Location(local.guild, local.channel("games"))
    preset = LobbyPreset(terms={"clock": "daily"}, robot_level=None if others else "greedy")
    await rooms.open(game, host, place, next(presses), preset)
    for guest in guests:
        await rooms.join(1, guest, next(presses))
    await rooms.start(1, host.id, next(presses))
    ana = PagePlayer(page, tables.services, 1, "Ana", keyboard=keyboard)
    await rooms.move_robots(1)
    await (ana.open() if link else ana.go(await sign_in(page, tables.services, 1, "Ana")))
    return ana


class PagePlayer:
    """A person at the page of their table, who chooses by lot. `keyboard`: no mouse is used."""

    def __init__(self, page: Any, services: Services, room_id: int, name: str, *, keyboard: bool = False) -> None:
        self.page, self.services, self.room_id, self.name = page, services, room_id, name
        self.keyboard, self.lot = keyboard, Random(f"{name} at {room_id}")
        self.clicks = 0

    async def open(self) -> None:
        """The personal link is opened."""
        await self.go(await own_link(self.services, self.room_id, self.name))

    async def go(self, address: str) -> None:
        """The page of that address stands there."""
        await self.page.goto(address)
        await self.page.locator("#drawing svg").wait_for()

    async def turn(self) -> bool:
        """A turn of the seat, which is to move, is played by what the page offers. False if the seat is not to move."""
        while True:
            room = await self.services.rooms.room(self.room_id)
            seat = next(place for place, one in enumerate(room.occupants) if one.name == self.name)
            if room.phase != "playing" or seat not in room.to_act:
                return False
            await self.page.wait_for_function(ASKS, arg=room.chairs[seat].stamp)
            await self.move(len(room.table.log))
            later = await self.services.rooms.room(self.room_id)
            if not moves_again(later.table, seat):
                return True

    async def move(self, length: int) -> None:
        """One move is made, whose log was so long before."""
        while True:
            await self.page.wait_for_function(IDLE)
            if len((await self.services.rooms.room(self.room_id)).table.log) > length:
                return
            await self._answer(await self.page.evaluate(OFFERED))

    async def _answer(self, offered: dict[str, Any]) -> None:
        buttons = [label for label in offered["buttons"] if label not in WAYS_BACK]
        if "Play it" in buttons:
            await self._press(self.page.get_by_role("button", name="Play it"))
        elif offered["ticks"]:
            await self._tick(offered["ticks"])
        elif (place := self.lot.randrange(offered["places"] + len(buttons))) < offered["places"]:
            await self._press(self.page.locator("#places [role=button][tabindex='0']").nth(place))
        else:
            label = buttons[place - offered["places"]]
            await self._press(self.page.locator("#own-menu > .ways button", has_text=label).first)

    async def _tick(self, count: int) -> None:
        """Tiles are ticked, one after the other in any order, until as many as must be are."""
        following = self.page.get_by_role("button", name="Next", exact=True)
        for n in self.lot.sample(range(count), count):
            if await following.is_enabled():
                break
            box = self.page.locator("#own-menu input").nth(n)
            await (self._press(box, "Space") if self.keyboard else box.check())
        await self._press(following)

    async def _place(self, target: Any) -> list[float]:
        """Where it stands, in sight and still; news may draw it anew meanwhile, as long as it is there."""
        before, box = None, await target.evaluate(PLACE)
        while box != before or not box[2]:
            before, box = box, await target.evaluate(PLACE)
        return box

    async def _press(self, target: Any, key: str = "Enter") -> None:
        self.clicks += 1
        if not self.keyboard:
            x, y, width, height = await self._place(target)
            await self.page.mouse.click(x + width / 2, y + height / 2)
            return
        while not await target.evaluate(HAS_FOCUS):
            await self.page.keyboard.press("Tab")
        await self.page.keyboard.press(key)
