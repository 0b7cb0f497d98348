"""Pads for people with real dice on the table: their pages, their data and their texts."""
