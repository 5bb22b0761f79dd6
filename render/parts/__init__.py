"""What the scenes of several games share: heads of seats, rings, who is to move and who has won.

Knows no single game, no colors and no pixels.
"""
