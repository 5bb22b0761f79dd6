"""What a role looks like: the themes, the font, and every form as polygons.

Knows no position of a game and no pixels.
"""
