"""A headless browser for pages: the Chromium of the system, if there is one."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

DRIVER = shutil.which("chromedriver")
PROGRAM = (
    shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
)
FOUND = bool(DRIVER and PROGRAM)
OPTIONS = (
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"),
    *("--no-first-run", "--disable-sync", "--disable-quic"),  # pages are asked for nothing else
    *("--disable-background-networking", "--disable-component-update"),
)


@contextmanager
def started() -> Iterator[Chrome]:
    """A browser that notes what pages write to the console, and what they ask the network for."""
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = PROGRAM
    for option in (*OPTIONS, "--hide-scrollbars"):
        options.add_argument(option)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    chrome = webdriver.Chrome(options=options, service=Service(DRIVER))
    try:
        yield chrome
    finally:
        chrome.quit()
