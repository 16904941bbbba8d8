import CarillonTest
import TestSupport
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
        let values = board.values
        let controller = Mobius.loop(
            update: { (model: [Event], event: Event) -> Next<[Event], Never> in .next(model + [event]) },
            effectHandler: EffectRouter<Never, Event>().asConnectable
        )
        .withEventSource(
            board.events(
                values.fan("cooler").commanded { .speed($0) }, values.siren("alarm").commanded { .alarm($0) },
                values.time("wake up").commanded { .wake($0) }, values.message("board").commanded { .message($0) },
                values.switch("pump").entity(name: "Well", icon: "mdi:pump", deviceClass: "outlet").commanded {
                    .pump($0)
                },
                values.number("target", in: 5...30, unit: "°C").entity(deviceClass: "temperature")
                    .commanded { .target($0) })
        )
        .makeController(from: [], on: board.queue)
        controller.connectView(values.number("used", unit: "kWh").entity(deviceClass: "energy").view { $0.count })
        controller.connectView(values.number("events").view { $0.count })
        controller.connectView(values.switch("door").entity(deviceClass: "door").view { $0.isEmpty })
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
        ("app-time/wake up", "06:30", .wake("06:30"), "06:30"),
        ("app-notify/board", "Dinner!\nCome", .message("Dinner!\nCome"), "Dinner!\nCome"),
        ("app-switch/pump", "ON", .pump(true), "ON"), ("app-number/target", "21", .target(21), "21"),
    ])
    private func commandIsSentToTheLoopAsAnEvent(_ topic: String, _ payload: String, _ event: Event, _ state: String) {
        bench.broker.send(payload, to: topic)
        expectEqual(bench.model, [event])
        expectEqual(bench.broker[topic], state)
    }

    @Test(arguments: [
        ("app-time/wake up", "25:00"), ("app-time/wake up", ""), ("app-time/wake up", "noon"),
        ("app-siren/alarm", "50"), ("app-fan/cooler", "101"),
    ])
    func impossibleCommandIsRefused(_ topic: String, _ payload: String) {
        let before = bench.broker[topic]
        bench.broker.send(payload, to: topic)
        expectEqual(bench.model, [])
        expectEqual(bench.broker[topic], before)
    }

    @Test func sirenFanAndTimeHaveTheFieldsOfTheirPlatforms() throws {
        let siren = try component("siren_alarm")
        #expect(siren.contains(#""support_duration":false,"support_volume_set":false"#))
        #expect(siren.contains(#""command_template":"{{ value "#))
        let fan = try component("fan_cooler")
        #expect(fan.hasPrefix(#""platform":"fan""#) && fan.contains(#""percentage_command_topic":"#))
        let time = try component("text_wake-up")
        #expect(time.hasPrefix(#""platform":"text""#))
        #expect(time.contains(#""max":8,"pattern":"^(([01]?[0-9]|2[0-3]):"#))
    }

    @Test func applicationAndDisplaysReceiveMessages() throws {
        let text = try component("notify_board")
        #expect(text.hasPrefix(#""platform":"notify""#))
        #expect(!text.contains("state_topic"))
        let screen = try component("notify_screen-message")
        #expect(screen.contains(#""name":"screen message""#))
        bench.broker.send("Hello", to: "display/screen")
        expectEqual(bench.broker["display/screen"], "Hello")
    }

    @Test func deviceClassesComeFromTheApplication() throws {
        let pump = try component("switch_pump")
        #expect(pump.contains(#""device_class":"outlet""#) && pump.contains(#""icon":"mdi:pump""#))
        #expect(pump.contains(#""name":"Well""#))
        #expect(try component("binary_sensor_door").contains(#""device_class":"door""#))
        let target = try component("number_target")
        #expect(target.contains(#""unit_of_measurement":"°C","min":5,"max":30,"step":1,"device_class":"temperature""#))
        let used = try component("sensor_used")
        #expect(used.contains(#""unit_of_measurement":"kWh","state_class":"total_increasing","device_class":"energy""#))
        let events = try component("sensor_events")
        #expect(events.contains(#""state_class":"measurement""#) && !events.contains("device_class"))
    }

    @Test func unsuitableClassIsReportedAndLeftOut() throws {
        let bench = try Bench(fleet: .homeAssistant) { board in
            let values = board.values
            let controller = Mobius.loop(
                update: { (model: Int, new: Int) -> Next<Int, Never> in .next(model + new) },
                effectHandler: EffectRouter<Never, Int>().asConnectable
            )
            .withEventSource(
                values.number("goal", in: 0...9, unit: "°C").entity(deviceClass: "humidity").commanded { (goal: Int) in
                    goal
                }
            )
            .makeController(from: 0, on: board.queue)
            controller.connectView(
                values.number("used", unit: "L").entity(deviceClass: "energy").view { (model: Int) in model })
            controller.connectView(
                values.number("wind", unit: "°").entity(deviceClass: "wind_direction").view { (model: Int) in model })
            controller.connectView(
                values.switch("gate").entity(deviceClass: "gates").view { (model: Int) in model > 0 })
            return controller
        }
        let discovery = try #require(bench.broker.discovery)
        #expect(discovery.contains(#""unit_of_measurement":"L","state_class":"measurement"}"#))
        #expect(discovery.contains(#""state_class":"measurement_angle","device_class":"wind_direction""#))
        for name in ["energy", "humidity", "gates"] { #expect(!discovery.contains("\"\(name)\"")) }
        expectEqual(bench.failures.count, 3, "\(bench.failures)")
        #expect(bench.failures[0].contains("number \"goal\" in the fleet: device class \"humidity\" does not suit"))
        #expect(bench.failures[1].hasSuffix("expected one of: gas, monetary, volume, volume_storage, water"))
        #expect(bench.failures[2].hasPrefix("switch \"gate\" in the fleet: device class \"gates\" does not suit"))
    }

    /// Home Assistant refuses an amount of money as a measurement.
    @Test func stateClassMatchesTheDeviceClassOfTheWiring() throws {
        let credit = try Wiring(
            .analog("credit", chip: "mcp3008 spidev0.0", channel: 0).entity(deviceClass: "monetary"))
        let bench = try Bench(wiring: credit, fleet: .homeAssistant) { board in
            Mobius.beginnerLoop { (_: Double, new: Double) in new }
                .withEventSource(try board.analog("credit").changed { $0 })
                .makeController(from: 0, on: board.queue)
        }
        let discovery = try #require(bench.broker.discovery)
        #expect(discovery.contains(#""state_class":"total","device_class":"monetary""#), "\(discovery)")
    }
}
