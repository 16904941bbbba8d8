import CarillonTest
import TestSupport
import Testing

/// The lights, choices, texts and covers of an application, and the appearance of its devices.
@Suite struct FleetEntityTests {
    private enum Mode: String, CaseIterable, Codable { case eco, warm }

    private enum Event: Equatable, Codable, Sendable {
        case brightness(Double)
        case color(Color)
        case mode(Mode)
        case scene(String)
        case note(String)
        case blind(CoverCommand)
        case count(Int)
        case level(Double)
    }

    private static func make(on board: Board) throws -> MobiusController<[Event], Event, Never> {
        let controller = Mobius.loop(
            update: { (model: [Event], event: Event) -> Next<[Event], Never> in .next(model + [event]) },
            effectHandler: EffectRouter<Never, Event>().asConnectable
        )
        .withEventSource(
            board.events(
                board.values.light("ceiling").commanded { .brightness($0) },
                board.values.colorLight("mood").commanded { .color($0) },
                board.values.choice("mode", of: Mode.self).commanded { .mode($0) },
                board.values.choice("scene", of: ["day", "night"]).commanded { .scene($0) },
                board.values.number("count", in: 0...9).commanded { .count($0) },
                board.values.number("level", in: 0...9, step: 0.5).commanded { .level($0) },
                board.values.text("note").commanded { .note($0) }, board.values.cover("blind").commanded { .blind($0) })
        )
        .makeController(from: [], on: board.queue)
        _ = try board.encoder("knob")
        return controller
    }

    private let bench: Bench<[Event]>

    init() throws { bench = try Bench(fleet: .homeAssistant, Self.make) }

    @Test(arguments: [
        ("app-light/ceiling", "30", Event.brightness(0.3), "30"), ("app-light/ceiling", "ON", .brightness(1), "ON"),
        ("app-light/ceiling", "OFF", .brightness(0), "OFF"), ("app-light/mood", "#ff0000", .color(.red), "#ff0000"),
        ("app-light/mood", "OFF", .color(.black), "OFF"), ("app-light/mood", "#000000", .color(.black), "OFF"),
        ("app-light/mood", "ON", .color(.white), "#ffffff"), ("app-select/mode", "warm", .mode(.warm), "warm"),
        ("app-select/scene", "night", .scene("night"), "night"), ("app-text/note", "hello", .note("hello"), "hello"),
        ("app-number/count", "7", .count(7), "7"), ("app-number/level", "2.5", .level(2.5), "2.5"),
        ("app-cover/blind", "closed", .blind(.close), "closed"),
        ("app-cover/blind", "stopped", .blind(.stop), "stopped"),
    ])
    private func commandIsSentToTheLoopAsAnEvent(_ topic: String, _ payload: String, _ event: Event, _ state: String) {
        bench.broker.send(payload, to: topic)
        expectEqual(bench.model, [event])
        expectEqual(bench.broker[topic], state)
    }

    @Test(arguments: [
        ("app-select/mode", "nonsense"), ("app-select/scene", "nonsense"), ("app-cover/blind", "nonsense"),
        ("app-light/ceiling", "nonsense"), ("app-light/mood", "nonsense"), ("app-number/count", "2.5"),
    ])
    func invalidCommandIsIgnoredAndReported(_ topic: String, payload: String) {
        #expect(["OFF", "None", "0"].contains(bench.broker[topic]))
        bench.broker.send(payload, to: topic)
        #expect(bench.model.isEmpty)
        expectEqual(bench.broker.notices.last?.contains("the device does not accept this value"), true)
    }

    @Test func lightKeepsItsColourWhileItIsOff() {
        for payload in ["#ff0000", "OFF", "ON"] { bench.broker.send(payload, to: "app-light/mood") }
        expectEqual(bench.model, [.color(.red), .color(.black), .color(.red)])
    }

    @Test func viewsShowTheModel() throws {
        let bench = try Bench(fleet: .homeAssistant) { board in
            let controller = Mobius.loop(
                update: { (model: Int, _: Bool) -> Next<Int, Never> in .next(model + 1) },
                effectHandler: EffectRouter<Never, Bool>().asConnectable
            )
            .withEventSource(try board.button("next").pressed(send: true))
            .makeController(from: 0, on: board.queue)
            controller.connectView(board.values.light("ceiling").view { $0 == 0 ? 0 : 0.5 })
            controller.connectView(board.values.colorLight("mood").view { $0 == 0 ? .black : .red })
            controller.connectView(board.values.choice("mode", of: Mode.self).view { $0 == 0 ? .eco : .warm })
            controller.connectView(board.values.cover("blind").view { $0 == 0 ? .closed : .opening })
            return controller
        }
        let topics = ["app-light/ceiling", "app-light/mood", "app-select/mode", "app-cover/blind"]
        expectEqual(topics.map { bench.broker[$0] }, ["OFF", "OFF", "eco", "closed"])
        try bench.press("next")
        expectEqual(topics.map { bench.broker[$0] }, ["50", "#ff0000", "warm", "opening"])
    }

    @Test func turnsAreSentAsEventsWhileTheBoxIsConnected() throws {
        _ = bench.broker.takeMessages()
        try bench.turn("knob", by: 2)
        try bench.turn("knob", by: -1)
        var turns: [String] {
            bench.broker.takeMessages().filter { $0.topic == "encoder/knob/turn" }
                .compactMap { $0.text.split(separator: "\"").dropFirst(3).first.map(String.init) }
        }
        expectEqual(turns, ["rotate_right", "rotate_right", "rotate_left"])
        expectEqual(bench.broker["encoder/knob"], "1")
        bench.broker.stop()
        try bench.turn("knob", by: 5)
        bench.broker.restore()
        bench.advance(by: .seconds(60))
        #expect(turns.isEmpty)
        expectEqual(bench.broker["encoder/knob"], "6")
    }

    @Test func entityHasTheNameAndTheClassOfTheWiring() throws {
        let bench = try Bench(
            wiring: Wiring(
                .relay("kettle", line: "A").entity(name: "Tea", icon: "mdi:kettle", deviceClass: "outlet"),
                .encoder("knob", a: "B", b: "C", button: "D").entity(name: "Volume", deviceClass: "power_factor")),
            fleet: .homeAssistant(title: "Kitchen", area: "Kitchen")
        ) { board in
            Mobius.loop(
                update: { (model: Int, _: Bool) -> Next<Int, Never> in .next(model) },
                effectHandler: EffectRouter<Never, Bool>().asConnectable
            ).makeController(from: 0, on: board.queue)
        }
        let discovery = try #require(bench.broker.discovery)
        #expect(discovery.contains(#""name":"Tea""#) && discovery.contains(#""icon":"mdi:kettle""#))
        #expect(discovery.contains(#""name":"Volume""#) && discovery.contains(#""name":"Volume button""#))
        expectEqual(discovery.components(of: #""device_class":"power_factor""#), 1)
        #expect(discovery.contains(#""suggested_area":"Kitchen""#))
    }
}

extension String {
    fileprivate func components(of part: String) -> Int { indices.count { self[$0...].hasPrefix(part) } }
}
