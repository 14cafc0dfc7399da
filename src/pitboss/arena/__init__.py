"""Playing: the referee of one game, its clock, and what faults cost. No sockets here."""
