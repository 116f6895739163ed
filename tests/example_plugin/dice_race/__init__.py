"""Dice Race, a game for simkit in a package of its own."""
