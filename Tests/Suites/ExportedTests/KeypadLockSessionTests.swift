import CarillonTest
import Testing

@testable import KeypadLock

/// A session of 39.761 seconds, recorded by KeypadLock on a bench.
@Suite struct KeypadLockSessionTests {
    @Test func sessionEndsAsRecorded() throws {
        let bench = try Bench(wiring: .example("KeypadLock", "keypad-lock"), makeKeypadLock)
        for _ in 1...31 { try bench.enter("1", at: "pad") }
        #expect("\(bench.model)" == "closed(typed: \"11111111\", mistakes: 0)")
    }
}
