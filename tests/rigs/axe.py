"""axe-core in a page: what keeps people with a screen reader, a keyboard or weak eyes out."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from browser_rig import settle

if TYPE_CHECKING:
    from playwright.sync_api import Page

GRAVE: Final = ("serious", "critical")


def violations(page: "Page", node_modules: Path) -> list[str]:
    """Every serious or critical violation on the page as it is now: it should be nothing."""
    # Colours on their way to others are read by nobody.
    settle(page)
    # Evaluated rather than loaded, so that the page's Content-Security-Policy stays as it is.
    page.evaluate((node_modules / "axe-core" / "axe.min.js").read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = page.evaluate(
        "async () => (await axe.run(document, {resultTypes: ['violations']})).violations"
    )
    return [
        f"{one['impact']}: {one['id']}: {node['html'][:160]} ({node['failureSummary'][:300]})"
        for one in found
        if one["impact"] in GRAVE
        for node in one["nodes"]
    ]
