"""The look of each role: themes, font, and every form as polygons. Knows no position and no pixels."""
