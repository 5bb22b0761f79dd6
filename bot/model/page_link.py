"""The link to a table's web page. Independent of screens and servers."""

from dataclasses import dataclass


@dataclass(frozen=True)
class PageLink:
    """The links that a table's message offers."""

    address: str = ""  # the address of the page for watching, "" for none
    may_play: bool = False  # whether people with a seat can get a personal link to play on the page


NO_PAGE = PageLink()
