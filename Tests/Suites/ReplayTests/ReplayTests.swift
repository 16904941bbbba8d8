import CarillonTest
import Foundation
import SessionTestSupport
import Testing

/// Sessions of all examples, worked by a hostile hand, are replayed event for event.
///
/// `make test-replays` replays a thousand of them.
@Suite(.enabled(if: Wiring.canReadFiles)) struct ReplayTests {
    private static let count = ProcessInfo.processInfo.environment["SESSIONS"].flatMap(Int.init) ?? 2

    @Test(arguments: Recipe.all) func eachSessionIsReplayedEventForEvent(recipe: Recipe) throws {
        for seed in 0..<UInt64(Self.count) {
            let recorded = try recipe.record(seed, .seconds(60))
            let (eventLog, divergence) = try recipe.replay(recorded)
            #expect(divergence == nil, "seed \(seed)")
            #expect(eventLog == recorded.eventLog, "seed \(seed)")
            // In a session of few inputs, each is seconds after the one before, whose time takes more bytes.
            #expect(recorded.bytes - recorded.textBytes <= 8 * recorded.inputs + 32, "seed \(seed)")
        }
    }
}
