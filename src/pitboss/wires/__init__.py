"""The wires: one folder each. Sessions turn text into answers and games into text; no I/O here."""
