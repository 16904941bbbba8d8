#!/usr/bin/env python3
"""Measures the page of the counter in a browser, and prints the rows as JSON: name and milliseconds.

    Tests/Page/measure.py [PRESSES]     CARILLON_PROGRAMS is the folder of the program; default: .build/debug

`page.press.dom` is the time from the browser's input event on a button to the changed number in the document. `page.tab`
is the longest time that one of ten tabs takes from its creation to the drawn board, while the others are open. Without a
browser or the server's library, the object is empty.
"""

import json
import pathlib
import sys
import time
from ctypes.util import find_library

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from browser import Browser, find_browser
from program import Program

BUTTON = '.device[data-device$=" plus"] .push'
DIGITS = '.device[data-device$=" count"] .digits'
OBSERVE = """(() => {
    window.times = [];
    let pressed = null;
    document.querySelector(%s).addEventListener('pointerdown', event => { pressed = event.timeStamp; }, true);
    new MutationObserver(() => {
        if (pressed !== null) times.push(performance.now() - pressed);
        pressed = null;
    }).observe(document.querySelector(%s), {childList: true, characterData: true, subtree: true});
})()"""


def press_times(browser, address, count):
    browser.open(address)
    browser.wait("document.querySelector('.device')")
    browser.evaluate(OBSERVE % (json.dumps(BUTTON), json.dumps(DIGITS)))
    for number in range(count):
        browser.mouse("mousePressed", BUTTON)
        time.sleep(0.045)
        browser.mouse("mouseReleased", BUTTON)
        # Each press comes at another moment of the browser's frame.
        time.sleep(0.055 + number % 7 * 0.003)
    browser.wait(f"times.length >= {count}")
    return sorted(browser.evaluate("times"))


def tab_times(browser, address, count=10):
    times = []
    for _ in range(count):
        start = time.monotonic()
        browser.open_tab()
        browser.call("Page.navigate", url=address)
        browser.wait("document.querySelector('.device') && document.querySelector('.row')")
        times.append((time.monotonic() - start) * 1000)
    return sorted(times)


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    needed = {"Chromium": find_browser(), "libmicrohttpd": find_library("microhttpd")}
    missing = [name for name, found in needed.items() if found is None]
    if missing:
        print(f"the page is not measured: {' and '.join(missing)} missing; run make browser", file=sys.stderr)
        return print("{}")
    with Program("counter") as program, Browser() as browser:
        presses = press_times(browser, program.address, count)
        tabs = tab_times(browser, program.address)
    rows = {
        "page.press.dom.p50": presses[len(presses) // 2],
        "page.press.dom.p99": presses[int(len(presses) * 0.99)],
        "page.tab": tabs[-1],
    }
    print(json.dumps(rows))


main()
