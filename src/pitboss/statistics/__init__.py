"""What the games of an event say and how surely, always from whole mirrored blocks."""
