"""Games and events in words and figures, as text and data: for the terminal, the report, a page."""
