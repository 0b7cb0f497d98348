"""Dice games: their rules, stored games, computer players, and the pages that show them."""
