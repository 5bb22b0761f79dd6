"""Scenes to files of pixels: the only package that imports Pillow.

Knows no game and no card: a role means what the theme says.
"""
