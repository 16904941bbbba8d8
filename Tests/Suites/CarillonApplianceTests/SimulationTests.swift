import CarillonDevices
import CarillonGPIO
import CarillonScheduling
import Synchronization
import TestSupport
import Testing

@testable import CarillonAppliance
@testable import CarillonBoard

@Suite struct ScriptTests {
    @Test func eachLineNamesAButton() throws {
        #expect(try names(in: ["plus\nminus\n"]) == ["plus", "minus"])
    }

    @Test func aLineMayComeInPieces() throws {
        #expect(try names(in: ["pl", "us\nmi", "nus", "\n"]) == ["plus", "minus"])
    }

    @Test func theLastLineNeedsNoEnd() throws {
        #expect(try names(in: ["plus\nminus"]) == ["plus", "minus"])
    }

    @Test func blankLinesAndSpacesDoNotMatter() throws {
        #expect(try names(in: ["\n  plus \r\n\n\tminus\n\n"]) == ["plus", "minus"])
    }

    @Test func aNameThatIsNoButtonIsToldWithItsLineAfterThoseBeforeIt() throws {
        var script = script()
        script.take(Array("plus\n\nhorn\nminus\n".utf8)[...])
        #expect(try script.next()?.partsName == "plus")
        let error = expectError(Script.Unusable.self) { try script.next() }
        #expect(error?.description == "standard input:3: no button \"horn\": the buttons are plus, minus")
    }

    @Test func whatComesWithoutAnEndOfTheLineIsNoScript() {
        var script = script()
        script.take(Array(repeating: UInt8(ascii: "x"), count: 100_000)[...])
        #expect(throws: Script.Unusable.self) { try script.next() }
    }

    private func script() -> Script {
        Script(Wiring(buttons: [button("plus", "GPIO2"), button("minus", "GPIO3")]))
    }

    private func names(in pieces: [String]) throws -> [String] {
        var script = script()
        for piece in pieces { script.take(Array(piece.utf8)[...]) }
        script.end()
        var names: [String] = []
        while let act = try script.next() { names.append(act.partsName) }
        return names
    }
}

@Suite struct SimulatedHandTests {
    @Test func buttonsArePressedOneAfterTheOtherForLongerThanTheyMayChatter() throws {
        let time = VirtualTime()
        let chip = SimulatedChip(lineNames: ["GPIO2", "GPIO3"], time: time)
        let edges = Mutex<[String]>([])
        for name in chip.lineNames {
            try chip.requestInput(name, settings: InputSettings()).watch { edge in
                let edge = try! edge.get()
                edges.withLock {
                    $0.append("\(name) \(edge.level) \(edge.time.components.attoseconds / 1_000_000_000_000_000)")
                }
            }
        }
        let hand = SimulatedHand(chip: chip, queue: time) { error in #expect(error == nil) }
        hand.perform(.click(button("plus", "GPIO2"), times: 1))
        hand.perform(.click(button("minus", "GPIO3"), times: 1))
        let isDone = Mutex(false)
        hand.whenDone { isDone.withLock { $0 = true } }
        time.advance(by: .milliseconds(39))
        #expect(!isDone.withLock { $0 })
        time.advance(by: .milliseconds(1))
        #expect(isDone.withLock { $0 })
        #expect(
            edges.withLock { $0 } == [
                "GPIO2 active 0", "GPIO2 inactive 10", "GPIO3 active 20", "GPIO3 inactive 30",
            ])
    }
}

@Suite struct PanelTests {
    private let wiring = Wiring(
        buttons: [button("plus", "GPIO2", key: "+"), button("minus", "GPIO3")],
        leds: [led("bit0", "GPIO5"), led("bit1", "GPIO6")],
        numbers: [.init(name: "count", position: SourcePosition(file: ""), leds: [wired("bit0"), wired("bit1")])])

    @Test func itDrawsTheButtonsTheLEDsAndTheNumbers() {
        let panel = panel(active: ["GPIO6"])
        #expect(lines(of: panel) == ["[+] plus   [1] minus   [q] quit", "● bit1  ○ bit0", "count 0"])
    }

    @Test func aPressedButtonLooksPressed() {
        #expect(lines(of: panel(active: ["GPIO2"]))[0] == "(+) plus   [1] minus   [q] quit")
    }

    @Test func itFollowsNumbersAndSounds() {
        var panel = panel(active: [])
        panel.follow(.number(name: "count", value: 2))
        panel.follow(.sound(name: .alert))
        #expect(lines(of: panel)[2] == "count 2   sound alert")
    }

    @Test func whatErasesItGoesUpAsManyLinesAsItDraws() {
        let panel = panel(active: [])
        #expect(panel.erased == "\u{1b}[\(lines(of: panel).count)A\u{1b}[J")
    }

    private func panel(active: Set<String>) -> Panel {
        Panel(wiring: wiring, keys: Keyboard.keys(for: wiring)) { active.contains($0) ? .active : .inactive }
    }

    private func lines(of panel: Panel) -> [Substring] {
        let picture = panel.drawn().replacing("\u{1b}[?7l", with: "").replacing("\u{1b}[?7h", with: "")
        return picture.split(separator: "\n")
    }
}

private func button(_ name: String, _ line: String, key: Character? = nil) -> Wiring.Button {
    Wiring.Button(
        name: name, line: wired(line), settings: InputSettings(), debounce: .milliseconds(5), key: key)
}

private func led(_ name: String, _ line: String) -> Wiring.Output {
    Wiring.Output(name: name, line: wired(line))
}

private func wired(_ line: String) -> Wiring.WiredLine {
    Wiring.WiredLine(name: line, position: SourcePosition(file: "test.yaml", line: 1, column: 1))
}
