"""Text that bots and their authors wrote, made safe to show."""

# As much of a bot's text as anybody reads.
_LONGEST = 3000


def printable(text: str) -> str:
    """The text with what can't be seen spelled out: controls, and what turns writing around."""
    if text.isprintable():
        return text
    return "".join(
        char
        if char.isprintable() or char in "\n\t"
        else f"\\u{ord(char):04x}"
        if char != "\r"
        else ""
        for char in text
    )


def excerpt(text: str, most: int = _LONGEST) -> str:
    """The end of a long text, which tells most."""
    return text if len(text) <= most else f"... {text[-most:]}"
