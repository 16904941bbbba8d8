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

    @Test func lineMayComeInPieces() throws {
        #expect(try names(in: ["pl", "us\nmi", "nus", "\n"]) == ["plus", "minus"])
    }

    @Test func lastLineNeedsNoEnd() throws {
        #expect(try names(in: ["plus\nminus"]) == ["plus", "minus"])
    }

    @Test func blankLinesAndSpacesDoNotMatter() throws {
        #expect(try names(in: ["\n  plus \r\n\n\tminus\n\n"]) == ["plus", "minus"])
    }

    @Test func unknownButtonIsReportedWithLineNumber() throws {
        var script = try script()
        script.take(Array("plus\n\nhorn\nminus\n".utf8)[...])
        #expect(try script.next()?.control?.device == "plus")
        let error = expectError(Script.UsageError.self) { try script.next() }
        #expect(error?.description == "standard input:3: no button \"horn\"; expected one of: plus, minus")
    }

    @Test func textWithoutLineFeedIsNoScript() throws {
        var script = try script()
        script.take(Array(repeating: UInt8(ascii: "x"), count: 100_000)[...])
        #expect(throws: Script.UsageError.self) { try script.next() }
    }

    private func script() throws -> Script {
        Script(try Wiring(.button("plus", line: "GPIO2"), .button("minus", line: "GPIO3")))
    }

    private func names(in pieces: [String]) throws -> [String] {
        var script = try script()
        for piece in pieces { script.take(Array(piece.utf8)[...]) }
        script.end()
        var names: [String] = []
        while let act = try script.next() { names.append(act.control?.device ?? "") }
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
        let user = SimulatedUser(chip: chip, queue: time) { error in #expect(error == nil) }
        let buttons = SimulatedControls(
            try Wiring(
                .button("plus", line: "GPIO2") { $0.debounce = .milliseconds(5) },
                .button("minus", line: "GPIO3") { $0.debounce = .milliseconds(5) }))
        user.perform(.click(try #require(buttons.find("plus")), times: 1))
        user.perform(.click(try #require(buttons.find("minus")), times: 1))
        let isDone = Mutex(false)
        user.whenDone { isDone.withLock { $0 = true } }
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
