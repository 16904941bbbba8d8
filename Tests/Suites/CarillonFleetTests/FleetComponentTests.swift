import CarillonTest
import Testing

/// Fans, sirens, times, messages and classes of devices in Home Assistant.
@Suite struct FleetComponentTests {
    private enum Event: Equatable, Codable, Sendable {
        case speed(Double)
        case alarm(Bool)
        case wake(TimeOfDay)
        case message(String)
        case pump(Bool)
        case target(Int)
    }

    private static func make(on board: Board) throws -> MobiusController<[Event], Event, Never> {
        let fleet = board.fleet
        let controller = Mobius.loop(
            update: { (model: [Event], event: Event) -> Next<[Event], Never> in .next(model + [event]) },
            effectHandler: EffectRouter<Never, Event>().asConnectable
        )
        .withEventSource(
            board.events(
                fleet.fan("cooler") { .speed($0) }, fleet.siren("alarm") { .alarm($0) },
                fleet.time("wake up") { .wake($0) }, fleet.notify("board") { .message($0) },
                fleet.switch("pump", deviceClass: "outlet") { .pump($0) },
                fleet.number("target", in: 5...30, unit: "°C", deviceClass: "temperature") { .target($0) })
        )
        .makeController(from: [], on: board.queue)
        controller.connectView(fleet.number("used", unit: "kWh", deviceClass: "energy") { $0.count })
        controller.connectView(fleet.number("events") { $0.count })
        controller.connectView(fleet.switch("door", deviceClass: "door") { $0.isEmpty })
        return controller
    }

    private let bench: Bench<[Event]>

    init() throws {
        bench = try Bench(wiring: Wiring(.display("screen", bus: "i2c-1")), fleet: .homeAssistant) { board in
            let controller = try Self.make(on: board)
            _ = try board.display("screen")
            return controller
        }
    }

    /// Returns the description of a component in the message for Home Assistant.
    private func component(_ key: String) throws -> String {
        let discovery = try #require(bench.broker.discovery)
        let start = try #require(discovery.range(of: "\"\(key)\":{"), "\(key) in \(discovery)")
        let rest = discovery[start.upperBound...]
        return String(rest[..<(rest.range(of: "},\"")?.lowerBound ?? rest.endIndex)])
    }

    @Test func fansAndTonalBuzzersHavePlatformsOfTheirOwn() throws {
        let wiring = try Wiring(.fan("case", line: "GPIO22"), .tonalBuzzer("horn", line: "GPIO27"))
        let bench = try Bench(wiring: wiring, fleet: .homeAssistant) { board in
            _ = try (board.fan("case"), board.tonalBuzzer("horn"))
            return try Self.make(on: board)
        }
        let discovery = try #require(bench.broker.discovery)
        #expect(discovery.contains(#""fan_case":{"platform":"fan""#))
        #expect(discovery.contains(#""siren_horn":{"platform":"siren""#))
    }

    @Test(arguments: [
        ("app-fan/cooler", "40", Event.speed(0.4), "40"), ("app-fan/cooler", "ON", .speed(1), "ON"),
        ("app-fan/cooler", "0", .speed(0), "OFF"), ("app-siren/alarm", "ON", .alarm(true), "ON"),
        ("app-siren/alarm", "OFF", .alarm(false), "OFF"),
        ("app-time/wake up", "06:30", .wake(TimeOfDay(hour: 6, minute: 30)), "06:30"),
        ("app-notify/board", "Dinner!\nCome", .message("Dinner!\nCome"), "Dinner!\nCome"),
        ("app-switch/pump", "ON", .pump(true), "ON"), ("app-number/target", "21", .target(21), "21"),
    ])
    private func commandIsAnEvent(_ topic: String, _ payload: String, _ event: Event, _ state: String) {
        bench.broker.send(payload, to: topic)
        #expect(bench.model == [event])
        #expect(bench.broker[topic] == state)
    }

    @Test(arguments: [
        ("app-time/wake up", "25:00"), ("app-time/wake up", ""), ("app-time/wake up", "noon"),
        ("app-siren/alarm", "50"), ("app-fan/cooler", "101"),
    ])
    func impossibleCommandIsRefused(_ topic: String, _ payload: String) {
        let before = bench.broker[topic]
        bench.broker.send(payload, to: topic)
        #expect(bench.model == [])
        #expect(bench.broker[topic] == before)
    }

    @Test func sirenTakesPlainCommands() throws {
        let text = try component("siren_alarm")
        #expect(text.contains(#""support_duration":false,"support_volume_set":false"#))
        #expect(text.contains(#""command_template":"{{ value "#))
    }

    @Test func fanHasASpeed() throws {
        let text = try #require(bench.broker.discovery)
        #expect(text.contains(#""fan_cooler":{"platform":"fan""#))
        #expect(text.contains(#""percentage_command_topic":"#))
    }

    @Test func timeIsATextWithAPattern() throws {
        let text = try #require(bench.broker.discovery)
        #expect(text.contains(#""text_wake-up":{"platform":"text""#))
        #expect(text.contains(#""max":8,"pattern":"^(([01]?[0-9]|2[0-3]):"#))
    }

    @Test func messagesGoToTheApplicationAndToDisplays() throws {
        let text = try component("notify_board")
        #expect(text.hasPrefix(#""platform":"notify""#))
        #expect(!text.contains("state_topic"))
        let screen = try component("notify_screen-message")
        #expect(screen.contains(#""name":"screen message""#))
        bench.broker.send("Hello", to: "display/screen")
        #expect(bench.broker["display/screen"] == "Hello")
    }

    @Test func classesOfDevicesAreThoseOfTheApplication() throws {
        #expect(try component("switch_pump").contains(#""device_class":"outlet""#))
        #expect(try component("binary_sensor_door").contains(#""device_class":"door""#))
        let target = try component("number_target")
        #expect(target.contains(#""unit_of_measurement":"°C","device_class":"temperature""#))
        let used = try component("sensor_used")
        #expect(used.contains(#""unit_of_measurement":"kWh","state_class":"total_increasing","device_class":"energy""#))
        let events = try component("sensor_events")
        #expect(events.contains(#""state_class":"measurement""#) && !events.contains("device_class"))
    }
}
