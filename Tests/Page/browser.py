"""Headless Chromium for tests, operated through the DevTools protocol with Python's standard library.

The option --remote-debugging-pipe makes the browser read messages from descriptor 3 and write messages to descriptor 4. Each
message ends with a NUL. The browser opens no port.
"""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

# The longest wait for a message, in seconds. The machine may be busy with other work.
TIMEOUT = 120
PROGRAMS = ["chromium-headless-shell", "chromium", "google-chrome"]


def find_browser():
    """Returns the path of a browser, or None."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


class PageError(Exception):
    """A script in the page failed, or a condition did not become true."""


class Browser:
    """A browser process with one tab or several. Methods act on the current `tab`."""

    def __init__(self, size=(1440, 900)):
        program = find_browser()
        if program is None:
            raise FileNotFoundError("no Chromium; install chromium-headless-shell or chromium")
        self.profile = tempfile.mkdtemp(prefix="carillon-browser.")
        commands, self.sender = os.pipe()
        self.receiver, messages = os.pipe()
        arguments = [program, "--headless", "--remote-debugging-pipe", "--disable-gpu", "--hide-scrollbars", "--mute-audio"]
        arguments += ["--no-first-run", "--disable-dev-shm-usage", "--disable-background-networking", "--disable-sync"]
        arguments += ["--disable-component-update", "--disable-extensions", "--disable-default-apps"]
        arguments += ["--user-data-dir=" + self.profile, "--window-size=%d,%d" % size]
        # Chromium refuses to run as root with its sandbox.
        arguments += ["--no-sandbox"] if os.geteuid() == 0 else []
        # The shell moves the two descriptors to the numbers that the browser expects.
        shell = ["/bin/sh", "-c", 'exec "$@" 3<&%d 4>&%d' % (commands, messages), "sh"]
        self.process = subprocess.Popen(
            shell + arguments + ["about:blank"], pass_fds=(commands, messages), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        )
        os.close(commands)
        os.close(messages)
        self.count, self.buffer, self.tab = 0, b"", None
        self.messages = []
        targets = self.call("Target.getTargets")["targetInfos"]
        self.attach(next(target["targetId"] for target in targets if target["type"] == "page"))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def attach(self, target):
        """Makes a tab the current one, and records its requests, console messages and exceptions from now on."""
        self.tab = None
        self.tab = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Log", "Network", "Audits"]:
            self.call(domain + ".enable")

    def open_tab(self):
        self.tab = None
        self.attach(self.call("Target.createTarget", url="about:blank")["targetId"])

    def call(self, method, **parameters):
        """Sends a command and returns its result. Messages that arrive earlier are kept in `messages`."""
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters}
        if self.tab:
            message["sessionId"] = self.tab
        os.write(self.sender, json.dumps(message).encode() + b"\0")
        while True:
            reply = self.receive(TIMEOUT)
            if reply.get("id") != self.count:
                self.messages.append(reply)
            elif "error" in reply:
                raise PageError("%s: %s" % (method, reply["error"].get("message")))
            else:
                return reply["result"]

    def receive(self, seconds):
        end = time.monotonic() + seconds
        while b"\0" not in self.buffer:
            if not select.select([self.receiver], [], [], max(0, end - time.monotonic()))[0]:
                raise TimeoutError("the browser does not reply")
            piece = os.read(self.receiver, 1 << 20)
            if not piece:
                raise EOFError("the browser has ended")
            self.buffer += piece
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def found(self, method):
        """Returns the parameters of the messages called `method` that have arrived."""
        self.evaluate("0")
        return [message["params"] for message in self.messages if message.get("method") == method]

    def open(self, address):
        """Returns when the document and its scripts are loaded."""
        self.load("Page.navigate", url=address)

    def reload(self):
        """Returns when the document and its scripts are loaded again."""
        self.load("Page.reload")

    def load(self, method, **parameters):
        self.call(method, **parameters)
        loaded = ("Page.loadEventFired", self.tab)
        # The event of the document before may have arrived earlier; the reply follows it.
        while True:
            message = self.receive(TIMEOUT)
            self.messages.append(message)
            if (message.get("method"), message.get("sessionId")) == loaded:
                return

    def evaluate(self, expression):
        reply = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in reply:
            details = reply["exceptionDetails"]
            raise PageError(details.get("exception", {}).get("description", details["text"]))
        return reply["result"].get("value")

    def wait(self, condition, seconds=30):
        """Returns when an expression is true. The page looks after each change of the document, and each 10 ms."""
        script = """new Promise((done, fail) => {
            const end = performance.now() + %d;
            (function look() {
                if (%s) done();
                else if (performance.now() > end) fail(new Error('in vain: ' + %s));
                else setTimeout(look, 10);
            })();
        })"""
        self.evaluate(script % (seconds * 1000, condition, json.dumps(condition)))

    def draw(self):
        """Returns when the page has drawn what has changed, and has handled new sizes of its elements."""
        self.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))")

    def place(self, selector):
        script = """(() => {
            const element = document.querySelector(%s);
            if (!element) throw new Error('no element ' + %s);
            const box = element.getBoundingClientRect();
            if (box.top < 0 || box.bottom > innerHeight) element.scrollIntoView({block: 'center', behavior: 'instant'});
            const {x, y, width, height} = element.getBoundingClientRect();
            return {x: x + width / 2, y: y + height / 2};
        })()"""
        return self.evaluate(script % (json.dumps(selector), json.dumps(selector)))

    def mouse(self, kind, selector, by=(0, 0), modifiers=0):
        """Sends `mousePressed`, `mouseMoved` or `mouseReleased` at the middle of an element, moved by some pixels."""
        at = self.place(selector)
        self.call(
            "Input.dispatchMouseEvent", type=kind, x=at["x"] + by[0], y=at["y"] + by[1], button="left", buttons=1,
            clickCount=1, modifiers=modifiers,
        )

    def click(self, selector, modifiers=0):
        self.mouse("mousePressed", selector, modifiers=modifiers)
        self.mouse("mouseReleased", selector, modifiers=modifiers)

    def fingers(self, *selectors):
        """Puts a finger on each of these elements; without any, lifts all fingers."""
        points = [dict(self.place(selector), id=index) for index, selector in enumerate(selectors)]
        self.call("Input.dispatchTouchEvent", type="touchStart" if points else "touchEnd", touchPoints=points)

    def key(self, kind, key, code=None):
        """Sends `keyDown` or `keyUp`."""
        text = {"text": key} if len(key) == 1 and kind == "keyDown" else {}
        codes = {"Enter": 13, " ": 32, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Tab": 9, "Escape": 27}
        number = codes.get(key, ord(key.upper()) if len(key) == 1 else 0)
        code = code or {" ": "Space"}.get(key, key if len(key) > 1 else "Key" + key.upper())
        self.call("Input.dispatchKeyEvent", type=kind, key=key, code=code, windowsVirtualKeyCode=number, **text)

    def strike(self, key, code=None):
        self.key("keyDown", key, code)
        self.key("keyUp", key, code)

    def emulate(self, width=None, height=None, scale=1, touch=False, **features):
        """Emulates a screen, fingers, and media features, such as prefers_color_scheme="dark"."""
        if width:
            self.call(
                "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=touch
            )
        self.call("Emulation.setTouchEmulationEnabled", enabled=touch, **({"maxTouchPoints": 5} if touch else {}))
        names = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
        self.call("Emulation.setEmulatedMedia", features=names)

    def screenshot(self, path, is_whole=False):
        image = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=is_whole, optimizeForSpeed=False)
        with open(path, "wb") as file:
            file.write(base64.b64decode(image["data"]))

    def close(self):
        self.tab = None
        try:
            self.call("Browser.close")
        except (EOFError, TimeoutError, BrokenPipeError):
            pass
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.sender)
        os.close(self.receiver)
        shutil.rmtree(self.profile, ignore_errors=True)
