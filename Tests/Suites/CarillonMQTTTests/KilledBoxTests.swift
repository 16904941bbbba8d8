import CLibrary
import TestSupport
import Testing

@testable import CarillonFleet
@testable import CarillonMQTT

/// A box that ends in different ways while its events wait for a broker.
@Suite(Mosquitto.isAvailable, .hasMachineID, .timeLimit(.minutes(10))) struct KilledBoxTests {
    private static let presses = 10

    private let mosquitto: Mosquitto
    private let box: Box

    /// Starts the box. Its broker is absent.
    init() throws {
        mosquitto = try Mosquitto()
        mosquitto.kill()
        box = try Box(port: mosquitto.port)
        try box.start()
    }

    /// Starts the broker and the box, and returns the events that arrive, up to that with a number.
    private func events(upTo last: Int) async throws -> [(number: Int, isLate: Bool)] {
        try mosquitto.start()
        let listener = try MQTTListener(FleetBroker("mqtt://127.0.0.1:\(mosquitto.port)"))
        listener.open("listener", subscriptions: ["carillon/+/button/plus"])
        let connected = await listener.next()
        expectEqual(connected, .connected)
        try box.start()
        var events: [(number: Int, isLate: Bool)] = []
        while events.last?.number != last {
            guard case .received(let message)? = await listener.next() else { break }
            let number = try #require(message.text.number("number"))
            events.append((number, try #require(message.text.number("late_ms")) > 0))
        }
        listener.close()
        return events
    }

    /// Waits for an event, and notes its number if it has not arrived before.
    private func receive(_ numbers: inout [Int], from listener: MQTTListener) async throws {
        guard case .received(let message)? = await listener.next() else { throw NoMessage() }
        let number = try #require(message.text.number("number"))
        if !numbers.contains(number) { numbers.append(number) }
    }

    private struct NoMessage: Error {}

    /// The number of the last event, from the file of a box that has ended.
    private func lastNumber() throws -> Int {
        let clock = OutboxClock(boot: "", offset: .zero)
        return OutboxContents(try Box.bytes(of: box.outbox), clock: clock, at: .zero).state.last
    }

    @Test func storedEventsSurviveAKill() async throws {
        try box.press(times: Self.presses, until: Self.presses)
        try box.awaitEvent(2 * Self.presses)
        expectEqual(box.end(SIGKILL), nil)
        let events = try await events(upTo: 2 * Self.presses)
        expectEqual(events.map(\.number), Array(1...2 * Self.presses))
        #expect(!events.contains { !$0.isLate })
    }

    @Test func cleanShutdownLosesNoEvents() async throws {
        try box.press(times: Self.presses, until: Self.presses)
        try box.awaitEvent(2 * Self.presses)
        expectEqual(box.end(SIGTERM), 0)
        let events = try await events(upTo: 2 * Self.presses)
        expectEqual(events.map(\.number), Array(1...2 * Self.presses))
    }

    @Test func connectedBoxThatIsKilledRepeatedlySkipsNoEventNumber() async throws {
        box.end(SIGKILL)
        try mosquitto.start()
        let listener = try MQTTListener(FleetBroker("mqtt://127.0.0.1:\(mosquitto.port)"))
        listener.open("listener", subscriptions: ["carillon/+/button/plus"])
        let connected = await listener.next()
        expectEqual(connected, .connected)
        var numbers: [Int] = []
        var last = 0
        for _ in 0..<6 {
            try box.start()
            try box.press(times: 5, until: 3)
            // So that it is connected, and not that it has sent everything.
            while numbers.last ?? 0 <= last { try await receive(&numbers, from: listener) }
            box.end(SIGKILL)
            last = try lastNumber()
        }
        try box.start()
        try box.press(times: 1, until: 1)
        // The events of the killed boxes arrive before it.
        while numbers.last ?? 0 <= last { try await receive(&numbers, from: listener) }
        expectEqual(numbers, Array(1...numbers.count))
        #expect(last > 6)
        listener.close()
    }

    @Test func damagedFileIsReportedAndKept() async throws {
        try box.press(times: 1, until: 1)
        try box.awaitEvent(2)
        box.end(SIGKILL)
        let file = try #require(fopen(box.outbox, "r+"))
        fseek(file, 100, SEEK_SET)
        fputs("?", file)
        fclose(file)
        let damaged = try Box.bytes(of: box.outbox)
        try box.start()
        try box.awaitNotice("fleet: \(box.outbox) was damaged, ")
        expectEqual(box.end(SIGTERM), 0)
        let copy = "\(box.outbox).damaged-1"
        let kept = try Box.bytes(of: copy)
        expectEqual(kept, damaged)
        #expect(box.notices.contains("kept as \(copy)"))
    }
}

extension String {
    /// Returns a number of a JSON object.
    func number(_ key: String) -> Int? {
        split(separator: "\"\(key)\":").last.flatMap { Int($0.prefix { $0.isNumber }) }
    }
}
