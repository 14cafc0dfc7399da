"""Whether a bot, or a server, speaks its protocol: numbered scenarios, and why one failed."""
