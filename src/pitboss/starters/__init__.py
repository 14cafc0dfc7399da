"""Small working bots to start from, by language and wire: files to be copied, never run here."""
