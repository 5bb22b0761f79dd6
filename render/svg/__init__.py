"""Paints scenes as SVG elements, an alternative to `pixels`.

Knows no game and no page: a role is a class, and a stylesheet defines its look.
"""
