import CarillonGPIO
import CarillonScheduling
import Synchronization
import TestSupport
import Testing

@testable import CarillonDevices

/// The reading of devices on a bus whose transfers take place when the test lets them.
@Suite struct PollTests {
    private let bus = HandTurnedBus()
    private let time = VirtualTime()

    private final class Source: Sendable {
        let state = Mutex<Result<String, BusError>>(.success("1"))
    }

    private func start(_ source: Source) -> (port: BusPort, log: Log) {
        let port = BusPort(bus, queue: time, timeout: .milliseconds(1))
        let log = Log()
        let observer = DeviceObserver { _ in log.fail() }
        BusPoll(port, every: .seconds(1), observer: observer) { reading in log.add(reading) }
            .start { (_, _) throws(BusError) in .reading(try source.state.withLock { $0 }.get()) }
        return (port, log)
    }

    private final class Log: Sendable {
        private let state = Mutex<(readings: [String], failures: Int)>(([], 0))

        var readings: [String] { state.withLock { $0.readings } }
        var failures: Int { state.withLock { $0.failures } }
        func add(_ reading: String) { state.withLock { $0.readings.append(reading) } }
        func fail() { state.withLock { $0.failures += 1 } }
    }

    /// Lets the bus take its next turn.
    private func turn() { bus.turnOnce() }

    @Test func queueReceivesOnlyChanges() {
        let source = Source()
        let (_, log) = start(source)
        for reading in ["1", "1", "2", "2", "1"] {
            source.state.withLock { $0 = .success(reading) }
            turn()
            time.advance(by: .zero)
        }
        expectEqual(log.readings, ["1", "2", "1"])
    }

    @Test func busyQueueReceivesTheNewestReading() {
        let source = Source()
        let (_, log) = start(source)
        for reading in ["1", "2", "3", "4"] {
            source.state.withLock { $0 = .success(reading) }
            turn()
        }
        time.advance(by: .zero)
        expectEqual(log.readings, ["1"])
        turn()
        time.advance(by: .zero)
        expectEqual(log.readings, ["1", "4"])
    }

    @Test func devicesWithTheSameIntervalShareATurnOfTheBus() throws {
        let sources = [Source(), Source()]
        let polls = sources.map { start($0) }
        turn()
        turn()
        time.advance(by: .zero)
        expectEqual(bus.waiting, 1)
        for source in sources { source.state.withLock { $0 = .success("2") } }
        turn()
        time.advance(by: .zero)
        expectEqual(polls.map { $0.log.readings }, [["1", "2"], ["1", "2"]])
        // One of them is closed, and the other one goes on.
        #expect(throws: BusError.timedOut(bus.address)) { try polls[0].port.close() }
        for source in sources { source.state.withLock { $0 = .success("3") } }
        turn()
        time.advance(by: .zero)
        expectEqual(polls.map { $0.log.readings }, [["1", "2"], ["1", "2", "3"]])
    }

    /// A closure that is wrapped anew in each turn takes ever more time, and at last the stack of its thread.
    @Test func pollingStillWorksAfterAHundredThousandTurns() {
        let source = Source()
        let (_, log) = start(source)
        turn()
        time.advance(by: .zero)
        for _ in 0..<100_000 { turn() }
        source.state.withLock { $0 = .success("2") }
        turn()
        time.advance(by: .zero)
        expectEqual(log.readings, ["1", "2"])
    }

    @Test func singleFailureIsNotReportedAsAnAbsence() {
        let source = Source()
        let (_, log) = start(source)
        for reading in [Result<String, BusError>.success("1"), .failure(.noAnswer(bus.address)), .success("1")] {
            source.state.withLock { $0 = reading }
            turn()
            time.advance(by: .zero)
        }
        expectEqual(log.readings, ["1"])
        expectEqual(log.failures, 0)
    }

    @Test func absenceIsReportedOnce() {
        let source = Source()
        let (_, log) = start(source)
        source.state.withLock { $0 = .failure(.noAnswer(bus.address)) }
        for _ in 1...10 {
            turn()
            time.advance(by: .zero)
        }
        expectEqual(log.readings, ["absent"])
        expectEqual(log.failures, 1)
        source.state.withLock { $0 = .success("1") }
        turn()
        time.advance(by: .zero)
        expectEqual(log.readings, ["absent", "1"])
    }
}
