import CarillonBoard
import CarillonScheduling
import CarillonTest
import TestSupport
import Testing

@Suite struct FleetOnTheBenchTests {
    private let bench: Bench<FleetDoorbell.Model>
    private var broker: BenchBroker { bench.broker }

    init() throws { bench = try Bench(fleet: .homeAssistant, FleetDoorbell.make) }

    private func send(_ payload: String, to topic: String) {
        broker.send(payload, to: topic)
    }

    private func takeEvents() -> [BenchBroker.Message] { broker.takeMessages().filter { $0.topic == "button/bell" } }

    // MARK: What the fleet sees

    @Test func pressIsSentWithANumberAndItsLateness() throws {
        try bench.press("bell")
        expectEqual(
            takeEvents(),
            [
                .init(
                    topic: "button/bell", text: #"{"event_type":"press","number":1,"late_ms":0}"#, isRetained: false),
                .init(
                    topic: "button/bell", text: #"{"event_type":"release","number":2,"late_ms":0}"#, isRetained: false),
            ])
    }

    @Test func holdsAndClicksAreSentAsEvents() throws {
        try bench.hold("bell")
        try bench.click("bell", times: 2)
        let types = takeEvents().compactMap { $0.text.split(separator: "\"").dropFirst(3).first }
        expectEqual(types, ["press", "hold", "release", "press", "release", "press", "release", "double_click"])
    }

    @Test func statesOfTheDeviceTheModelAndTheLoudspeakerArePublished() throws {
        let topics = ["led/light", "app-number/rings", "speaker/sound"]
        expectEqual(topics.map { broker[$0] }, ["OFF", "0", "None"])
        try bench.press("bell")
        expectEqual(topics.map { broker[$0] }, ["ON", "1", "chime"])
    }

    @Test func boxIsAvailableOnceAllItsStatesAreKnown() throws {
        let states = broker.messages.filter(\.isRetained).map(\.topic)
        #expect(states.firstIndex(of: "availability") ?? 0 > states.firstIndex(of: "led/light") ?? 99)
        expectEqual(broker["availability"], "online")
        bench.close()
        expectEqual(broker["availability"], "offline")
        #expect(!broker.isConnected)
    }

    @Test func programWithoutAFleetSendsNothing() throws {
        let alone = try Bench(FleetDoorbell.make)
        try alone.press("bell")
        #expect(alone.broker.messages.isEmpty)
        expectEqual(alone.model.rings, 1)
    }

    // MARK: Commands

    @Test func deviceWithoutAViewIsCommandedDirectly() throws {
        send("ON", to: "relay/door")
        #expect(try bench.relay("door").isOn)
        expectEqual(broker["relay/door"], "ON")
        send("OFF", to: "relay/door")
        #expect(try !bench.relay("door").isOn)
        send("45", to: "servo/arm")
        expectEqual(try bench.level("arm"), 45)
    }

    @Test func commandForTheApplicationOrForADeviceWithAViewIsSentToTheLoop() throws {
        send("ON", to: "app-switch/quiet")
        #expect(bench.model.isQuiet)
        expectEqual(broker["app-switch/quiet"], "ON")
        send("PRESS", to: "app-button/ring")
        expectEqual(bench.model.rings, 1)
        #expect(bench.sounds.isEmpty)
        send("ON", to: "led/lamp")
        #expect(bench.model.isLit)
        #expect(try bench.led("lamp").isOn)
        send("0", to: "led/lamp")
        #expect(!bench.model.isLit)
    }

    @Test func publishedStateComesFromTheModelRatherThanFromTheCommand() throws {
        send("10", to: "app-number/volume")
        expectEqual(bench.model.volume, 8)
        expectEqual(broker["app-number/volume"], "8")
    }

    @Test func commandThatTheNextModelWouldUndoIsIgnoredAndReported() throws {
        send("ON", to: "led/light")
        #expect(try !bench.led("light").isOn)
        expectEqual(broker.notices.last?.contains("the model drives this device"), true)
    }

    @Test func deviceThatTheFleetMayNotSetIgnoresCommandsAndPublishesItsState() throws {
        let wiring = try Wiring(
            .button("bell", line: "L1"), .led("light", line: "L2"), .led("lamp", line: "L3").settable(),
            .relay("door", line: "L4").settable(by: .page), .servo("arm", line: "L5"),
            .sound("chime", file: "doorbell.wav"))
        let bench = try Bench(wiring: wiring, fleet: .homeAssistant, FleetDoorbell.make)
        // The program has an event for commands to the lamp, and none for those to the door.
        for topic in ["led/lamp", "relay/door"] {
            bench.broker.send("ON", to: topic)
            bench.advance(by: .zero)
            expectEqual(bench.broker[topic], "OFF")
            expectEqual(bench.broker.notices.last?.hasSuffix("the wiring does not let the fleet set this device"), true)
        }
        #expect(!bench.model.isLit)
        bench.broker.send("45", to: "servo/arm")
        bench.advance(by: .zero)
        expectEqual(bench.broker["servo/arm"], "45")
    }

    @Test func commandsAreLoggedWithTheFleetAsTheirSource() throws {
        let log = CommandLog(clock: VirtualTime()) { _, _ in }
        let bench = try Bench(fleet: .homeAssistant) { board in
            _ = board.attachments.object { log }
            return try FleetDoorbell.make(on: board)
        }
        for payload in ["ON", "maybe"] {
            bench.broker.send(payload, to: "relay/door")
            bench.advance(by: .zero)
        }
        expectEqual(log.entries.map(\.source), [.fleet, .fleet])
        expectEqual(log.entries.map(\.text), ["relay/door: ON", "relay/door: maybe"])
        expectEqual(log.entries.map(\.refusal), [nil, "the device does not accept this value"])
    }

    @Test(arguments: [
        ("maybe", "relay/door"), ("50", "relay/door"), ("181", "servo/arm"), ("0x20", "servo/arm"),
        ("11", "app-number/volume"), ("ON", "relay/gate"), ("ON", "button/bell"), ("play horn", "speaker/sound"),
    ])
    func commandThatCannotBeCarriedOutIsReported(payload: String, topic: String) throws {
        let before = bench.model
        send(payload, to: topic)
        expectEqual(broker.notices.count, 2)
        expectEqual(broker.notices.last?.hasPrefix("fleet: ignored \"\(payload)\" for carillon/"), true)
        expectEqual(bench.model, before)
        #expect(try !bench.relay("door").isOn)
    }

    @Test func soundsArePlayedAndStopped() throws {
        send("play chime", to: "speaker/sound")
        #expect(bench.isSounding)
        send("stop", to: "speaker/sound")
        bench.advance(by: .milliseconds(10))
        #expect(!bench.isSounding)
        expectEqual(broker["speaker/sound"], "None")
    }

    @Test func retainedCommandIsNeverCarriedOut() throws {
        broker.send("ON", to: "relay/door", isRetained: true)
        bench.advance(by: .zero)
        #expect(try !bench.relay("door").isOn)
        broker.stop()
        broker.send("ON", to: "relay/door", isRetained: true)
        broker.restore()
        bench.advance(by: .seconds(120))
        #expect(broker.isConnected)
        #expect(try !bench.relay("door").isOn)
    }
}
