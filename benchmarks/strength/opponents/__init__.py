"""Opponents for measurements, which are no built-in bots."""
