import CarillonScheduling
import TestSupport
import Testing

@testable import CarillonTest

@Suite struct FleetOutletTests {
    @Test func closingCallsItsHandlerWithoutAConnection() {
        let time = VirtualTime()
        let outlet = BenchBroker(on: time).outlet(.homeAssistant)
        let calls = Locked(0)
        time.sync { outlet.close { calls.withLock { $0 += 1 } } }
        time.advance(by: .seconds(1))
        expectEqual(calls.withLock { $0 }, 1)
    }
}
