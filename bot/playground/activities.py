"""Activities of the local Discord: open instances, the people in them, and the codes and tokens of sign-in.

Independent of HTTP and sockets. Activities are not part of the saved world: a restart closes them all.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from bot.playground.protocol import Call, Impossible, RestAnswer, WireObject, error_answer
from bot.playground.simulation import Simulation

ENTRY_POINT_COMMAND = {"name": "Launch", "description": "", "type": 4, "handler": 2, "contexts": [0, 1, 2]}
BEARER_PREFIX = "Bearer "
TOKEN_LIFE_SECONDS = 604_800  # seconds, reported with an access token


@dataclass
class Instance:
    """An open instance of the Activity.

    `name`: its Discord id. `channel`: where it is open. `people`: who has it open, with an entry for each opening.
    """

    name: str
    channel: int
    people: list[int] = field(default_factory=list)


class Activities:
    """The Activity of the bot's application, available once `address` is set.

    `address`: the first page, as shown by Discord's proxy; "" for no Activity. `secret`: the application's.
    `hides_people`: for how many more requests the list of people is empty, as in Discord when it is late.
    """

    def __init__(self, simulation: Simulation) -> None:
        self.simulation, self.address, self.secret, self.hides_people = simulation, "", secrets.token_hex(), 0
        self._open: dict[str, Instance] = {}
        self._codes: dict[str, int] = {}
        self._tokens: dict[str, int] = {}
        self.launched: dict[int, str] = {}  # the instance that an interaction opened

    # commands

    def entry_points(self) -> list[WireObject]:
        """The entry point command, the only one of its kind [D7.1]; none without an Activity."""
        known = {"id": str(self.simulation.bot_id + 1), "application_id": str(self.simulation.bot_id)}
        return [{**ENTRY_POINT_COMMAND, **known}] if self.address else []

    def refusal_of_commands(self, commands: Any) -> RestAnswer | None:
        """The refusal of a bulk update that omits the entry point command or has another [D7.2]; None for others."""
        listed = [
            command
            for command in commands
            if isinstance(command, dict) and command.get("type") == ENTRY_POINT_COMMAND["type"]
        ]
        ours = self.entry_points()
        if [command.get("name") for command in listed] == [command["name"] for command in ours]:
            return None
        return error_answer(400, 50240, "You cannot remove this app's Entry Point command in a bulk update operation.")

    # people

    def launch(self, person: int, channel: int) -> str:
        """Open the Activity for the person in that channel, sharing the instance if one is open there [D7.9].

        Return its name. Raises Impossible.
        """
        if not self.address or not self.simulation.sees(person, channel):
            raise Impossible("there is no Activity here")
        found = next((instance for instance in self._open.values() if instance.channel == channel), None)
        if found is None:
            found = Instance(f"i-{secrets.token_hex(8)}-gc-{channel}", channel)
            self._open[found.name] = found
        found.people.append(person)
        return found.name

    def leave(self, person: int, name: str) -> None:
        """Close the instance for the person; it ends when the last person leaves [D7.9]."""
        found = self._open.get(name)
        if found is not None and person in found.people:
            found.people.remove(person)
            if not found.people:
                del self._open[name]

    def frame_address(self, name: str) -> str:
        """The address of the frame, which includes its location; the page must not trust that [D7.4]."""
        instance = self._open[name]
        query = {"instance_id": name, "frame_id": secrets.token_hex(8), "platform": "desktop", **self._where(instance)}
        query["location_id"] = query.pop("id")
        return f"{self.address}/?{urlencode({key: value for key, value in query.items() if key != 'kind'})}"

    def issue_code(self, person: int) -> str:
        """Issue a code that identifies this person once [D7.5]."""
        made = secrets.token_urlsafe(22)
        self._codes[made] = person
        return made

    # requests of the bot

    def sign_in(self, call: Call, password: str) -> RestAnswer | None:
        """Answer requests that need no bot token; None for any other request.

        `password`: the Authorization header of the request.
        """
        if (call.method, call.path) == ("POST", "/oauth2/token"):
            return self._exchange(call.body)
        if (call.method, call.path) == ("GET", "/users/@me") and password.startswith(BEARER_PREFIX):
            # The owner of the token [D7.7].
            person = self._tokens.get(password.removeprefix(BEARER_PREFIX))
            return (
                error_answer(401, 0, "401: Unauthorized")
                if person is None
                else RestAnswer(200, self.simulation.user(person))
            )
        return None

    def _exchange(self, form: Any) -> RestAnswer:
        """Exchange a code for an access token [D7.6], with the error codes of the OAuth standard."""
        given: Mapping[str, Any] = form if isinstance(form, dict) else {}
        if (given.get("client_id"), given.get("client_secret")) != (str(self.simulation.bot_id), self.secret):
            return RestAnswer(401, {"error": "invalid_client"})
        person = self._codes.pop(str(given.get("code")), None)
        if given.get("grant_type") != "authorization_code" or "redirect_uri" in given or person is None:
            return RestAnswer(400, {"error": "invalid_grant", "error_description": 'Invalid "code" in request.'})
        token = secrets.token_urlsafe(22)
        self._tokens[token] = person
        kind = {"token_type": "Bearer", "expires_in": TOKEN_LIFE_SECONDS, "scope": "identify"}
        return RestAnswer(200, {"access_token": token, "refresh_token": secrets.token_urlsafe(22), **kind})

    def describe_instance(self, application: str, name: str) -> RestAnswer:
        """The location and people of an open instance [D7.8]; 404 if it is closed or another application's."""
        found = self._open.get(name)
        if found is None or application != str(self.simulation.bot_id):
            return error_answer(404, 10065, "Unknown activity instance")
        people = [] if self.hides_people else [str(person) for person in dict.fromkeys(found.people)]
        self.hides_people = max(0, self.hides_people - 1)
        known = {"application_id": application, "instance_id": name, "launch_id": str(self.simulation.bot_id + 2)}
        return RestAnswer(200, {**known, "location": self._where(found), "users": people})

    def _where(self, instance: Instance) -> WireObject:
        guild = self.simulation.channel(instance.channel).get("guild_id")
        kind = "pc" if guild is None else "gc"
        place = {"id": f"{kind}-{instance.channel}", "kind": kind, "channel_id": str(instance.channel)}
        return place if guild is None else {**place, "guild_id": str(guild)}
