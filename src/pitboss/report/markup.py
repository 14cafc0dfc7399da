"""HTML and SVG as text: all that is not `Markup` is escaped on its way in.

Names, messages and stderr are written by bots, which may try anything.
"""

from collections.abc import Sequence
from html import escape

from pitboss.narration.text import printable

# Elements without content, of HTML and of SVG.
_EMPTY = frozenset({"br", "circle", "col", "line", "meta", "path", "rect", "use"})


class Markup(str):
    """Text that is markup already."""

    __slots__ = ()


def element(tag: str, /, *children: object, **attributes: object) -> Markup:
    """An element; `class_` means class, `data_x` means data-x; None and False are left out."""
    opening = tag + "".join(_attribute(key, value) for key, value in attributes.items())
    if tag in _EMPTY:
        return Markup(f"<{opening}/>")
    return Markup(f"<{opening}>{join(*children)}</{tag}>")


def join(*children: object) -> Markup:
    """The children one after another."""
    return Markup("".join(map(_content, children)))


def section(name: str, title: str, *parts: Markup, how: str, long: bool = False) -> Markup:
    """A section with its heading, and below it how to read it."""
    return element(
        "section",
        element("h2", title),
        *parts,
        element("p", how, class_="how"),
        id=name,
        class_="long" if long else None,
    )


def grid(headings: Sequence[Markup], rows: Sequence[Markup], name: str) -> Markup:
    """Rows under headings, which scroll by themselves where the page is too narrow."""
    return element(
        "div",
        element(
            "table",
            element("thead", element("tr", *headings)),
            element("tbody", *rows),
            class_=name,
        ),
        class_="scroll",
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
