"""The public HTTP API, one file per noun; http.py serves it."""
