import CarillonAudio
import CarillonBoard
import CarillonDevices
import CarillonGPIO
import CarillonScheduling
import MobiusCore
import TestSupport
import Testing

@testable import CarillonAppliance

@Suite struct PanelTests {
    private let box: Box

    init() throws {
        box = try Box(
            Wiring(
                .button("plus", line: "GPIO2") { $0.key = "+" }, .button("minus", line: "GPIO3"),
                .led("bit0", line: "GPIO5"), .led("bit1", line: "GPIO6"), .number("count", leds: ["bit0", "bit1"])))
    }

    @Test func panelDrawsButtonsLEDsNumbersAndTheLastSound() throws {
        try box.board.led("bit1").on()
        expectEqual(lines(box), ["[+] plus   [1] minus   [q] quit", "● bit1  ○ bit0", "count 0"])
        expectEqual(lines(box, active: "GPIO2")[0], "(+) plus   [1] minus   [q] quit")
        try box.board.number("count").set(2)
        for name: SoundName in ["beep", "alert"] {
            try box.board.speaker.add(name, [Tone(.square, note: 84, duration: .milliseconds(1))])
            #expect(BoardFeature(box.board.speaker).set(.sound(name)))
        }
        expectEqual(lines(box), ["[+] plus   [1] minus   [q] quit", "● bit1  ○ bit0", "count 2   sound alert"])
    }

    @Test func volumeIsShownAfterItsFirstChange() {
        var panel = panel(box)
        for change in ["50", "40"] {
            #expect(BoardFeature(box.board.speaker.volume).set(.level(Double(change))))
            _ = panel.follow(BoardFeature(box.board.speaker.volume).change)
        }
        expectEqual(lines(&panel)[2], "count 0   volume main 40 %")
    }

    @Test func panelDrawsTheValuesOfTheApplication() throws {
        let values = box.board.values
        let (quiet, rings, wake) = (values.switch("quiet"), values.number("rings", in: 0...5), values.time("wake up"))
        _ = values.button("ring").pressed(send: true)
        // It receives the commands for the number of lights.
        _ = values.number("count", in: 0...3).commanded { (count: Int) in count }
        expectEqual(lines(box).dropFirst(), ["○ quiet  ○ bit1  ○ bit0", "count 0   rings 0 of 5   wake up"])
        let changes = Locked<[String]>([])
        let observation = box.board.features.observeVisible(includingValues: true) { change in
            changes.withLock { $0.append("\(change)") }
        }
        quiet.set(true)
        rings.set(2)
        wake.set(TimeOfDay(hour: 7, minute: 0))
        values.number("count").set(1)
        expectEqual(lines(box).dropFirst(), ["● quiet  ○ bit1  ○ bit0", "count 0   rings 2 of 5   wake up 07:00"])
        expectEqual(changes.withLock { $0 }, ["quiet on", "rings 2 of 5", "wake up 07:00"])
        // They are nothing that a user at the box sees.
        expectEqual(box.changes, [])
        observation.dispose()
    }

    /// A text can come from the network.
    @Test func textCannotControlTheTerminal() throws {
        let box = try Box(Wiring(.display("status", bus: "i2c-1")))
        #expect(BoardFeature(try box.board.display("status")).set(.text("a\u{1b}[2J\nb\u{9b}c")))
        #expect(lines(box).contains("a?[2J"))
        #expect(lines(box).contains("b?c"))
    }

    @Test func lossOfTheChipIsShown() {
        var panel = panel(box)
        let isDrawnOnly = panel.follow(.chip(label: "simulated", isPresent: false))
        #expect(!isDrawnOnly)
        expectEqual(lines(&panel)[2], "count 0   chip simulated has disappeared")
    }

