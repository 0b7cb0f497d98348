"""Dice games: the rules, the games people play, and how they are shown."""
