"""The hold'em players: charts, ranges, equities and solutions, each in a file of its own."""
