"""One game being played: the referee, its clock, what faults cost, and the two drivers."""
