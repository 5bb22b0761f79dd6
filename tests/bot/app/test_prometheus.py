"""What an operator reads at `/metrics` and `/healthz` after a real game on the local Discord."""

from __future__ import annotations

import contextlib
import re
import socket
from dataclasses import replace
from pathlib import Path
from typing import get_args

import aiohttp
import pytest

from bot import metrics
from bot.app.health_monitor import HealthMonitor
from bot.app.metrics_server import MAX_COUNTS_AGE, Gauges, serve_metrics
from bot.app.prometheus import PAGE_LIMITS, PrometheusMetrics, route_template
from bot.metrics import Metrics
from bot.settings import Address, load_settings
from bot.store.database import Conflict
from bot.web.traffic_limits import TrafficLimit, TrafficLimits
from tests.bot.support.program import ended, started
from tests.bot.support.site import free_port, site_of
from tests.bot.support.tessera import turn_of, whole_turn

SAMPLE = re.compile(r"^(\w+)(?:\{(.*)\})? (\S+)$", re.MULTILINE)
LABEL = re.compile(r'(\w+)="([^"]*)"')


class Scraped(dict):
    """The numbers of a scrape, by name and labels."""

    def of(self, name, **labels):
        """The sum of the samples of that name that have these labels."""
        return sum(n for (own, of), n in self.items() if own == name and set(labels.items()) <= of)

    @property
    def labels(self):
        return {value for _, of in self for label, value in of if label != "le"}


def read(page):
    samples = SAMPLE.findall(page)
    return Scraped({(name, frozenset(LABEL.findall(labels))): float(value) for name, labels, value in samples})


@contextlib.asynccontextmanager
async def measured(running):
    """The bot is measured; what a scrape says, and what else is asked for by its path."""
    address, alive = Address("127.0.0.1", free_port()), running.path.with_suffix(".alive")
    await HealthMonitor(running.client, running.store, alive, lambda: None).update_report()
    async with serve_metrics(address, running.client, running.store, alive), aiohttp.ClientSession() as session:

        async def asked(path):
            async with session.get(f"http://127.0.0.1:{address.port}{path}") as answer:
                return answer.status, await answer.text()

        yield asked


async def scraped(asked):
    status, page = await asked("/metrics")
    assert status == 200
    return read(page)


async def played_a_turn(running, person, *, robots=1):
    await running.table(person, robots=robots)
    message = await turn_of(person)
    await whole_turn(person, await person.press(message, label="Play"))
    await running.shown()


async def test_a_game_shows_in_the_numbers(local, running_bot, ana):
    async with measured(running_bot) as asked:
        await played_a_turn(running_bot, ana)
        found = await scraped(asked)
    assert found.of("tessera_press_seconds_count", verb="/play") == 1
    assert found.of("tessera_press_seconds_count", verb="start") == 1
    assert found.of("tessera_commit_seconds_count") > 3
    assert found.of("tessera_connection_wait_seconds_count") > found.of("tessera_commit_seconds_count")
    assert found.of("tessera_picture_seconds_count", game="azul") > 1
    assert found.of("tessera_post_delay_seconds_count") >= 2
    assert found.of("tessera_moves_total", game="azul", by="person") == 1
    assert found.of("tessera_moves_total", game="azul", by="robot") >= 1
    assert found.of("tessera_moves_total", by="timeout") == 0
    posts = {"method": "POST", "route": "/channels/{id}/messages", "status": "200"}
    sent = local.requests("POST", f"/channels/{local.channel('games')}/messages")
    assert found.of("tessera_discord_requests_total", **posts) == len(sent)
    assert found.of("tessera_discord_requests_total", route="/interactions/{id}/{token}/callback") > 3
    assert (found.of("tessera_tables", phase="playing"), found.of("tessera_tables", phase="lobby")) == (1, 0)
    assert (found.of("tessera_owed"), found.of("tessera_oldest_owed_seconds"), found.of("tessera_asleep")) == (0, 0, 0)
    assert (found.of("tessera_late_deadlines"), found.of("tessera_faults_total")) == (0, 0)


async def test_what_somebody_is_refused_is_counted_by_its_key(running_bot, ana, ben):
    async with measured(running_bot) as asked:
        await running_bot.table(ana, robots=1)
        message = await turn_of(ana)
        await ben.press(message, label="Play")
        await ana.command("move", channel=running_bot.local.channel("games"), move="nonsense")
        await ana.command("move", channel=running_bot.local.channel("games"), move="9B2")
        await ana.command("move", channel=running_bot.local.channel("games"), move="3W2")
        found = await scraped(asked)
    assert found.of("tessera_refusals_total", key="not_seated") == 1
    assert found.of("tessera_refusals_total", key="notation") == 1
    assert found.of("tessera_refusals_total", key="typed_range") == 1
    assert found.of("tessera_refusals_total", key="azul 4.2") == 1
    assert found.of("tessera_refusals_total") == 4


