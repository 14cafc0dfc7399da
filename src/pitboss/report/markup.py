"""Markup that can't be broken out of: whatever is not `Markup` is escaped where it is put in.

Names, messages and stderr are written by bots, which may want anything.
"""

from html import escape

# Elements without content, of HTML and of SVG.
_EMPTY = frozenset({"br", "circle", "col", "line", "meta", "path", "rect", "use"})
# As much of a bot's text as anybody reads.
_LONGEST = 3000


class Markup(str):
    """Text that is markup already."""

    __slots__ = ()


def element(tag: str, /, *children: object, **attributes: object) -> Markup:
    """An element; `class_` stands for class, `data_x` for data-x; None and False are left out."""
    opened = tag + "".join(_attribute(key, value) for key, value in attributes.items())
    if tag in _EMPTY:
        return Markup(f"<{opened}/>")
    return Markup(f"<{opened}>{join(*children)}</{tag}>")


def join(*children: object) -> Markup:
    """All of it in a row."""
    return Markup("".join(map(_content, children)))


def excerpt(text: str, most: int = _LONGEST) -> str:
    """The end of a long text, which tells most."""
    return text if len(text) <= most else f"... {text[-most:]}"


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


def _content(child: object) -> str:
    if isinstance(child, Markup):
        return child
    return escape(printable(_text(child)), quote=False)


def _attribute(key: str, value: object) -> str:
    if value is None or value is False:
        return ""
    name = key.rstrip("_").replace("_", "-")
    if value is True:
        return f" {name}"
    return f' {name}="{escape(printable(_text(value)))}"'


def _text(value: object) -> str:
    # A hundredth of a pixel or of a percent is finer than any screen.
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
