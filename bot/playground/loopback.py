"""Checks that an address is on this machine, the only place to send the token.

Independent of the Discord library: loads fast.
"""

import ipaddress
from urllib.parse import urlsplit

HTTP_SCHEMES = ("http", "https")


def on_this_machine(url: str) -> bool:
    """Whether `url`, such as `http://127.0.0.1:8787`, is an address that only this machine can answer."""
    try:
        parts = urlsplit(url)
        host, sound = parts.hostname or "", parts.port != 0  # reading a malformed port raises ValueError
        return (
            parts.scheme in HTTP_SCHEMES and sound and (host == "localhost" or ipaddress.ip_address(host).is_loopback)
        )
    except ValueError:
        return False
