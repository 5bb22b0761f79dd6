"""Paints scenes as pixel files, and cuts and measures texts for all painters. The only package that imports Pillow.

Knows nothing about games and cards: the theme defines the roles.
"""
