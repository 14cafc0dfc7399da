"""What is around every view: links, themes, an unknown address, no script of others."""

import pytest
from browser_rig import Browsing
from serve_rig import Running

pytestmark = pytest.mark.slow


def test_a_theme_that_was_chosen_stays(browser: Browsing, server: Running) -> None:
    page = browser.open(f"{server.http}/", theme="light")
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground)
    button = page.locator("#theme")

    button.click()
    button.click()
    page.reload()

    assert button.get_attribute("aria-label") == "Theme: dark"
    assert page.evaluate(ground) != light


def test_links_change_the_view_without_loading_the_page_anew(
    browser: Browsing, server: Running
) -> None:
    page = browser.open(f"{server.http}/")
    page.evaluate("window.marked = true")

    page.get_by_role("navigation").get_by_role("link", name="Events").click()
    page.wait_for_url("**/events")
    page.get_by_role("heading", level=1).wait_for()
    page.go_back()
    page.wait_for_url(f"{server.http}/")

    assert page.evaluate("window.marked") is True


def test_nothing_is_loaded_from_elsewhere(browser: Browsing, server: Running) -> None:
    page = browser.visitor().new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))

    page.goto(f"{server.http}/")
    page.get_by_role("heading", level=1).wait_for()

    assert asked
    assert [url for url in asked if not url.startswith(server.http)] == []


def test_the_token_in_a_fragment_is_taken_and_leaves_the_address(
    browser: Browsing, server: Running
) -> None:
    page = browser.open(f"{server.http}/#token=se%2Fcret")
    page.get_by_role("heading", level=1).wait_for()

    assert page.url == f"{server.http}/"
    assert page.evaluate("sessionStorage.getItem('organiser-token')") == "se/cret"
