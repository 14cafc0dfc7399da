"""axe-core in a page: what keeps people with a screen reader, a keyboard or weak eyes out."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from playwright.sync_api import Page

GRAVE: Final = ("serious", "critical")
# Colours on their way to others are read by nobody: whatever ends soon is waited for.
SETTLED: Final = """async () => {
  const ending = document.getAnimations().filter(
    (one) => Number.isFinite(one.effect?.getComputedTiming().endTime ?? 0));
  const finished = Promise.allSettled(ending.map((one) => one.finished));
  await Promise.race([finished, new Promise((done) => setTimeout(done, 2000))]);
}"""


def violations(page: "Page", node_modules: Path) -> list[str]:
    """Every serious or critical violation on the page as it is now: it should be nothing."""
    page.evaluate(SETTLED)
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
