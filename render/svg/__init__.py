"""Paints scenes as SVG elements, an alternative to `pixels`.

Knows nothing about games and pages: each role is a CSS class, and a stylesheet defines its look.
"""
