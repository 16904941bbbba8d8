import CarillonTest
import Foundation
import SessionTestSupport
import TestSupport
import Testing

/// Sessions of all examples, worked by a hostile hand, are replayed event for event.
///
/// `make check LANE=replays` replays a thousand of them.
@Suite(.enabled(if: Wiring.canReadFiles)) struct ReplayTests {
    private static let count = ProcessInfo.processInfo.environment["SESSIONS"].flatMap(Int.init) ?? 2

    @Test(arguments: Recipe.all) func eachSessionIsReplayedExactly(recipe: Recipe) throws {
        for seed in 0..<UInt64(Self.count) {
            let recorded = try recipe.record(seed, .seconds(60))
            let (eventLog, divergence) = try recipe.replay(recorded)
            expectEqual(divergence, nil, "seed \(seed)")
            expectEqual(eventLog, recorded.eventLog, "seed \(seed)")
            // In a session of few inputs, each is seconds after the one before, whose time takes more bytes.
            #expect(recorded.bytes - recorded.textBytes <= 8 * recorded.inputs + 32, "seed \(seed)")
        }
    }
}

/// The sessions of all examples have the same event logs in each process, although the order of sets and of dictionaries
/// differs.
@Suite(.enabled(if: Wiring.canReadFiles)) struct ProcessTests {
    private static let file = ProcessInfo.processInfo.environment["CARILLON_EVENT_LOGS"]

    private static func eventLogs() throws -> [String] {
        try Recipe.all.flatMap { recipe in
            try (0..<2).map { seed in
                "\(recipe.name), seed \(seed): "
                    + (try recipe.record(seed, .seconds(20)).eventLog.joined(separator: ", "))
            }
        }
    }

    @Test(.enabled(if: file != nil)) func anotherProcessWritesEventLogs() throws {
        try JSONEncoder().encode(Self.eventLogs()).write(to: URL(fileURLWithPath: try #require(Self.file)))
    }

    @Test(.enabled(if: file == nil)) func eachProcessHasTheSameEventLogs() throws {
        let folder = try TemporaryFolder()
        let processes = try (1...2).map { number in
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            process.arguments = ["--testing-library", "swift-testing", "--filter", "anotherProcessWritesEventLogs"]
            process.environment = ProcessInfo.processInfo.environment.merging(
                ["CARILLON_EVENT_LOGS": folder.file("\(number)")]
            ) { $1 }
            (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
            try process.run()
            return process
        }
        let expected = try Self.eventLogs()
        for (number, process) in zip(1..., processes) {
            process.waitUntilExit()
            let other = try JSONDecoder().decode(
                [String].self, from: Data(contentsOf: URL(fileURLWithPath: folder.file("\(number)"))))
            expectEqual(other.count, expected.count)
            for (one, other) in zip(expected, other) { expectEqual(one, other) }
        }
    }
}