async def test_no_label_names_a_person_a_room_or_a_server(local, running_bot, ana, ben):
    async with measured(running_bot) as asked:
        await played_a_turn(running_bot, ana)
        await ben.press(await turn_of(ana), label="Play")
        await ana.command("turns", channel=local.channel("games"))
        labels = (await scraped(asked)).labels
    numbers = {str(one) for one in (ana.id, ben.id, local.guild, *local.channels.values())}
    assert [(one, secret) for one in labels for secret in numbers | set(local.people) if secret in one] == []
    assert [one for one in labels if re.search(r"\d{4}|#", one)] == []
    assert {"/play", "start", "azul", "200"} <= labels


async def test_healthz_says_what_the_health_command_says(running_bot):
    async with measured(running_bot) as asked:
        assert await asked("/healthz") == (200, "")
        running_bot.path.with_suffix(".alive").unlink()
        assert await asked("/healthz") == (503, f"No bot reports at {running_bot.path.with_suffix('.alive')}.\n")
        assert (await asked("/"))[0] == 404


async def test_what_must_be_counted_in_the_store_is_counted_every_few_seconds_at_most(running_bot, ana, clock):
    metrics, alive = PrometheusMetrics(), running_bot.path.with_suffix(".alive")
    gauges = Gauges(metrics, running_bot.client, running_bot.store, alive, clock)

    async def playing():
        await gauges.update()
        return read(metrics.render_page().decode()).of("tessera_tables", phase="playing")

    assert await playing() == 0
    await running_bot.table(ana, robots=1)
    clock.time += MAX_COUNTS_AGE / 2
    assert await playing() == 0
    clock.time += MAX_COUNTS_AGE / 2
    assert await playing() == 1


async def test_numbers_that_cannot_be_counted_are_not_shown_as_if_all_were_well(running_bot):
    async with running_bot.changing() as database:
        database.execute("ALTER TABLE unreachable_rooms RENAME TO awake")
    async with measured(running_bot) as asked:
        status, page = await asked("/metrics")
    async with running_bot.changing() as database:
        database.execute("ALTER TABLE awake RENAME TO unreachable_rooms")
    assert (status, "tessera_asleep NaN" in page, "tessera_tables{" in page) == (200, True, False)


async def test_a_clash_is_counted(running_bot, ana):
    async with measured(running_bot) as asked:
        await running_bot.table(ana, robots=1)
        record = await running_bot.rooms.record(1)
        await running_bot.shown()
        with pytest.raises(Conflict):
            await running_bot.store.save(replace(record, change=0), record, None)
        assert (await scraped(asked)).of("tessera_clashes_total") == 1


async def test_an_error_in_the_log_is_counted_by_the_part_that_wrote_it(running_bot, ana, caplog):
    async with measured(running_bot) as asked:
        await running_bot.table(ana, robots=1)
        await running_bot.shown()
        message = await turn_of(ana)
        await running_bot.spoil(1)
        await ana.press(message, label="Play")
        found = await scraped(asked)
    assert (found.of("tessera_faults_total", part="app"), found.of("tessera_faults_total", part="screens")) == (1, 0)


async def test_without_the_setting_nothing_is_measured(running_bot, tmp_path):
    async with serve_metrics(None, running_bot.client, running_bot.store, tmp_path / "alive"):
        assert type(metrics.current()) is Metrics


