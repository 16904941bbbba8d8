import CarillonGPIO
import CarillonScheduling
import Synchronization
import TestSupport
import Testing

@testable import CarillonDevices

/// Requests to a bus and their results, while transfers take time.
@Suite struct BusTests {
    private let bus = HandTurnedBus()
    private let time = VirtualTime()
    private let failures = Failures()
    private let port: BusPort

    private final class Failures: Sendable {
        let all = Mutex<[String]>([])
    }

    init() {
        port = BusPort(bus, queue: time, timeout: .milliseconds(0))
    }

    private func output(_ value: UInt8 = 0) -> BusOutput<UInt8> {
        let observer = DeviceObserver(didFail: { [failures] error in failures.all.withLock { $0.append("\(error)") } })
        return BusOutput(value, port: port, observer: observer) { (value, device) throws(BusError) in
            try device.write([value])
        }
    }

    /// Runs the bus and the board until neither has work left.
    private func settle() {
        repeat {
            bus.turn()
            time.advance(by: .zero)
        } while bus.waiting > 0
    }

    // MARK: Readings

    @Test func resultsArriveOnTheQueueInTheOrderOfTheRequests() {
        let answers = Mutex<[UInt8]>([])
        for number in 1...3 as ClosedRange<UInt8> {
            port.perform { (device) throws(BusError) in
                try device.transfer([number], reading: 1)[0] + number
            } then: { result in
                answers.withLock { $0.append((try? result.get()) ?? 0) }
            }
        }
        bus.turn()
        expectEqual(bus.written, [[1], [2], [3]])
        expectEqual(answers.withLock { $0 }, [])
        time.advance(by: .zero)
        expectEqual(answers.withLock { $0 }, [8, 9, 10])
    }

    @Test func noResultArrivesAfterTheBusIsClosed() throws {
        let answers = Mutex(0)
        let ask = { [port] in
            port.perform { (device) throws(BusError) in
                try device.read(1)
            } then: { _ in
                answers.withLock { $0 += 1 }
            }
        }
        ask()
        bus.turn()
        ask()
        // The bus's thread starts the transfer only after the board's timeout.
        #expect(throws: BusError.timedOut(bus.address)) { try port.close() }
        bus.turn()
        time.advance(by: .seconds(10))
        expectEqual(answers.withLock { $0 }, 0)
        expectEqual(bus.written, [[]])
        #expect(bus.isClosed)
    }

    // MARK: Outputs

    @Test func newestValueIsSentOnce() {
        let output = output()
        for value in 1...5 as ClosedRange<UInt8> { output.show(value) }
        settle()
        expectEqual(bus.written, [[0], [5]])
        for value in [1, 5, 1] as [UInt8] { output.show(value) }
        settle()
        output.show(1)
        settle()
        expectEqual(bus.written, [[0], [5], [1]])
    }

    @Test func failingDeviceIsReportedOnceAndRetriedEachSecondWithTheNewestValue() {
        let output = output()
        settle()
        bus.fail(.noAnswer(bus.address))
        output.show(1)
        for _ in 0..<600 {
            settle()
            time.advance(by: .milliseconds(100))
        }
        expectEqual(failures.all.withLock { $0.count }, 1)
        output.show(2)
        bus.fail(nil)
        for _ in 0..<11 {
            settle()
            time.advance(by: .milliseconds(100))
        }
        expectEqual(bus.written, [[0], [2]])
        bus.fail(.noAnswer(bus.address))
        output.show(3)
        settle()
        expectEqual(failures.all.withLock { $0.count }, 2)
    }

    @Test func failedDeviceIsRetriedAfterIncreasingPauses() {
        _ = output()
        bus.fail(.noAnswer(bus.address))
        var tries: [Duration] = []
        while time.now < .seconds(3) {
            if bus.waiting > 0 { tries.append(time.now) }
            settle()
            time.advance(by: .milliseconds(10))
        }
        expectEqual(tries, [0, 10, 30, 70, 150, 310, 630, 1270, 2270].map { .milliseconds($0) })
    }

    @Test func slowDeviceReceivesItsValueInSteps() {
        let steps = Mutex(0)
        let output = BusOutput<UInt8>(1, port: port, observer: DeviceObserver()) {
            (value, device) throws(BusError) -> Duration? in
            try device.write([value])
            let count = steps.withLock { count in
                count += 1
                return count
            }
            return count < 3 ? .milliseconds(5) : nil
        }
        settle()
        output.show(9)
        time.advance(by: .milliseconds(4))
        settle()
        expectEqual(bus.written, [[1]])
        time.advance(by: .milliseconds(1))
        settle()
        expectEqual(bus.written, [[1], [1]])
        time.advance(by: .milliseconds(5))
        settle()
        expectEqual(bus.written, [[1], [1], [1], [9]])
    }

    @Test func deviceThatFailsBetweenItsStepsIsRetried() {
        let output = BusOutput<UInt8>(1, port: port, observer: DeviceObserver()) {
            (value, device) throws(BusError) -> Duration? in
            try device.write([value])
            return value == 1 ? .milliseconds(5) : nil
        }
        settle()
        bus.fail(.noAnswer(bus.address))
        time.advance(by: .milliseconds(5))
        settle()
        bus.fail(nil)
        output.show(2)
        time.advance(by: .milliseconds(10))
        settle()
        expectEqual(bus.written, [[1], [2]])
    }

    @Test func valueThatIsSetWhileTheBusIsBusyIsNotLost() {
        let output = output()
        bus.turn()
        // The board has not been notified yet that the bus is done.
        output.show(1)
        settle()
        expectEqual(bus.written, [[0], [1]])
    }

    @Test func closeGivesUpOnAHangingBusAfterTheTimeout() {
        let output = output()
        output.close()
        expectEqual(failures.all.withLock { $0 }, ["\(BusError.timedOut(bus.address))"])
        output.show(1)
        settle()
        #expect(bus.isClosed && bus.written.isEmpty)
    }
}
