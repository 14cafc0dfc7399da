"""What an event's games say, and how surely: everything here starts from whole mirrored blocks."""
