"""Activities of the local Discord: what is open, who signs in, and that its answers look as Discord's."""

from __future__ import annotations

import pytest

from bot.playground.activities import Activities
from bot.playground.protocol import Call, Impossible
from bot.playground.server import populate
from bot.playground.simulation import Simulation
from tests.bot.support import openapi


@pytest.fixture
def activities():
    """An Activity that is switched on, in the world that a newcomer finds."""
    simulation = Simulation()
    populate(simulation)
    made = Activities(simulation)
    made.address = "http://127.0.0.1:9"
    return made


@pytest.fixture
def here(activities):
    """Ana, Ben and a channel."""
    ana, ben, *_ = activities.simulation.people()
    return ana, ben, activities.simulation.channels(activities.simulation.guilds()[0], ana)[0]


def exchanged(activities, **form):
    """The answer to a form with everything that is needed, but for what is given."""
    known = {"client_id": str(activities.simulation.bot_id), "client_secret": activities.secret}
    return activities.sign_in(
        Call("POST", "/oauth2/token", body={**known, "grant_type": "authorization_code", **form}), ""
    )


def test_d7_9_whoever_opens_it_in_a_channel_shares_it_until_the_last_has_left(activities, here):
    ana, ben, channel = here
    name = activities.launch(ana, channel)
    assert activities.launch(ben, channel) == name
    activities.leave(ana, name)
    application = str(activities.simulation.bot_id)
    assert activities.describe_instance(application, name).body["users"] == [str(ben)]
    activities.leave(ben, name)
    assert activities.describe_instance(application, name).status == 404
    assert activities.launch(ana, channel) != name


def test_d7_8_an_instance_is_told_as_discord_describes_it(activities, here):
    ana, _, channel = here
    direct = activities.simulation.open_direct(ana)
    for where, kind in ((channel, "gc"), (direct, "pc")):
        name = activities.launch(ana, where)
        told = activities.describe_instance(str(activities.simulation.bot_id), name).body
        assert (told["location"]["kind"], told["location"]["channel_id"]) == (kind, str(where))
        assert activities.describe_instance("1", name).status == 404
        if openapi.SPEC.exists():
            schema = openapi._schema("#/components/schemas/EmbeddedActivityInstance")
            assert list(openapi._of(schema).iter_errors(told)) == []


def test_d7_4_the_frame_is_told_where_it_is(activities, here):
    ana, _, channel = here
    address = activities.frame_address(activities.launch(ana, channel))
    for part in ("instance_id=i-", "frame_id=", "platform=desktop", f"channel_id={channel}", "guild_id="):
        assert part in address


def test_d7_6_a_code_counts_once_and_only_with_the_secret(activities, here):
    ana, *_ = here
    assert exchanged(activities, code="made-up").status == 400
    code = activities.issue_code(ana)
    assert exchanged(activities, code=code, client_secret="wrong").status == 401
    answer = exchanged(activities, code=code)
    assert answer.status == 200
    assert exchanged(activities, code=code).status == 400
    me = Call("GET", "/users/@me")
    assert activities.sign_in(me, f"Bearer {answer.body['access_token']}").body["id"] == str(ana)
    assert activities.sign_in(me, "Bearer made-up").status == 401
    assert activities.sign_in(me, "Bot token") is None


def test_d7_6_an_address_to_return_to_is_refused(activities, here):
    ana, *_ = here
    assert exchanged(activities, code=activities.issue_code(ana), redirect_uri="https://127.0.0.1").status == 400


def test_nothing_opens_where_it_is_not_switched_on(activities, here):
    ana, _, channel = here
    activities.address = ""
    assert activities.entry_points() == []
    with pytest.raises(Impossible):
        activities.launch(ana, channel)
