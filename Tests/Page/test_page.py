"""The page of a board in a browser: the mouse, fingers, keys, sounds, time, screens, names, security.

Runs with `make check LANE=page`. The programs are `counter`, `PageProbe`, a hall with a device of nearly every kind, and
`HallLight`, an example with a kind of its own.
"""

import base64
import json
import os
import pathlib
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from browser import Browser
from program import Program

SHIFT = 8
# A contact takes the next change when it has settled: 20 ms after the last one.
SETTLED = 0.03


def setUpModule():
    global browser
    browser = Browser()


def tearDownModule():
    browser.close()


def face(device, feature=""):
    """The selector of a feature of the device with this name."""
    return f'.device[data-device$=" {device}"] [data-feature="{feature}"]'


def js(text):
    return json.dumps(text)


def text_of(selector):
    return browser.evaluate(f"document.querySelector({js(selector)}).textContent")


def attribute(selector, name):
    return browser.evaluate(f"document.querySelector({js(selector)}).getAttribute({js(name)})")


def wait_for(selector, name, value):
    browser.wait(f"document.querySelector({js(selector)})?.getAttribute({js(name)}) === {js(value)}")


def wait_for_text(selector, text):
    browser.wait(f"document.querySelector({js(selector)})?.textContent === {js(text)}")


class PageTest(unittest.TestCase):
    """Each test has a program of its own, at its first event."""

    program_name = "counter"
    arguments = ()

    live = "document.querySelector('#status')?.dataset.state === 'live' && document.querySelector('.row')"

    def setUp(self):
        self.program = Program(self.program_name, *self.arguments)
        self.addCleanup(self.program.stop)
        browser.messages.clear()
        browser.emulate(1440, 900)
        browser.open(self.program.address)
        browser.wait(self.live)

    def tearDown(self):
        """No test leaves an error in the console, breaks the content security policy or asks another host."""
        host, before = self.program.address.split("#")[0], PageTest.host
        PageTest.host = host
        self.assertEqual(browser.found("Runtime.exceptionThrown"), [])
        self.assertEqual(browser.found("Runtime.consoleAPICalled"), [])
        self.assertEqual(browser.found("Audits.issueAdded"), [])
        # The end of the program before was an error of its page, which may have been open until this one.
        entries = [entry["entry"] for entry in browser.found("Log.entryAdded")]
        entries = [entry for entry in entries if not entry.get("url", "").startswith(before)]
        self.assertEqual([entry for entry in entries if not self.is_expected(entry)], [])
        requests = browser.found("Network.requestWillBeSent")
        asked = {each["request"]["url"] for each in requests if each["documentURL"] != before}
        self.assertTrue(asked)
        self.assertEqual([address for address in asked if not address.startswith((host, "blob:" + host))], [])

    host = "about:blank"

    def is_expected(self, entry):
        return False

    def press(self, device, feature=""):
        """Presses a button with the mouse, as long as the program needs to see it."""
        for kind, state in [("mousePressed", "true"), ("mouseReleased", "false")]:
            browser.mouse(kind, face(device, feature))
            wait_for(face(device, feature), "aria-pressed", state)
        time.sleep(SETTLED)

    def see_events(self, count):
        """Returns when the page shows this many events, which have the numbers from 1, after the start."""
        browser.wait(f"+document.querySelector('#when').max >= {count}")


