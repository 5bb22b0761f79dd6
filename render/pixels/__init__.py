"""Scenes to files of pixels, and texts cut and measured for every painter: the only package that imports Pillow.

Knows no game and no card: a role means what the theme says.
"""
