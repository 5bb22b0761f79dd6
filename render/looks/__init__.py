"""The look of each role: themes, font, and every form as polygons. Knows nothing about positions and pixels."""
