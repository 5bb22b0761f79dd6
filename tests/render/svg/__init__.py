"""Tests of the package `render.svg`."""
