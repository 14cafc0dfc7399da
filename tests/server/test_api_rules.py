"""`/api/rules`: every knob of a preset with its value, and what is wrong with a text of rules."""

import httpx
import pytest
from serve_rig import serving


@pytest.mark.slow
def test_rules_are_shown_knob_by_knob() -> None:
    with serving() as server:
        answers = [
            httpx.get(f"{server.http}/api/rules/{text}", timeout=60)
            for text in ("official,target=0", "holdem", "official,taget=0", "oficial")
        ]

    turned, kind, typo, unknown = [answer.json() for answer in answers]
    assert [answer.status_code for answer in answers] == [200, 200, 400, 404]
    assert (turned["game"], turned["rules"]) == ("uno", "official@1,target=0")
    assert (turned["least"], turned["most"]) == (2, 10)
    knob = next(one for one in turned["knobs"] if one["knob"] == "target")
    assert (knob["value"], knob["preset"]) == ("0", "500")
    assert next(one for one in turned["knobs"] if one["knob"] == "seven_zero")["choices"] == [
        "no",
        "yes",
    ]
    assert kind["game"] == "holdem"
    assert typo["error"]["code"] == "bad_rules"
    assert "'taget'" in typo["error"]["message"]
    assert unknown["error"]["code"] == "no_such_rules"
