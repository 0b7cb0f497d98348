"""Pads for people who play with real dice: their pages, data and texts."""
