"""Scenes to elements of SVG, the second painter beside `pixels`.

Knows no game and no page: a role is a class, what it looks like says a stylesheet.
"""
