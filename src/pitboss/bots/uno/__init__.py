"""How our bots play the UNO family: a policy of weighted features, and search with it."""