    @Test func panelDrawsEachDeviceByItsFeatures() throws {
        let box = try Box(
            Wiring(
                .encoder("volume", a: "GPIO2", b: "GPIO3", button: "GPIO4"), .switch("armed", line: "GPIO5"),
                .led("lamp", line: "GPIO6"), .led("low", line: "GPIO7"), .buzzer("bell", line: "GPIO8"),
                .relay("pump", line: "GPIO9"), .rgb("mood", red: "GPIO10", green: "GPIO11", blue: "GPIO12"),
                .bar("level", leds: ["low"]), .servo("arm", line: "GPIO13")))
        expectEqual(
            lines(box),
            [
                "[1] volume left   [2] volume right   [3] volume   [4] armed   [q] quit",
                "○ pump  ○ bell  ○ low  ○ lamp", "rgb mood off   bar level 0 of 1   servo arm off",
            ])
        try box.board.led("lamp").set(.pulsing())
        try box.board.buzzer("bell").set(.blinking(times: 2))
        try box.board.relay("pump").on()
        try box.board.rgb("mood").set(.red, .blinking())
        try box.board.bar("level").set(1)
        try box.board.servo("arm").set(45)
        expectEqual(
            lines(box).dropFirst(),
            [
                "● pump  ◐ bell blinking 2 times  ● low  ◐ lamp pulsing",
                "rgb mood #ff0000 blinking   bar level 1 of 1   servo arm 45°",
            ])
    }

    @Test func lightsWithTheSameNameAreDistinguishedByTheirKinds() throws {
        let box = try Box(Wiring(.led("door", line: "GPIO2"), .relay("door", line: "GPIO3")))
        try box.board.relay("door").on()
        expectEqual(lines(box)[1], "● relay door  ○ led door")
    }

    @Test func unknownKindIsDrawnByItsFeatures() throws {
        var panel = Panel(controls: SimulatedControls(.empty), features: Screen().shown) { _ in nil }
        expectEqual(lines(&panel), ["[q] quit", "display oled text Hello", "⠁⠀⢀"])
        let picture = Feature.Value.picture(Picture(width: 6, height: 4))
        let isDrawnOnly = panel.follow(.feature(kind: "display", name: "oled", picture))
        #expect(isDrawnOnly)
    }

    @Test func erasingMovesUpByTheDrawnLines() {
        let screen = Screen()
        var panel = Panel(controls: SimulatedControls(.empty), features: screen.shown) { _ in nil }
        let drawn = panel.drawn()
        screen.text = "Hello\nthere"
        let erased = panel.erased
        expectEqual(erased, "\u{1b}[\(drawn.count { $0 == "\n" })A\u{1b}[J")
        expectEqual(lines(&panel), ["[q] quit", "Hello", "there", "⠁⠀⢀"])
        #expect(panel.erased != erased)
    }

    private func panel(_ box: Box, active: String = "") -> Panel {
        Panel(controls: SimulatedControls(box.wiring), features: box.board.features.drawn) { name in
            name == active ? .active : .inactive
        }
    }

    private func lines(_ box: Box, active: String = "") -> [Substring] {
        var panel = panel(box, active: active)
        return lines(&panel)
    }

    private func lines(_ panel: inout Panel) -> [Substring] {
        let picture = panel.drawn().replacing("\u{1b}[?7l", with: "").replacing("\u{1b}[?7h", with: "")
        return picture.split(separator: "\n")
    }
}

/// A device of a kind that only this test has: text and a picture.
///
/// `@unchecked Sendable`: a test uses it on its own thread.
private final class Screen: FeatureProviding, @unchecked Sendable {
    static var kind: DeviceKind { DeviceKind("display") }
    let name = "oled"
    var text = "Hello"
    var features: [Feature] { [Feature("text"), Feature("picture")] }
    var shown: [BoardFeature] { [BoardFeature(self), BoardFeature(self, 1)] }

    func value(of feature: Int) -> Feature.Value {
        var picture = Picture(width: 6, height: 4)
        (picture[0, 0], picture[5, 3]) = (true, true)
        return feature == 0 ? .text(text) : .picture(picture)
    }
}
