"""Opening the page in a browser, without waiting for it."""

import threading
import webbrowser

import typer


def open_page(url: str) -> None:
    """Open the address in the person's browser, or say that there is none."""
    threading.Thread(target=_open, args=(url,), daemon=True).start()


def _open(url: str) -> None:
    if not webbrowser.open(url):
        typer.echo(f"No browser was found here: open {url} yourself.", err=True)
