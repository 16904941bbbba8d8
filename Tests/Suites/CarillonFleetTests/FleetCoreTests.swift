import CarillonDevices
import TestSupport
import Testing

@testable import CarillonFleet

@Suite struct FleetCoreTests {
    private var core = FleetCore(
        FleetIdentity(machineID: "1", program: "doorbell"), .homeAssistant, board: "a bench",
        [
            FleetEntry(
                path: FeaturePath(kind: "relay", name: "door", feature: ""), form: .toggle(isDimmable: false),
                acceptsCommands: true)
        ], startNumber: "77")

    private mutating func receive(
        _ text: String, on topic: String, isRetained: Bool = true, at now: Duration = .zero
    ) -> [FleetAction] {
        handle(.received(FleetMessage(topic: topic, text: text, isRetained: isRetained)), at: now)
    }

    private mutating func handle(_ event: FleetTransportEvent, at now: Duration = .zero) -> [FleetAction] {
        core.actions { $0.handle(event, at: now, random: 0) }
    }

    private mutating func connect() {
        _ = core.start([])
        _ = handle(.connected)
    }

    private mutating func connectAgain() {
        _ = handle(.lost(.failed(reason: "gone")))
        _ = core.timeCame(at: .seconds(5))
        _ = handle(.connected, at: .seconds(5))
    }

    @Test mutating func startNumberOfAnEarlierRunIsNotReportedAsATakeover() {
        connect()
        expectEqual(receive("76", on: core.topics[.start]), [])
    }

    @Test mutating func otherStartNumberBeforeTheOwnOneHasArrivedIsNotReported() {
        connect()
        connectAgain()
        expectEqual(receive("76", on: core.topics[.start]), [])
    }

    @Test mutating func otherStartNumberAfterTheOwnOneIsReportedAsATakeover() {
        connect()
        for number in 1...20 { _ = handle(.delivered(number)) }
        connectAgain()
        expectEqual(receive("77", on: core.topics[.start]), [])
        expectEqual(receive("78", on: core.topics[.start]), [.report(.lost(.takenOver))])
        expectEqual(receive("78", on: core.topics[.start]), [])
    }

    @Test mutating func commandsBeforeTheStartAreDiscardedAndCommandsDuringALossAreKept() {
        #expect(core.session.isClean)
        connect()
        #expect(!core.session.isClean)
        connectAgain()
        #expect(!core.session.isClean)
    }

    @Test func programCanKeepCommandsFromBeforeItsStart() {
        let keeping = FleetCore(
            FleetIdentity(machineID: "1", program: "doorbell"), .homeAssistant.keepingCommands(), board: "a bench", [],
            startNumber: "77")
        #expect(!keeping.session.isClean)
    }

    @Test mutating func refusedSubscriptionIsReportedOnce() {
        connect()
        let refusal = FleetTransportEvent.unsubscribed(pattern: "carillon/1/+/+/set", reason: "Not authorized")
        let notice = FleetNotice.unsubscribed(pattern: "carillon/1/+/+/set", reason: "Not authorized")
        expectEqual(handle(refusal), [.report(notice)])
        connectAgain()
        expectEqual(handle(refusal), [])
    }

    @Test mutating func oversizedMessageIsReported() {
        connect()
        let actions = handle(.tooLarge(topic: "a", count: 70_000))
        expectEqual(actions, [.report(.ignored(topic: "a", payload: "70000 bytes", .unacceptable))])
    }

    @Test mutating func deliveredDiscoveryMessageIsNotKeptInMemory() {
        _ = core.start([])
        let actions = handle(.connected)
        let sent = actions.lazy.compactMap { action in
            if case .publish(let message, _) = action { message.payload.count } else { nil }
        }.max()
        for number in 1...20 { _ = handle(.delivered(number)) }
        #expect(sent ?? 0 > 500)
        #expect(Self.bytes(in: core) < 300)
    }

    /// Returns the number of bytes of all texts and bytes in a value.
    private static func bytes(in value: Any) -> Int {
        switch value {
        case is UInt8: 1
        case let text as String: text.utf8.count
        default: Mirror(reflecting: value).children.reduce(0) { $0 + bytes(in: $1.value) }
        }
    }

    @Test mutating func refusalIsReportedOnce() {
        connect()
        let refusals = (1...2).flatMap { handle(.refused($0, reason: "Not authorized")) }
        let topic = "homeassistant/device/\(FleetIdentity(machineID: "1", program: "doorbell").id)/config"
        expectEqual(refusals, [.report(.refused(topic: topic, reason: "Not authorized"))])
    }

    @Test mutating func oversizedCommandIsIgnored() {
        connect()
        let text = String(repeating: "x", count: 5000)
        let topic = core.topics.base + "/relay/door/set"
        expectEqual(
            receive(text, on: topic, isRetained: false),
            [.report(.ignored(topic: topic, payload: "5000 bytes", .unacceptable))])
    }

    /// Whoever may command the box could fill its journal.
    @Test mutating func reportsOfIgnoredCommandsAreLimitedPerMinute() {
        connect()
        let topic = core.topics.base + "/relay/nothing/set"
        func reports(_ actions: [FleetAction]) -> [String] {
            actions.map { if case .report(let notice) = $0 { "\(notice)" } else { "\($0)" } }
        }
        var first: [FleetAction] = []
        for number in 0..<1000 { first += receive("ON", on: topic, isRetained: false, at: .milliseconds(number)) }
        let ignored = "fleet: ignored \"ON\" for \(topic): no device there can be set"
        expectEqual(reports(first).dropLast(), Array(repeating: ignored, count: 20)[...])
        expectEqual(
            reports(first).last, "fleet: more commands are ignored; the next reports are those of the next minute")
        let second = receive("ON", on: topic, isRetained: false, at: .seconds(60))
        expectEqual(reports(second), [ignored])
    }
}
