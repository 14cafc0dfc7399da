"""Runs of a Python script forked from an interpreter that has read it."""
