import CarillonBoard
import CarillonTest
import Foundation
import TestSupport
import Testing

@testable import Carillon

/// A program written for an iPhone's sounds, on a board.
@Suite struct AudioServicesTests {
    private enum Effect { case playSound }

    /// The counter of Mobius.swift's README: its effect handler does not use a board.
    private static func makeCounter(on board: Board) throws -> MobiusController<Int, Bool, Effect> {
        let effectHandler = EffectRouter<Effect, Bool>()
            .routeCase(Effect.playSound).to { AudioServicesPlayAlertSound(SystemSoundID(1322)) }
            .asConnectable
        return Mobius.loop(
            update: { (count: Int, isUp: Bool) -> Next<Int, Effect> in
                if isUp { return .next(count + 1) }
                return count == 0 ? .dispatchEffects([.playSound]) : .next(count - 1)
            }, effectHandler: effectHandler
        )
        .withEventSource(try board.buttons(["plus": true, "minus": false]))
        .makeController(from: 0, on: board.queue)
    }

    @Test func counterOfTheReadmeRingsOnTheSpeakerOfTheBoard() throws {
        let bench = try Bench(wiring: "counter", Self.makeCounter)
        try CurrentBoard.$ofTask.withValue(bench.board) {
            try bench.press("plus")
            try bench.press("minus")
            #expect(bench.changes.isEmpty)
            try bench.press("minus")
        }
        expectEqual(bench.changes, [.sound(name: .alert)])
    }

    @Test func systemSoundPlaysTheSoundWithTheSameMeaning() throws {
        let bench = try Bench(wiring: "counter", Self.makeCounter)
        CurrentBoard.$ofTask.withValue(bench.board) {
            AudioServicesPlaySystemSound(1_104)
            AudioServicesPlaySystemSound(kSystemSoundID_Vibrate)
        }
        bench.advance(by: .zero)
        expectEqual(bench.changes, [.sound(name: .tock), .sound(name: .alert)])
    }

    /// Compares the table of Documentation/Sounds.md, in rows of numbers or ranges with their sound, with the code.
    @Test func tableInTheDocumentationMatchesTheSounds() throws {
        let page = projectFolder.appendingPathComponent("Documentation/Sounds.md")
        let rows = try String(contentsOf: page, encoding: .utf8).matches(of: /\| ([-0-9, ]+) \| `([a-z-]+)` \|/)
        var listed: [SystemSoundID: SoundName] = [:]
        for row in rows {
            for part in row.1.split(separator: ", ") {
                let bounds = part.split(separator: "-").compactMap { SystemSoundID($0) }
                for id in bounds[0]...bounds[bounds.count - 1] { listed[id] = SoundName(String(row.2)) }
            }
        }
        #expect(listed.count > 70)
        for id in [0, .max] + Array(SystemSoundID(900)...4_200) {
            expectEqual(SystemSounds.name(of: id), listed[id] ?? .alert, "\(id)")
        }
    }

    @Test func soundWithoutABoardReportsARemedy() {
        var notices: [String] = []
        play(1_322, for: "AudioServicesPlayAlertSound") { notices.append($0) }
        expectEqual(
            notices,
            [
                "AudioServicesPlayAlertSound(1322) plays nothing: no board is open; "
                    + "call it in an application that Board.run runs"
            ])
    }
}