def listening(process):
    """The addresses and ports at which the process listens, as Linux writes them."""
    own = set()
    for link in Path(f"/proc/{process.pid}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):  # closed meanwhile
            own.add(link.readlink().name)
    tables = [Path(f"/proc/net/{kind}").read_text("ascii").splitlines()[1:] for kind in ("tcp", "tcp6")]
    rows = [row.split() for table in tables for row in table]
    return [row[1] for row in rows if row[3] == "0A" and f"socket:[{row[9]}]" in own]


async def test_the_program_listens_where_it_is_told_and_else_nowhere(local, tmp_path):
    port, known = free_port(), {"TESSERA_DISCORD": local.url, "DISCORD_TOKEN": local.token}
    for setting, places in (("", []), (f"127.0.0.1:{port}", [f"0100007F:{port:04X}"])):
        process = await started(tmp_path, **known, TESSERA_METRICS=setting)
        await local.ready()
        assert listening(process) == places
        if setting:
            async with aiohttp.request("GET", f"http://{setting}/metrics") as answer:
                assert "tessera_discord_requests_total" in await answer.text()
        process.terminate()
        assert (await ended(process))[0] == 0
        await local.until(lambda: not local.online)


async def test_without_the_setting_prometheus_is_not_even_loaded(tmp_path):
    looking = "import sys, bot.app.main; sys.exit('prometheus_client' in sys.modules)"
    assert await ended(await started(tmp_path, "-c", looking)) == (0, "")


async def test_it_ends_with_the_bot(running_bot):
    async with measured(running_bot):
        assert isinstance(metrics.current(), PrometheusMetrics)
    assert type(metrics.current()) is Metrics


@pytest.mark.parametrize("path", ["/metrics", "/healthz", "/nowhere"])
async def test_a_page_of_a_stranger_whose_name_leads_here_reads_nothing(running_bot, path):
    """A browser asks with the name that it was given, wherever that name leads."""
    address, alive = Address("127.0.0.1", free_port()), running_bot.path.with_suffix(".alive")
    async with (
        serve_metrics(address, running_bot.client, running_bot.store, alive),
        aiohttp.ClientSession() as browser,
    ):
        for host in ("evil.example", f"evil.example:{address.port}", "127.0.0.1.evil.example"):
            where = f"http://127.0.0.1:{address.port}{path}"
            async with browser.get(where, headers={"Host": host}) as answer:
                assert (answer.status, await answer.text()) == (421, "421: Misdirected Request\n")


async def test_pages_are_counted_by_route_with_their_streams_limits_and_seconds(local, running_bot, ana, ben):
    await running_bot.table(ana, ben)
    await running_bot.shown()
    room = await running_bot.rooms.room(1)
    async with (
        measured(running_bot) as asked,
        site_of(running_bot.services, gate=TrafficLimits(lambda: 0.0, burst=4)) as site,
    ):
        link = await site.watching.link(room)
        before = await scraped(asked)
        async with site.news(link) as news:
            await news.next()
            watched = await scraped(asked)
        for path in ("/robots.txt", "/nowhere", "/robots.txt", "/robots.txt"):
            await site.get(path)
        found = await scraped(asked)
    news = "/watch/{link}/news"
    assert (before.of("tessera_page_streams"), watched.of("tessera_page_streams")) == (0, 1)
    assert found.of("tessera_page_requests_total", route=news, status="200") == 1
    assert found.of("tessera_page_requests_total", route="/robots.txt", status="200") == 2
    assert found.of("tessera_page_requests_total", route="/robots.txt", status="429") == 1
    assert found.of("tessera_page_requests_total", route="other", status="404") == 1
    assert found.of("tessera_page_seconds_count", route="/robots.txt") == 3
    assert found.of("tessera_page_seconds_count", route=news) == 1
    assert (before.of("tessera_page_limits_total"), found.of("tessera_page_limits_total", limit="requests")) == (0, 1)


def test_every_limit_of_the_gate_is_among_the_numbers():
    assert set(PAGE_LIMITS) == set(get_args(TrafficLimit))


async def test_an_address_that_is_taken_is_said(local, tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        known = {"TESSERA_DISCORD": local.url, "DISCORD_TOKEN": local.token, "TESSERA_METRICS": address}
        code, said = await ended(await started(tmp_path, **known))
    assert (code, said.startswith(f"The metrics cannot be served at {address}: ")) == (2, True)


async def test_without_the_package_it_says_what_to_install(local, tmp_path):
    hiding = "import sys; sys.modules['prometheus_client'] = None; from bot.__main__ import main; sys.exit(main())"
    known = {"TESSERA_DISCORD": local.url, "DISCORD_TOKEN": local.token, "TESSERA_METRICS": "127.0.0.1:9464"}
    code, said = await ended(await started(tmp_path, "-c", hiding, **known))
    assert (code, "pip install '.[metrics]'" in said) == (2, True)


@pytest.mark.parametrize(
    "address", ["9464", ":9464", "127.0.0.1:", "127.0.0.1:0", "127.0.0.1:70000", "http://a:1", "a b:1", "::1:9464"]
)
def test_an_address_that_is_none_is_named(address):
    with pytest.raises(ValueError, match="TESSERA_METRICS"):
        load_settings({"TESSERA_METRICS": address})


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ("", None),
        ("127.0.0.1:9464", ("127.0.0.1", 9464)),
        ("[::1]:80", ("::1", 80)),
        ("localhost:1", ("localhost", 1)),
    ],
)
def test_an_address_has_a_host_and_a_port(given, read):
    assert load_settings({"TESSERA_METRICS": given}).metrics == read


@pytest.mark.parametrize(
    ("path", "route"),
    [
        ("/api/v10/guilds/123/members/456", "/guilds/{id}/members/{id}"),
        ("/api/v10/interactions/1/aW50/callback", "/interactions/{id}/{token}/callback"),
        ("/api/v10/webhooks/1/123/messages/@original", "/webhooks/{id}/{id}/messages/@original"),
        ("/api/v10/applications/1/commands", "/applications/{id}/commands"),
        ("/attachments/Ana", "/{token}/{token}"),
    ],
)
def test_a_route_is_a_template(path, route):
    assert route_template(path) == route