def song(title):
    """A silent MP3 file of 26 s, with a title and a cover of one dot."""
    dot = base64.b64decode(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")

    def frame(name, content):
        return name + len(content).to_bytes(4, "big") + b"\0\0" + content

    frames = frame(b"TIT2", b"\0" + title.encode()) + frame(b"APIC", b"\0image/png\0\3\0" + dot)
    size = bytes(len(frames) >> shift & 127 for shift in (21, 14, 7, 0))
    silence = bytes.fromhex("fffb9064") + bytes(413)
    # The tag with the number of frames.
    tag = silence[:36] + b"Info" + (1).to_bytes(4, "big") + (1000).to_bytes(4, "big")
    return b"ID3\3\0\0" + size + frames + tag.ljust(len(silence), b"\0") + silence * 1000


class PlayerPage(PageTest):
    program_name = "PageProbe"

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        for name in ["First", "Second"]:
            (pathlib.Path(folder.name) / f"{name}.mp3").write_bytes(song(name))
        os.environ["CARILLON_MUSIC"] = folder.name
        self.addCleanup(os.environ.pop, "CARILLON_MUSIC")
        super().setUp()

    player = '.device[data-device="player music"]'

    def test_the_player_shows_its_track_and_plays_the_next_one(self):
        track, main = f'{self.player} [data-feature="track"]', f'{self.player} [data-feature=""]'
        wait_for_text(f"{track} .words", "First")
        browser.wait(f"document.querySelector({js(track + ' img')})?.naturalWidth === 1")
        wait_for(main, "aria-checked", "true")
        browser.wait(f"/^0:0[1-9] of 0:26$/.test(document.querySelector({js(self.player)}).querySelector('[data-feature=time] .words').textContent)")
        browser.click(f'{self.player} [data-feature="next"]')
        wait_for_text(f"{track} .words", "Second")
        browser.click(main)
        wait_for(main, "aria-checked", "false")
        browser.click(f'{self.player} [data-feature="previous"]')
        wait_for_text(f"{track} .words", "First")

    def test_sliders_set_the_volume_and_the_place(self):
        for device, feature, value in [("volume main", "", 30), ("volume music", "", 55), ("player music", "position", 80)]:
            control = f'.device[data-device="{device}"] [data-feature="{feature}"]'
            browser.wait(f"document.querySelector({js(control + ' input:enabled')})")
            browser.evaluate(
                f"(input => {{ input.value = {value}; input.dispatchEvent(new Event('input')); }})"
                f"(document.querySelector({js(control + ' input')}))")
            browser.wait(f"+document.querySelector({js(control)}).dataset.value >= {value}")
        muted = '.device[data-device="volume music"] [data-feature="muted"]'
        browser.evaluate(f"document.querySelector({js(muted)}).click()")
        wait_for(muted, "aria-pressed", "true")


class ValuesPage(PageTest):
    program_name = "PageProbe"

    def setUp(self):
        os.environ["CARILLON_VALUES"] = "1"
        self.addCleanup(os.environ.pop, "CARILLON_VALUES")
        super().setUp()

    def click(self, name):
        """Clicks a control, also below the end of the window."""
        browser.evaluate(f"document.querySelector({js(face(name))}).click()")

    def fill(self, name, value):
        """Puts a value into the control of a value, as a user does."""
        browser.evaluate(
            f"(input => {{ input.value = {js(value)}; for (const type of ['input', 'change']) input.dispatchEvent(new Event(type)); }})"
            f"(document.querySelector({js(face(name) + ' :is(input, select)')}))")

    def test_each_kind_of_value_has_a_control_that_sets_it(self):
        self.click("quiet")
        wait_for(face("quiet"), "aria-checked", "true")
        for name, value, shown in [
            ("rings", "3", "3"), ("warmth", "21.5", "21.5"), ("tune", "loud", "loud"), ("wake", "06:30", "06:30"),
            ("note", "Hello", "Hello"), ("glow", "0.5", "0.502"), ("hue", "#ff0000", "#ff0000"), ("blind", "open", "open"),
        ]:
            self.fill(name, value)
            wait_for(face(name), "data-value", shown)
        self.assertEqual(text_of(face("warmth") + " .digits"), "21.5 °C")
        self.assertEqual(text_of(face("glow") + " .digits"), "50 %")
        self.assertEqual(browser.evaluate("document.querySelectorAll('.plain').length"), 0)

    def test_a_button_is_an_event_and_a_value_without_commands_is_only_shown(self):
        wait_for_text(face("visits") + " .digits", "0")
        self.click("chime")
        wait_for_text(face("visits") + " .digits", "1")
        self.assertTrue(browser.evaluate(f"document.querySelector({js(face('visits') + ' input')}) === null"))

    def test_what_the_program_refuses_is_not_shown(self):
        self.fill("note", "a" * 4097)
        browser.wait("!document.querySelector('#notice').hidden")
        browser.wait(f"document.querySelector({js(face('note') + ' input')}).value === ''")

    def is_expected(self, entry):
        return "409" in entry.get("text", "")


class ScreenPage(PageTest):
    """A screen is elements with names, which act on the program."""

    program_name = "PageProbe"
    screen = '.device[data-device="screen panel"] .elements'

    def setUp(self):
        os.environ["CARILLON_MENU"] = "1"
        self.addCleanup(os.environ.pop, "CARILLON_MENU")
        super().setUp()

    def part(self, selector):
        return f"{self.screen} {selector}"

    def test_controls_have_roles_and_names(self):
        wait_for_text(self.part("p"), "Visits 0")
        browser.call("Accessibility.enable")
        tree = browser.call("Accessibility.getFullAXTree")["nodes"]
        browser.call("Accessibility.disable")
        found = {(node["role"]["value"], node["name"]["value"]) for node in tree if not node["ignored"] and "name" in node}
        for role, name in [
            ("group", "screen panel"), ("button", "Ring"), ("checkbox", "Night"), ("slider", "Volume"), ("combobox", "Light"),
            ("group", "Level"), ("button", "Level less"), ("button", "Level more"),
        ]:
            self.assertIn((role, name), found)

    def test_controls_act_on_the_program(self):
        browser.click(self.part("button"))
        wait_for_text(self.part("p"), "Visits 1")
        wait_for_text(self.part("ul li button"), "Visit 1")
        browser.click(self.part("input[type=checkbox]"))
        browser.wait(f"document.querySelector({js(self.part('input[type=checkbox]'))}).checked")
        browser.wait(f"document.querySelector({js(self.part('select'))}).value === 'Evening'")
        browser.click(self.part("[aria-label='Level more']"))
        wait_for_text(self.part("output"), "3 of 5")
        browser.wait(f"document.querySelector({js(self.part('input[type=range]'))}).value === '3'")
        browser.evaluate(f"(() => {{ const input = document.querySelector({js(self.part('input[type=range]'))});"
                         " input.value = 1; input.dispatchEvent(new Event('input')); })()")
        wait_for_text(self.part("output"), "1 of 5")
        browser.evaluate(f"(() => {{ const input = document.querySelector({js(self.part('select'))});"
                         " input.value = 'Day'; input.dispatchEvent(new Event('change')); })()")
        browser.wait(f"!document.querySelector({js(self.part('input[type=checkbox]'))}).checked")
        browser.click(self.part("ul li button"))
        wait_for_text(self.part("output"), "0 of 5")

    def test_a_control_keeps_the_focus_of_the_page(self):
        browser.evaluate(f"document.querySelector({js(self.part('button'))}).focus()")
        browser.click(self.part("button"))
        wait_for_text(self.part("ul li button"), "Visit 1")
        self.assertEqual(browser.evaluate("document.activeElement.textContent"), "Ring")
        wait_for(self.part("button"), "aria-current", "true")


class MicrophonePage(PageTest):
    program_name = "PageProbe"

    def setUp(self):
        os.environ["CARILLON_LEVELS"] = "1"
        self.addCleanup(os.environ.pop, "CARILLON_LEVELS")
        super().setUp()

    def test_a_button_makes_a_noise_that_the_meter_shows(self):
        ear = '.device[data-device="microphone ear"]'
        level = f"+document.querySelector({js(ear + ' [data-feature=level]')}).dataset.value"
        browser.wait(f"{level} < -60")
        browser.click(f"{ear} .entry button:last-child")
        browser.wait(f"Math.abs({level} + 20) < 3")
        self.assertEqual(attribute(f'{ear} [data-feature="level"]', "role"), "meter")
        browser.wait(f"{level} < -60")


class CounterPage(PageTest):
    def test_a_click_counts_and_the_lights_show_the_number(self):
        self.press("plus")
        wait_for_text(face("count"), "1")
        wait_for(face("bit0"), "data-value", "1")
        self.assertEqual(attribute(face("bit1"), "data-value"), "0")
        self.assertEqual(attribute(face("bit0"), "aria-label"), "LED bit0, on")
        self.assertEqual(attribute(face("bit1"), "aria-label"), "LED bit1, off")

    def test_a_button_is_pressed_as_long_as_the_mouse(self):
        browser.mouse("mousePressed", face("plus"))
        wait_for(face("plus"), "aria-pressed", "true")
        # The mouse leaves the button and is released elsewhere.
        browser.mouse("mouseMoved", face("plus"), by=(300, 0))
        time.sleep(SETTLED)
        self.assertEqual(attribute(face("plus"), "aria-pressed"), "true")
        browser.mouse("mouseReleased", face("plus"), by=(300, 0))
        wait_for(face("plus"), "aria-pressed", "false")

    def test_two_fingers_press_two_buttons_at_the_same_time(self):
        browser.emulate(390, 844, 2, touch=True)
        browser.wait("document.querySelector('#stage.narrow')")
        browser.fingers(face("plus"), face("minus"))
        wait_for(face("plus"), "aria-pressed", "true")
        wait_for(face("minus"), "aria-pressed", "true")
        browser.fingers()
        wait_for(face("plus"), "aria-pressed", "false")
        wait_for(face("minus"), "aria-pressed", "false")

    def test_a_finger_that_the_browser_takes_away_releases_its_button(self):
        browser.emulate(390, 844, 2, touch=True)
        browser.wait("document.querySelector('#stage.narrow')")
        browser.fingers(face("plus"))
        wait_for(face("plus"), "aria-pressed", "true")
        browser.call("Input.dispatchTouchEvent", type="touchCancel", touchPoints=[])
        wait_for(face("plus"), "aria-pressed", "false")

    def test_shift_and_a_click_hold_a_button_until_the_next_click(self):
        browser.click(face("plus"), modifiers=SHIFT)
        wait_for(face("plus"), "aria-pressed", "true")
        time.sleep(SETTLED)
        self.press("minus")
        self.assertEqual(attribute(face("plus"), "aria-pressed"), "true")
        browser.click(face("plus"))
        wait_for(face("plus"), "aria-pressed", "false")

    def test_a_hidden_page_holds_no_button(self):
        browser.click(face("plus"), modifiers=SHIFT)
        wait_for(face("plus"), "aria-pressed", "true")
        browser.evaluate("dispatchEvent(new Event('blur'))")
        wait_for(face("plus"), "aria-pressed", "false")

    def test_a_release_does_not_overtake_its_press(self):
        browser.evaluate("""(() => {
            const ask = fetch;
            let isFirst = true;
            window.fetch = async (path, options) => {
                const isDelayed = options.method === 'POST' && isFirst;
                if (isDelayed) isFirst = false;
                if (isDelayed) await new Promise(go => setTimeout(go, 100));
                return ask(path, options);
            };
        })()""")
        browser.click(face("plus"))
        wait_for_text(face("count"), "1")
        wait_for(face("plus"), "aria-pressed", "false")

    def test_the_keys_of_the_wiring_press_the_buttons(self):
        browser.key("keyDown", "+", "NumpadAdd")
        wait_for(face("plus"), "aria-pressed", "true")
        browser.key("keyUp", "+", "NumpadAdd")
        wait_for(face("plus"), "aria-pressed", "false")
        wait_for_text(face("count"), "1")

    def test_the_keyboard_alone_reaches_and_presses_a_button_with_a_visible_focus(self):
        for _ in range(12):
            browser.strike("Tab")
            if browser.evaluate(f"document.activeElement.matches({js(face('plus'))})"):
                break
        self.assertTrue(browser.evaluate(f"document.querySelector({js(face('plus'))}).matches(':focus-visible')"))
        self.assertEqual(browser.evaluate("getComputedStyle(document.activeElement).outlineStyle"), "solid")
        browser.key("keyDown", " ")
        wait_for(face("plus"), "aria-pressed", "true")
        browser.key("keyUp", " ")
        wait_for(face("plus"), "aria-pressed", "false")
        wait_for_text(face("count"), "1")

    def test_a_click_of_a_screen_reader_presses_and_releases(self):
        browser.evaluate(f"document.querySelector({js(face('plus'))}).click()")
        wait_for(face("plus"), "aria-pressed", "true")
        wait_for(face("plus"), "aria-pressed", "false")
        wait_for_text(face("count"), "1")

    def test_sounds_and_events_are_announced_and_sounds_are_heard_after_a_click_on_sound(self):
        # The two are said one after the other if they arrive more than 100 ms apart.
        browser.evaluate("""(() => {
            const news = document.querySelector('#news');
            window.said = [];
            new MutationObserver(() => said.push(news.textContent)).observe(news, {childList: true, subtree: true});
        })()""")
        self.press("minus")
        browser.wait("said.join('. ') === 'sound alert. event decrement, model 0'")
        self.assertEqual(attribute("#news", "aria-live"), "polite")
        self.assertIsNone(browser.evaluate("document.body.dataset.played ?? null"))
        browser.click("#listen")
        wait_for("#listen", "aria-pressed", "true")
        self.press("minus")
        wait_for("body", "data-played", "alert")

    def test_each_event_has_a_row_with_its_effects_and_its_time(self):
        self.press("plus")
        self.press("minus")
        self.press("minus")
        self.see_events(3)
        rows = browser.evaluate("[...document.querySelectorAll('.row')].map(row => row.innerText)")
        self.assertRegex(rows[0], r"decrement\s*→ playSound")
        self.assertRegex(rows[1], r"decrement\s")
        self.assertNotIn("→", rows[1])
        self.assertRegex(rows[2], r"increment\s+\+[\d.]+ (ms|s)\s+[\d.]+ (ns|µs|ms)$")

    def test_an_event_shows_the_model_before_and_after_it_and_its_times(self):
        self.press("plus")
        self.see_events(1)
        wait_for("#detail", "data-n", "1")
        self.assertEqual(text_of("#model del"), "0")
        self.assertEqual(text_of("#model ins"), "1")
        self.assertEqual(text_of("#change"), "1 change")
        self.assertIn("increment", text_of("#event"))
        self.assertRegex(text_of("#timing"), r"waiting[\d.]+ (ns|µs|ms)update[\d.]+ (ns|µs|ms)effects")

    def test_each_part_of_the_bar_of_an_event_has_a_name(self):
        self.press("minus")
        self.see_events(1)
        wait_for("#detail", "data-n", "1")
        names = browser.evaluate("[...document.querySelectorAll('#timing dt')].map(name => name.innerText)")
        self.assertEqual(names, ["waiting", "update", "views", "effects"])
        drawn = browser.evaluate("[...document.querySelectorAll('.bar span')].map(part => [part.className, part.style.width])")
        self.assertEqual([part[0] for part in drawn], names)
        self.assertAlmostEqual(sum(float(part[1].rstrip("%")) for part in drawn), 100, delta=1)

    def test_the_times_of_all_events_are_summed_up(self):
        self.press("plus")
        self.see_events(1)
        rows = browser.evaluate("[...document.querySelectorAll('#figures tbody tr')].map(row => row.innerText.split('\\t'))")
        self.assertEqual([row[0] for row in rows], ["waiting", "processing"])
        for time in rows[0][1:] + rows[1][1:]:
            self.assertRegex(time, r"^[\d.]+ (ns|µs|ms)$")

    def test_the_devices_go_back_in_time_and_forth(self):
        for number in range(1, 4):
            self.press("plus")
            wait_for_text(face("count"), str(number))
        self.see_events(3)
        browser.click("#back")
        wait_for_text(face("count"), "2")
        wait_for(face("bit1"), "data-value", "1")
        self.assertTrue(browser.evaluate("document.body.classList.contains('past')"))
        browser.strike("ArrowLeft")
        wait_for_text(face("count"), "1")
        browser.evaluate("document.querySelector('#when').value = 0")
        browser.evaluate("document.querySelector('#when').dispatchEvent(new Event('input'))")
        wait_for_text(face("count"), "0")
        browser.strike("ArrowRight")
        wait_for_text(face("count"), "1")
        # The past does not change.
        browser.click(face("plus"))
        time.sleep(SETTLED)
        self.assertEqual(text_of(face("count")), "1")
        browser.click("#live")
        wait_for_text(face("count"), "3")
        self.see_events(3)

    def test_devices_are_dimmed_at_an_event_whose_devices_the_program_has_forgotten(self):
        self.press("plus")
        self.see_events(1)
        browser.evaluate("""(() => {
            const ask = fetch;
            window.fetch = async (path, options) => {
                const reply = await ask(path, options);
                if (!path.startsWith('/api/event')) return reply;
                return new Response(JSON.stringify({...await reply.json(), devices: {}}));
            };
        })()""")
        browser.strike("ArrowLeft")
        wait_for_text("#past", "what the devices did at event 0 is no longer known")
        browser.wait("getComputedStyle(document.querySelector('.device')).opacity === '0.35'")
        browser.strike("Escape")
        browser.wait("getComputedStyle(document.querySelector('.device')).opacity === '1'")

    def test_a_click_on_an_event_shows_it(self):
        for number in range(1, 4):
            self.press("plus")
            wait_for_text(face("count"), str(number))
        self.see_events(3)
        browser.click("#event-1")
        wait_for_text(face("count"), "1")
        wait_for("#event-1", "aria-selected", "true")
        wait_for("#rows", "aria-activedescendant", "event-1")

    def test_the_program_goes_on_from_an_event_in_the_past(self):
        for number in range(1, 4):
            self.press("plus")
            wait_for_text(face("count"), str(number))
        self.see_events(3)
        browser.click("#event-1")
        wait_for_text(face("count"), "1")
        browser.click("#go-on")
        browser.wait("!document.body.classList.contains('past')")
        wait_for_text(face("count"), "1")
        self.press("plus")
        wait_for_text(face("count"), "2")

    def test_a_paused_program_takes_one_event_a_step(self):
        browser.click("#pause")
        wait_for("#status", "data-state", "paused")
        self.press("plus")
        self.press("plus")
        self.assertEqual(text_of(face("count")), "0")
        browser.click("#step")
        wait_for_text(face("count"), "1")
        time.sleep(SETTLED)
        self.assertEqual(text_of(face("count")), "1")
        browser.click("#pause")
        wait_for("#status", "data-state", "live")
        wait_for_text(face("count"), "2")

    def test_the_session_becomes_a_test_in_the_clipboard(self):
        self.press("plus")
        host = self.program.address.split("/#")[0]
        permissions = ["clipboardReadWrite", "clipboardSanitizedWrite"]
        browser.call("Browser.grantPermissions", origin=host, permissions=permissions)
        browser.click("#test")
        browser.wait("document.querySelector('#notice').textContent.includes('clipboard')")
        test = browser.evaluate("navigator.clipboard.readText()")
        self.assertIn("@Test func", test)
        self.assertIn('try bench.press("plus")', test)

    def test_the_session_and_the_trace_are_saved_as_files_and_the_program_replays_the_session(self):
        self.press("plus")
        with tempfile.TemporaryDirectory() as folder:
            browser.call("Page.setDownloadBehavior", behavior="allow", downloadPath=folder)
            for button, name in [("#session", "counter.carillon"), ("#trace", "counter.trace.json")]:
                browser.click(button)
                file = pathlib.Path(folder) / name
                end = time.monotonic() + 30
                while not file.exists() and time.monotonic() < end:
                    time.sleep(0.02)
                self.assertGreater(file.stat().st_size, 16)
            replay = self.program.run("--replay", pathlib.Path(folder) / "counter.carillon")
            self.assertEqual(replay.returncode, 0, replay.stderr)
            self.assertTrue(json.loads(file.read_text())["traceEvents"])


class EventList(PageTest):
    rows = "[...document.querySelectorAll('.row')].map(row => row.querySelector('.what').textContent)"

    def setUp(self):
        super().setUp()
        for button in ["plus", "plus", "plus", "minus"]:
            self.press(button)
        self.see_events(4)

    def find(self, words):
        browser.evaluate(f"""(() => {{
            const find = document.querySelector('#find');
            find.value = {js(words)};
            find.dispatchEvent(new Event('input'));
        }})()""")

    def see_rows(self, *events):
        browser.wait(f"JSON.stringify({self.rows}) === {js(json.dumps(events, separators=(',', ':')))}")

    def test_events_are_found_and_left_out_by_their_words(self):
        self.see_rows("decrement", "increment", "increment", "increment", "start")
        self.find("DECR")
        self.see_rows("decrement")
        self.assertEqual(text_of("#matches"), "1 of 5")
        self.find("-increment")
        self.see_rows("decrement", "start")
        self.press("minus")
        self.press("plus")
        self.see_rows("decrement", "decrement", "start")
        self.find("nothing")
        self.see_rows()
        self.find("")
        browser.wait("document.querySelectorAll('.row').length === 7")

    def test_the_arrow_keys_stay_among_the_events_that_are_found(self):
        self.find("increment")
        self.see_rows("increment", "increment", "increment")
        browser.evaluate("document.querySelector('#rows').focus()")
        browser.strike("ArrowDown")
        wait_for_text("#place", "2 / 4")
        browser.strike("ArrowUp")
        wait_for_text("#place", "3 / 4")
        browser.strike("ArrowUp")
        self.assertEqual(text_of("#place"), "3 / 4")

    def test_repeated_events_are_one_row_with_their_number(self):
        browser.click("#fold")
        self.see_rows("decrement", "increment", "start")
        times = browser.evaluate("[...document.querySelectorAll('.row .times')].map(times => times.textContent)")
        self.assertEqual(times, ["", "× 3", ""])
        self.press("minus")
        self.see_rows("decrement", "increment", "start")
        wait_for_text(".row .times", "× 2")
        # An event within a folded row selects that row.
        browser.click("#back")
        wait_for_text("#place", "4 / 5")
        wait_for(".row:first-child", "aria-selected", "true")
        browser.click("#fold")
        self.see_rows("decrement", "decrement", "increment", "increment", "increment", "start")

    def test_a_row_shows_the_time_since_the_event_before_it(self):
        gaps = browser.evaluate("[...document.querySelectorAll('.row .gap')].map(gap => gap.textContent)")
        self.assertEqual([bool(gap.startswith("+") and gap.endswith("s")) for gap in gaps], [True] * 4 + [False])
        self.assertEqual(attribute(".row .gap", "title"), "after event 3")
        self.find("-increment")
        self.see_rows("decrement", "start")
        self.assertEqual(attribute(".row .gap", "title"), "after event 0")

    def test_a_pinned_event_stays_in_sight(self):
        browser.click("#event-2")
        wait_for_text("#place", "2 / 4")
        browser.wait("document.querySelector('#detail').dataset.n === '2'")
        browser.click("#pin")
        wait_for_text("#pins", "2 increment")
        browser.click("#live")
        self.press("plus")
        self.see_events(5)
        wait_for("#pin", "aria-pressed", "false")
        browser.click("#pins button")
        wait_for_text("#place", "2 / 5")
        wait_for("#pin", "aria-pressed", "true")
        browser.click("#pin")
        browser.wait("document.querySelector('#pins').hidden")

    def test_commands_from_outside_are_listed_with_their_source(self):
        browser.click("#commands summary")
        browser.wait("document.querySelector('#command-list').textContent.includes('press button minus')")
        muted = '.device[data-device="volume main"] [data-feature="muted"]'
        browser.evaluate(f"document.querySelector({js(muted)}).click()")
        browser.wait("document.querySelector('#command-list li b')?.textContent === 'page'")
        wait_for_text("#command-list li .what", "set volume main muted 1")


class FullBoard(PageTest):
    """A header with devices on all of its 26 lines."""

    arguments = ("--wiring", str(pathlib.Path(__file__).parent / "Boards/wirings/full.yaml"))
    screens = [(1440, False, "light"), (1440, False, "dark"), (390, True, "light"), (390, True, "dark")]

    def see_screens(self):
        for width, touch, scheme in self.screens:
            browser.emulate(width, 844 if touch else 900, touch=touch, prefers_color_scheme=scheme)
            browser.wait(f"document.querySelector('#stage').classList.contains('narrow') === {js(touch)}")
            browser.draw()
            yield width, scheme

    def test_all_devices_are_in_sight(self):
        outside = """[...document.querySelectorAll('.device')].filter(device => {
            const box = device.getBoundingClientRect(), board = document.querySelector('#board').getBoundingClientRect();
            return box.top < board.top || box.bottom > board.bottom;
        }).map(device => device.dataset.device)"""
        for screen in self.see_screens():
            self.assertEqual(browser.evaluate(outside), [], screen)

    def test_a_board_that_is_too_small_is_scrolled_by_keys(self):
        browser.emulate(1440, 500)
        browser.evaluate("document.querySelector('#board').focus()")
        self.assertEqual(browser.evaluate("document.activeElement.id"), "board")
        browser.wait("document.querySelector('#board').scrollHeight > document.querySelector('#board').clientHeight")

    def test_no_name_is_cut_and_no_label_is_small(self):
        cut = """[...document.querySelectorAll('.label b, .label .kind')]
            .filter(element => element.scrollWidth > element.clientWidth).map(element => element.textContent)"""
        small = """[...document.querySelectorAll('body *')].filter(element => element.checkVisibility()
            && [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim())
            && parseFloat(getComputedStyle(element).fontSize) < 11).map(element => element.textContent)"""
        for screen in self.see_screens():
            self.assertEqual(browser.evaluate(cut), [], screen)
            self.assertEqual(browser.evaluate(small), [], screen)

    def test_a_telephone_shows_the_wires_in_use_and_the_pins_of_all_devices(self):
        shown = """[...document.querySelectorAll('.wire')].filter(wire => getComputedStyle(wire).display !== 'none')
            .map(wire => wire.dataset.device)"""
        self.assertEqual(len(browser.evaluate(shown)), 26)
        browser.emulate(390, 844, touch=True)
        browser.wait("document.querySelector('#stage.crowded')")
        self.assertEqual(browser.evaluate(shown), [])
        self.press("plus")
        wait_for(face("bit0"), "data-value", "1")
        # The wire of the device with the focus is shown, too.
        self.assertEqual(browser.evaluate(shown), ["button plus", "led bit0"])
        kind = "document.querySelector('.device[data-device$=\" minutes\"] .kind').innerText"
        self.assertEqual(browser.evaluate(kind), "encoder · GPIO23 24 25 · pins 16 18 22")

    def test_a_knob_says_its_value(self):
        knob = face("minutes") + " [role=spinbutton]"
        self.assertEqual(attribute(knob, "aria-valuetext"), "0")
        browser.click(face("minutes") + " .turn:last-child")
        wait_for(knob, "aria-valuetext", "1")


class HallPage(PageTest):
    program_name = "PageProbe"

    def test_every_feature_has_a_view(self):
        script = """Object.fromEntries([...document.querySelectorAll('.device')].map(device =>
            [device.dataset.device, device.querySelectorAll('[data-feature]').length]))"""
        counts = browser.evaluate(script)
        self.assertEqual(counts["encoder volume"], 2)
        self.assertEqual(counts["display panel"], 2)
        self.assertEqual(counts["volume main"], 2)
        self.assertEqual(len(counts), 18)
        self.assertEqual(browser.evaluate("document.querySelectorAll('.plain').length"), 0)

    def test_an_output_that_no_view_drives_can_be_set_by_hand(self):
        self.assertFalse(browser.evaluate("document.querySelector('.setter:not(.entry)').checkVisibility()"))
        browser.click("#manual")
        browser.click('.device[data-device$=" gate"] .setter button:last-child')
        wait_for(face("gate"), "data-value", "1")
        browser.click('.device[data-device$=" gate"] .setter button:first-child')
        wait_for(face("gate"), "data-value", "0")
        driven = "rgb mood", "bar level", "led level1", "servo door", "display panel"
        for device in driven:
            script = f"document.querySelector('.device[data-device=\"{device}\"] .setter') === null"
            self.assertTrue(browser.evaluate(script), device)

    def test_a_switch_flips_by_mouse_and_by_key(self):
        before = attribute(face("night"), "aria-checked")
        other = "false" if before == "true" else "true"
        browser.click(face("night"))
        wait_for(face("night"), "aria-checked", other)
        time.sleep(SETTLED)
        browser.strike("n")
        wait_for(face("night"), "aria-checked", before)

    def test_a_knob_turns_by_keys_by_its_buttons_by_the_wheel_and_by_dragging(self):
        knob = face("volume") + " [role=spinbutton]"
        position = int(attribute(knob, "aria-valuenow"))

        def see(change):
            nonlocal position
            position += change
            wait_for(knob, "aria-valuenow", str(position))
            time.sleep(SETTLED)

        browser.click(face("volume") + " .turn:last-child")
        see(1)
        browser.strike(">")
        see(1)
        browser.strike("<")
        see(-1)
        browser.evaluate(f"document.querySelector({js(knob)}).focus()")
        browser.strike("ArrowDown")
        see(-1)
        at = browser.place(knob)
        browser.call("Input.dispatchMouseEvent", type="mouseWheel", deltaX=0, deltaY=-80, **at)
        see(2)
        browser.mouse("mousePressed", knob, by=(18, 0))
        browser.mouse("mouseMoved", knob, by=(13, 13))
        browser.mouse("mouseReleased", knob, by=(13, 13))
        see(3)

    def test_a_sensor_detects_as_long_as_its_key(self):
        browser.key("keyDown", "m")
        wait_for(face("motion"), "aria-pressed", "true")
        wait_for(face("gate"), "data-value", "1")
        wait_for(face("door"), "data-value", "90")
        browser.key("keyUp", "m")
        wait_for(face("motion"), "aria-pressed", "false")
        wait_for(face("gate"), "data-value", "0")

    def test_no_state_is_lost_when_another_one_follows_at_once(self):
        for turn in range(24):
            browser.key("keyUp" if turn % 2 else "keyDown", "m")
            wait_for(face("gate"), "data-value", "0" if turn % 2 else "1")

    def test_a_display_shows_its_dots_now_and_in_the_past(self):
        lit = """(() => {
            const canvas = document.querySelector(%s);
            const context = canvas.getContext('2d', {willReadFrequently: true});
            const {data} = context.getImageData(0, 0, canvas.width, canvas.height);
            let count = 0;
            for (let index = 0; index < data.length; index += 4) count += data[index] > 128;
            return [canvas.width, canvas.height, count];
        })()""" % js(face("panel", "picture"))
        width, height, count = browser.evaluate(lit)
        self.assertEqual((width, height), (128, 64))
        self.assertGreater(count, 100)
        self.assertEqual(text_of(face("panel")), "Visits 0\nVolume 2")
        self.press("bell")
        wait_for_text(face("panel"), "Visits 1\nVolume 2")
        self.assertNotEqual(browser.evaluate(lit)[2], count)
        browser.strike("ArrowLeft")
        wait_for_text(face("panel"), "Visits 0\nVolume 2")
        self.assertEqual(browser.evaluate(lit)[2], count)

    def test_a_light_shows_its_colour_and_a_pattern_moves(self):
        browser.strike("n")
        wait_for(face("night"), "aria-checked", "true")
        browser.wait(f"document.querySelector({js(face('mood'))}).dataset.value === '#001a66'")
        opacity = f"document.querySelector({js(face('green lamp'))}).querySelector('.glow').style.opacity"
        browser.wait(f"(window.opacities ??= new Set()).add({opacity}).size > 5")
        browser.strike("n")
        wait_for(face("night"), "aria-checked", "false")

    def test_a_model_is_a_tree_with_its_changes_marked(self):
        self.press("bell")
        browser.wait("document.querySelector('#change').textContent === '2 changes'")
        marks = browser.evaluate("[...document.querySelectorAll('#model del, #model ins')].map(mark => mark.textContent)")
        self.assertEqual(marks, ["quiet", "Mood.ringing", "1", "[]", "Array<Visit>", "1", "true"])
        self.assertEqual(text_of("#model .key"), "volume: ")
        # The triangle is before the name, not above it.
        self.assertEqual(browser.evaluate("getComputedStyle(document.querySelector('#model summary .line')).display"), "inline")
        self.press("bell")
        browser.wait("document.querySelectorAll('#model details').length === 5")
        marks = browser.evaluate("[...document.querySelectorAll('#model del, #model ins')].map(mark => mark.textContent)")
        self.assertEqual(marks, ["1", "2", "2", "true"])

    def test_a_bar_lights_as_many_steps_as_its_level(self):
        value = int(attribute(face("level"), "aria-valuenow"))
        self.assertEqual(browser.evaluate(f"document.querySelectorAll({js(face('level') + ' i.lit')}).length"), value)
        self.assertEqual(attribute(face("level"), "aria-valuemax"), "5")

    def test_everything_that_can_be_worked_has_a_name(self):
        browser.call("Accessibility.enable")
        nodes = [node for node in browser.call("Accessibility.getFullAXTree")["nodes"] if not node.get("ignored")]
        roles = ["button", "switch", "slider", "spinbutton", "listbox", "option", "meter", "image", "textbox", "searchbox"]
        nodes = [node for node in nodes if node["role"]["value"] in roles]
        named = [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes]
        self.assertEqual([node for node in named if not node[1].strip()], [])
        names = [name for _, name in named]
        for name in ["button bell", "switch night", "volume", "Pause", "event in the session", "previous event"]:
            self.assertTrue(any(name in other for other in names), name)
        browser.call("Accessibility.disable")

    def test_a_telephone_shows_everything_without_scrolling_sideways(self):
        browser.emulate(390, 844, 2, touch=True)
        browser.wait("document.querySelector('#stage.narrow')")
        self.assertLessEqual(browser.evaluate("document.documentElement.scrollWidth"), 390)
        script = """[...document.querySelectorAll(%s)].map(element => element.getBoundingClientRect())
            .filter(box => box.width && (%s)).length"""
        outside = script % (js(".device, #tools button, #travel button"), "box.left < 0 || box.right > 390")
        self.assertEqual(browser.evaluate(outside), 0)
        small = script % (js(".push, #tools button, #travel button"), "box.width < 40 || box.height < 40")
        self.assertEqual(browser.evaluate(small), 0)

    def test_devices_do_not_overlap(self):
        overlap = """(() => {
            const boxes = [...document.querySelectorAll('.device')].map(element => element.getBoundingClientRect());
            return boxes.some((one, index) => boxes.slice(index + 1).some(other =>
                one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom));
        })()"""
        for width in [1440, 1100, 820, 390, 320]:
            browser.emulate(width, 900)
            browser.draw()
            self.assertFalse(browser.evaluate(overlap), width)

    def test_texts_contrast_with_their_backgrounds_by_day_and_by_night(self):
        contrast = """(() => {
            const probe = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
            const parts = color => {
                probe.clearRect(0, 0, 1, 1);
                probe.fillStyle = color;
                probe.fillRect(0, 0, 1, 1);
                return [...probe.getImageData(0, 0, 1, 1).data];
            };
            const light = ([r, g, b]) => [r, g, b].map(part => part / 255)
                .map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
                .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
            const background = element => {
                for (; element; element = element.parentElement) {
                    const color = parts(getComputedStyle(element).backgroundColor);
                    if (color[3] === 255) return color;
                }
                return [255, 255, 255, 255];
            };
            const hasText = element => [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim());
            const texts = [...document.querySelectorAll('body *')].filter(element =>
                element.checkVisibility() && !element.closest('svg') && !element.disabled && hasText(element));
            return texts.map(element => {
                const lights = [light(parts(getComputedStyle(element).color)), light(background(element))];
                const ratio = (Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05);
                return [ratio, element.className + ' ' + element.textContent.slice(0, 20)];
            }).filter(([ratio]) => ratio < 4.5);
        })()"""
        self.press("bell")
        self.see_events(1)
        for scheme in ["light", "dark"]:
            browser.emulate(1440, 900, prefers_color_scheme=scheme)
            self.assertEqual(browser.evaluate("matchMedia('(prefers-color-scheme: dark)').matches"), scheme == "dark")
            self.assertEqual(browser.evaluate(contrast), [], scheme)

    def test_reduced_motion_moves_nothing_by_itself(self):
        browser.emulate(1440, 900, prefers_reduced_motion="reduce")
        browser.evaluate("document.querySelector('.speaker').classList.add('ringing')")
        moving = "document.getAnimations().map(animation => animation.animationName)"
        self.assertEqual(browser.evaluate(moving), [])
        browser.emulate(1440, 900)
        self.assertEqual(browser.evaluate(moving), ["ring"])


class OwnKindPage(PageTest):
    program_name = "HallLight"

    def test_a_device_of_a_kind_of_the_application_is_shown(self):
        self.assertEqual(attribute(face("light"), "aria-label"), "latching relay light, off")
        self.press("front")
        wait_for(face("light"), "aria-label", "latching relay light, on")
        self.assertEqual(attribute(face("light"), "data-value"), "1")
        self.press("back")
        wait_for(face("light"), "data-value", "0")


class Refusals(PageTest):
    def is_expected(self, entry):
        """The browser itself logs a request that fails."""
        return entry["source"] == "network"

    def test_a_page_without_the_key_says_what_to_do(self):
        browser.evaluate("sessionStorage.clear()")
        browser.open("about:blank")
        browser.open(self.program.address.split("#")[0])
        browser.wait("document.querySelector('#status')?.textContent.includes('the key is missing')")
        self.assertEqual(browser.evaluate("document.querySelectorAll('.device').length"), 0)

    def test_a_session_that_was_stopped_is_not_saved_because_it_cannot_be_replayed(self):
        browser.click("#pause")
        wait_for("#status", "data-state", "paused")
        browser.click("#pause")
        wait_for("#status", "data-state", "live")
        browser.click("#session")
        browser.wait("document.querySelector('#notice').textContent.includes('cannot be replayed')")

    def test_the_key_leaves_the_address_bar_and_stays_for_a_reload(self):
        self.assertNotIn("#", browser.evaluate("location.href"))
        browser.reload()
        browser.wait("document.querySelector('#status')?.dataset.state === 'live'")

    def test_a_page_whose_program_has_ended_says_so_and_takes_no_press(self):
        with Program("counter") as other:
            browser.open(other.address)
            browser.wait(self.live)
        browser.wait("document.querySelector('#status').dataset.state === 'lost'")
        self.assertIn("not connected", text_of("#status"))
        self.assertTrue(browser.evaluate("document.body.classList.contains('closed')"))
        browser.messages.clear()
        browser.open(self.program.address)


if __name__ == "__main__":
    unittest.main()
