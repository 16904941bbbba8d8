import CarillonTest
import TestSupport
import Testing

/// The values of an application on a bench: shown by views, set as on the page.
@Suite struct ValueTests {
    private enum Mode: String, CaseIterable, Codable { case eco, warm }

    private struct Model: Equatable, Sendable {
        var isQuiet = false
        var rings = 0
        var wake = TimeOfDay(hour: 7, minute: 0)
        var mode = Mode.eco
        var volume = 40
    }

    private enum Event: Sendable {
        case quiet(Bool)
        case rings(Int)
        case wake(TimeOfDay)
        case mode(Mode)
        case volume(Int)
        case ring
    }

    private static func make(on board: Board) throws -> MobiusController<Model, Event, Never> {
        let values = board.values
        let controller = Mobius.beginnerLoop { (model: Model, event: Event) in
            var model = model
            switch event {
            case .quiet(let isQuiet): model.isQuiet = isQuiet
            case .rings(let rings): model.rings = rings
            case .wake(let time): model.wake = time
            case .mode(let mode): model.mode = mode
            case .volume(let volume): model.volume = volume
            case .ring: model.rings += 1
            }
            return model
        }
        .withEventSource(
            board.events(
                try board.button("bell").pressed(send: .ring), values.button("ring").pressed(send: .ring),
                values.switch("quiet").commanded { .quiet($0) },
                values.number("rings", in: 0...5).commanded { .rings($0) },
                values.time("wake up").commanded { .wake($0) },
                values.choice("mode", of: Mode.self).commanded { .mode($0) },
                values.number("main", in: 0...100).commanded { .volume($0) })
        )
        .makeController(from: Model(), on: board.queue)
        controller.connectView(values.switch("quiet").view(\.isQuiet))
        controller.connectView(values.number("rings", in: 0...5).view(\.rings))
        controller.connectView(values.time("wake up").view { $0.wake })
        controller.connectView(values.choice("mode", of: Mode.self).view(\.mode))
        controller.connectView(values.text("state").view { "\($0.rings) rings" })
        controller.connectView(board.speaker.volume.view { .percent(Double($0.volume)) })
        return controller
    }

    private let bench: Bench<Model>

    init() throws { bench = try Bench(Self.make) }

    @Test func benchReadsTheValuesOfTheApplication() throws {
        #expect(try !bench.isOn("quiet"))
        expectEqual(try bench.level("rings"), 0)
        #expect(try bench.text("wake up") == "07:00" && bench.text("mode") == "eco")
        try bench.press("bell")
        #expect(try bench.level("rings") == 1 && bench.text("state") == "1 rings")
    }

    @Test func benchSetsTheValuesAsThePageDoes() throws {
        try bench.set("quiet", to: .toggle(.on))
        try bench.set("rings", to: .level(3))
        try bench.set("wake up", to: .text("06:30"))
        try bench.set("mode", to: .text("warm"))
        try bench.press("ring")
        let expected = Model(isQuiet: true, rings: 4, wake: TimeOfDay(hour: 6, minute: 30), mode: .warm)
        expectEqual(bench.model, expected)
        #expect(try bench.isOn("quiet") && bench.level("rings") == 4 && bench.text("mode") == "warm")
        // They are nothing that a user at the box sees or hears.
        #expect(bench.changes.map(\.name).allSatisfy { $0 == "main" })
    }

    @Test func valueWithTheNameOfAnOutputIsSetInItsPlace() throws {
        try bench.set("main", to: .level(60))
        expectEqual(bench.model.volume, 60)
        expectEqual(bench.volume(), .percent(60))
    }

    @Test func impossibleValuesAreRefused() throws {
        let refused: [(String, Feature.Value)] = [
            ("rings", .level(6)), ("wake up", .text("25:00")), ("mode", .text("cold")), ("state", .text("new")),
            ("quiet", .level(1)),
        ]
        for (name, value) in refused {
            #expect(throws: BenchError.self) { try bench.set(name, to: value) }
        }
        expectEqual(bench.model, Model())
        #expect(throws: BoardError.self) { try bench.press("chime") }
        #expect(throws: BoardError.self) { try bench.isOn("rings") }
        #expect(throws: BoardError.self) { try Bench().isOn("quiet") }
    }
}
