import CarillonDevices
import TestSupport
import Testing

@testable import CarillonFleet

/// The updates of the box in Home Assistant.
@Suite struct BoxUpdateTests {
    private static let idle = #"{"phase":"idle","installed":"1.0","newest":"2.0","failure":"","back":""}"#

    private var core = FleetCore(
        FleetIdentity(machineID: "1", program: "doorbell"), .homeAssistant, board: "a bench", [], startNumber: "77")

    private var command: String { core.topics.topic("diagnostics/update/set") }

    init() {
        _ = core.start([])
        _ = handle(.connected)
        for number in 1...20 { _ = handle(.delivered(number)) }
        _ = handle(.received(FleetMessage(topic: core.topics[.devices], text: "", isRetained: true)))
        for number in 21...40 { _ = handle(.delivered(number)) }
    }

    private mutating func handle(_ event: FleetTransportEvent, at now: Duration = .zero) -> [FleetAction] {
        core.actions { $0.handle(event, at: now, random: 0) }
    }

    private mutating func take(_ state: String) -> [FleetMessage] {
        let actions = core.actions { $0.take(update: state, at: .zero) }
        return actions.compactMap { if case .publish(let message, _) = $0 { message } else { nil } }
    }

    private mutating func receive(
        _ text: String, isRetained: Bool = false, at now: Duration = .zero
    ) -> [FleetAction] {
        handle(.received(FleetMessage(topic: command, text: text, isRetained: isRetained)), at: now)
    }

    @Test mutating func firstStateAnnouncesTheEntityAndAddsItToTheList() throws {
        let messages = take(Self.idle)
        let topics = messages.map { $0.topic.split(separator: "/").last.map(String.init) ?? "" }
        expectEqual(Set(topics), ["config", "devices", "update"])
        let discovery = try #require(messages.first { $0.topic.hasSuffix("config") }).text
        #expect(discovery.contains(#""update_update":{"platform":"update""#))
        #expect(discovery.contains(#""payload_install":"INSTALL""#))
        #expect(discovery.contains(#""command_topic":"\#(command)""#))
        let componentList = try #require(messages.first { $0.topic.hasSuffix("devices") }).text
        #expect(componentList.contains("update_update\tupdate\tdiagnostics/update\n"))
        expectEqual(messages.first { $0.topic.hasSuffix("update") }?.text, Self.idle)
    }

    @Test mutating func laterStatesDoNotAnnounceTheEntityAgain() {
        _ = take(Self.idle)
        for number in 1...60 { _ = handle(.delivered(number)) }
        let next = #"{"phase":"proving","installed":"2.0","newest":"2.0","failure":"","back":""}"#
        expectEqual(take(next).map(\.text), [next])
    }

    @Test mutating func boxWithoutTheUpdateUnitIgnoresUpdateRequests() {
        let actions = receive("INSTALL")
        expectEqual(actions, [.report(.ignored(topic: command, payload: "INSTALL", .unknown))])
    }

    @Test mutating func onlyAnInstallCommandThatIsNotRetainedIsARequest() {
        _ = take(Self.idle)
        expectEqual(receive("install"), [.report(.ignored(topic: command, payload: "install", .unacceptable))])
        let other = receive("INSTALL 3.0")
        #expect(!other.contains(.requestUpdate))
        expectEqual(receive("INSTALL", isRetained: true), [])
        expectEqual(receive("INSTALL"), [.requestUpdate])
    }

    @Test mutating func requestsInQuickSuccessionCountAsOne() {
        _ = take(Self.idle)
        expectEqual(receive("INSTALL", at: .seconds(10)), [.requestUpdate])
        expectEqual(receive("INSTALL", at: .seconds(39)), [])
        expectEqual(receive("INSTALL", at: .seconds(40)), [.requestUpdate])
    }
}
