"""Paints scenes as pixel files, and cuts and measures texts for all painters. The only package that imports Pillow.

Knows no game and no card: the theme defines the roles.
"""
