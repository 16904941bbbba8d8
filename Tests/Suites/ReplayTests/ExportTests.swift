import CarillonTest
import Foundation
import SessionTestSupport
import Testing

/// A session of each example is written as a test with at most as many lines as the hand has done acts.
///
/// The tests are in `ExportedTests`, where they are compiled and run. `CARILLON_EXAMPLES=1 EXPORT=1 swift test --filter
/// ExportTests` writes them again.
@Suite(.enabled(if: Wiring.canReadFiles)) struct ExportTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("ExportedTests")

    /// The examples with readings of sensors, steps of a clock, and ends of recordings: the exported test of such a session
    /// replays it.
    private static let replayed: Set = [
        "FanControl", "GuestBook", "ParkingAid", "PlantWatering", "StripClock", "Thermostat", "WeatherStation",
    ]

    @Test func testsAreThoseThatAreRunWithAtMostALineForEachAct() throws {
        var (lines, acts) = (0, 0)
        for recipe in Recipe.all where !Self.replayed.contains(recipe.name) {
            let test = try recipe.export(3, .seconds(40))
            let name = recipe.name.prefix(1).uppercased() + recipe.name.dropFirst()
            let file = Self.folder.appendingPathComponent("\(name)SessionTests.swift")
            if ProcessInfo.processInfo.environment["EXPORT"] != nil {
                try test.text.write(to: file, atomically: true, encoding: .utf8)
            }
            #expect(try test.text == String(contentsOf: file, encoding: .utf8))
            #expect(test.isInWords, "\(recipe.name)")
            lines += test.lineCount
            acts += test.actCount
        }
        #expect(lines <= acts)
        print("\(lines) lines for \(acts) acts")
    }
}
