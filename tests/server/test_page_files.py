"""The page's files: what browsers get for its addresses, and with which headers."""

import gzip
from pathlib import Path

import pytest
from api_rig import Api, local

from pitboss.server import page

__all__ = ["local"]

FOLDER = Path(page.__file__).parent / "page"
VIEWS = [
    "/",
    "/play",
    "/games",
    "/table/friday",
    "/game/live-abc",
    "/events",
    "/event/k7f3q2ab",
    "/event/k7f3q2ab/bot/a%2Fb",
    "/event/k7f3q2ab/projector",
    "/organise",
]


@pytest.mark.parametrize("path", VIEWS)
def test_every_view_is_the_same_page(local: Api, path: str) -> None:
    answer = local.http.get(path)

    assert answer.status_code == 200
    assert answer.content == (FOLDER / "index.html").read_bytes()
    assert answer.headers["content-type"] == "text/html; charset=utf-8"


def test_who_asks_for_json_gets_the_page_too(local: Api) -> None:
    answer = local.http.get("/", headers={"accept": "application/json"})

    assert answer.headers["content-type"].startswith("text/html")


@pytest.mark.parametrize("path", ["/", "/page/index.html", "/page/icon.svg", "/nothing"])
def test_pages_may_load_nothing_from_elsewhere_and_be_framed_by_nobody(
    local: Api, path: str
) -> None:
    headers = local.http.get(path).headers
    policy = dict(
        part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";")
    )

    assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-opener-policy"] == "same-origin"


@pytest.mark.parametrize("path", ["/page/main.js", "/page/base.css"])
def test_parts_of_pages_are_taken_for_nothing_else_and_by_nobody_else(
    local: Api, path: str
) -> None:
    headers = local.http.get(path).headers

    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"


@pytest.mark.parametrize("name", sorted(path.name for path in FOLDER.iterdir()))
def test_every_file_is_served_with_its_type(local: Api, name: str) -> None:
    types = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}
    answer = local.http.get(f"/page/{name}")

    assert answer.status_code == 200
    assert answer.content == (FOLDER / name).read_bytes()
    wanted = types.get(Path(name).suffix, "image/")
    assert answer.headers["content-type"].startswith(wanted)


def test_who_has_a_file_is_not_sent_it_again(local: Api) -> None:
    packed = local.http.get("/page/main.js")
    plain = local.http.get("/page/main.js", headers={"accept-encoding": "identity"})

    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.headers["etag"] != plain.headers["etag"]
    assert packed.headers["cache-control"] == "no-cache"
    again = local.http.get("/page/main.js", headers={"if-none-match": packed.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    "path",
    [
        "/page/../page.py",
        "/page/%2e%2e/page.py",
        "/page/..%2fpage.py",
        "/page/page.py",
        "/page/",
        "/page/none.js",
        "/page/%00.js",
        "/page//etc/passwd",
        "/pagemain.js",
        "/event",
        "/<script>alert(1)</script>",
    ],
)
def test_whatever_is_not_there_is_a_small_page_that_says_so(local: Api, path: str) -> None:
    answer = local.http.get(path)

    assert answer.status_code == 404
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "<script" not in answer.text
    assert len(answer.content) < 1000


def test_a_page_takes_no_other_method(local: Api) -> None:
    answer = local.http.post("/", content=b"x")

    assert answer.status_code == 405
    assert set(answer.headers["allow"].split(", ")) == {"GET", "HEAD"}
    head = local.http.head("/page/main.js")
    assert (head.status_code, head.content) == (200, b"")


def test_a_file_that_changes_is_read_anew(tmp_path: Path) -> None:
    files = page.StaticPage(tmp_path)
    (tmp_path / "a.js").write_text("1")
    first = files.file("a.js")
    (tmp_path / "a.js").write_text("22")
    second = files.file("a.js")

    assert first is not None
    assert second is not None
    assert (first.plain, second.plain) == (b"1", b"22")
    assert gzip.decompress(second.packed) == b"22"
    assert first.etag != second.etag
