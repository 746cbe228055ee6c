"""The report as a browser shows it: whole, quiet, and no wider than a phone."""

import json

import browser
import pytest

PHONE, DESK = (375, 800), (1200, 900)
WIDE = """
    const wide = [];
    for (const element of document.querySelectorAll('body *')) {
        const inner = element.closest('.scroll, pre');
        if (inner && inner !== element) continue;
        const { left, right } = element.getBoundingClientRect();
        if (left < -0.5 || right > innerWidth + 0.5) wide.push(element.outerHTML.slice(0, 120));
    }
    return wide;
"""


@pytest.fixture(scope="module")
def chrome(reported):
    """A browser with the report of a sweep open."""
    with browser.started() as chrome:
        chrome.get((reported / "report.html").as_uri())
        yield chrome


@pytest.fixture(params=[PHONE, DESK], ids=["phone", "desk"])
def size(request, chrome):
    """The page at one size of the screen."""
    width, height = request.param
    screen = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
    chrome.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
    chrome.refresh()
    return width


def test_it_fits(chrome, size):
    assert chrome.execute_script("return innerWidth") == size
    assert chrome.execute_script("return document.documentElement.scrollWidth") == size
    assert chrome.execute_script(WIDE) == []


def test_every_picture_is_drawn(chrome, size):
    drawn = chrome.execute_script(
        "return [...document.images].map(image => [image.complete, image.naturalWidth,"
        " image.getBoundingClientRect().width, image.alt.length])"
    )
    assert len(drawn) >= 6
    for complete, natural, shown, alt in drawn:
        assert complete
        assert natural > 0
        assert shown > 300
        assert alt > 40


def test_text_can_be_read(chrome, size):
    sizes = chrome.execute_script(
        "return [...document.querySelectorAll('p, li, td, th, h1, h2, figcaption, pre')]"
        ".map(element => parseFloat(getComputedStyle(element).fontSize))"
    )
    assert min(sizes) >= 13


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_contrast(chrome, scheme):
    """Text stands out from the page in both schemes: 4.5 to 1 or better."""
    chosen = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    chrome.execute_cdp_cmd("Emulation.setEmulatedMedia", chosen)
    page, *texts = chrome.execute_script(
        "return [getComputedStyle(document.body).backgroundColor,"
        " ...['body', '.note', 'a', '.differs .verdict', 'blockquote footer']"
        ".map(one => getComputedStyle(document.querySelector(one)).color)]"
    )
    for text in texts:
        light, dark = sorted((luminance(text), luminance(page)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, (scheme, text, page)


def luminance(colour):
    """Relative luminance of `rgb(r, g, b)`, as WCAG 2 has it."""
    parts = [int(part) / 255 for part in colour[colour.index("(") + 1 : -1].split(",")[:3]]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_it_prints(chrome):
    printed = chrome.execute_cdp_cmd("Page.printToPDF", {"printBackground": False})
    assert len(printed["data"]) > 20_000


def test_it_is_quiet(chrome, size):
    """Nothing in the console, nothing asked of the network."""
    assert chrome.get_log("browser") == []
    events = [json.loads(entry["message"])["message"] for entry in chrome.get_log("performance")]
    asked = [
        event["params"]["request"]["url"]
        for event in events
        if event["method"] == "Network.requestWillBeSent"
    ]
    assert asked
    assert all(url.startswith(("file:", "data:")) for url in asked)
