import CarillonTest
import Testing

@testable import ShutdownButton

/// A session of 42.327 seconds, recorded by ShutdownButton on a bench.
@Suite struct ShutdownButtonSessionTests {
    @Test func sessionEndsAsRecorded() throws {
        let bench = try Bench(wiring: .example("ShutdownButton", "shutdown-button"), makeShutdownButton)
        for _ in 1...21 { try bench.press("off") }
        try bench.hold("off")
        #expect("\(bench.model)" == "leaving")
    }
}
