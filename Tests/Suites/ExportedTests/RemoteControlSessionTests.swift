import CarillonTest
import Testing

@testable import RemoteControl

/// A session of 39.761 seconds, recorded by RemoteControl on a bench.
@Suite struct RemoteControlSessionTests {
    @Test func sessionEndsAsRecorded() throws {
        let bench = try Bench(wiring: .example("RemoteControl", "remote-control"), makeRemoteControl)
        for _ in 1...31 { try bench.enter("1", at: "remote") }
        #expect("\(bench.model)" == "Model(isOn: false, color: #ffffff, brightness: 10)")
    }
}
