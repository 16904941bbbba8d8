import CarillonTest
import Foundation
import SessionTestSupport
import TestSupport
import Testing

/// A session of each example is written as a test with at most as many lines as the hand has done acts.
///
/// Four of these tests are in this folder, where they are compiled and run: together they have each construct that the exporter
/// writes. `CARILLON_SUITES=all EXPORT=1 swift test --filter ExportTests` writes them again.
@Suite(.enabled(if: Wiring.canReadFiles)) struct ExportTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    /// The examples with readings of sensors, steps of a clock, and ends of recordings: the exported test of such a session
    /// replays it.
    private static let replayed: Set = [
        "FanControl", "GuestBook", "ParkingAid", "PlantWatering", "StripClock", "Thermostat", "WeatherStation",
    ]
    /// The examples whose tests are in this folder.
    private static let compiled: Set = ["AlarmClock", "Jukebox", "NightLight", "ReactionGame"]
    /// The checks of models that are literals. Those of the compiled tests are text.
    private static let checks = [
        "Blink": "#expect(bench.model == false)", "MusicBox": "#expect(bench.model == 21)",
        "QuizBuzzers": "#expect(bench.model == \"red\")",
    ]

    @Test func eachSessionIsExportedWithAtMostALinePerAction() throws {
        var (lines, acts, seen) = (0, 0, Set<String>())
        for recipe in Recipe.all where !Self.replayed.contains(recipe.name) {
            let test = try recipe.export(3, .seconds(40))
            if Self.compiled.contains(recipe.name) {
                seen.insert(recipe.name)
                let file = Self.folder.appendingPathComponent("\(recipe.name)SessionTests.swift")
                if ProcessInfo.processInfo.environment["EXPORT"] != nil {
                    try test.text.write(to: file, atomically: true, encoding: .utf8)
                }
                let text = try String(contentsOf: file, encoding: .utf8)
                expectEqual(test.text, text)
            }
            if let check = Self.checks[recipe.name] {
                seen.insert(recipe.name)
                #expect(test.text.contains("        \(check)\n    }\n"), "\(recipe.name)")
            }
            #expect(test.isInWords, "\(recipe.name)")
            lines += test.lineCount
            acts += test.actCount
        }
        expectEqual(seen, Self.compiled.union(Self.checks.keys))
        #expect(lines <= acts)
        print("\(lines) lines for \(acts) acts")
    }
}
