"""How a seat is reached: in process, by subprocess, by socket. No rules here."""
