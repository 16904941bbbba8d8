import CarillonMemory
import CarillonTest
import TestSupport
import Testing

/// A remembered model whose type has new properties, or that is a part of the loop's model.
@Suite struct NewPropertyTests {
    struct Lamp: Codable, Equatable, Sendable {
        var level = 0.5
        var name: String?
    }

    struct Model: Codable, Equatable, Sendable {
        var count = 0
        var limit = 7
        var lamp = Lamp()
        var lamps: [Lamp] = []
        var places: [String: Int] = ["kitchen": 1]
    }

    private static func make(on board: Board) throws -> MobiusController<Model, Int, Never> {
        try Mobius.beginnerLoop { (model: Model, _: Int) in model }
            .makeController(from: Model(limit: 9), remembering: "m", on: board)
    }

    private func bench(_ model: String) throws -> Bench<Model> {
        try Bench(memory: ["m": #"{"model": \#(model)}"#], Self.make)
    }

    static let earlierModels: [Row<String, Model>] = [
        Row("missing keys keep the values of the first model", #"{"count": 41}"#, Model(count: 41, limit: 9)),
        Row(
            "missing keys within a property are filled in",
            #"{"count": 41, "lamp": {"name": "desk"}, "lamps": [], "places": {}}"#,
            Model(count: 41, limit: 9, lamp: Lamp(name: "desk"), places: [:])),
    ]

    /// The files are those of a person, without a checksum.
    @Test(arguments: earlierModels) func modelWithoutNewPropertiesIsRemembered(row: Row<String, Model>) throws {
        let bench = try bench(row.given)
        expectEqual(bench.model, row.expected, sourceLocation: row.place)
        expectEqual(bench.failures, [], sourceLocation: row.place)
    }

    @Test func fileWithoutTheKeysIsKept() throws {
        let bench = try bench(#"{"count": 41}"#)
        bench.close()
        expectEqual(bench.memory["m.earlier"], #"{"model": {"count": 41}}"#)
        expectEqual(try bench.memory.model("m", as: Model.self), Model(count: 41, limit: 9))
        let second = try Bench(memory: bench.memory, Self.make)
        second.close()
        expectEqual(second.memory, bench.memory)
    }

    @Test(arguments: [
        #"{"count": "many"}"#, "{}, \"count\": {", #"{"count": 41, "lamps": [{"name": "desk"}]}"#, #"{"count": null}"#,
    ])
    func modelThatFitsItsTypeInPartCountsAsDamaged(model: String) throws {
        let bench = try bench(model)
        expectEqual(bench.model, Model(limit: 9))
        expectEqual(bench.failures.count, 1)
    }

    @Test func migrationRunsBeforeNewPropertiesAreFilledIn() throws {
        let counting = Counting { old in
            Counting.Model(count: try old.model(as: [String: Int].self)["total"] ?? 0)
        }
        let bench = try Bench(memory: ["count": #"{"model": {"total": 3}}"#], counting.make)
        expectEqual(bench.model.count, 3)
    }

    @Test func numbersOfAllSizesArePreserved() throws {
        struct Numbers: Codable, Equatable, Sendable {
            var natural = UInt64.max
            var integer = Int64.min
            var small = Double.leastNonzeroMagnitude
            var tenth = 0.1
            var infinite = Double.infinity
            var isOn = true
            var one = 1.0
        }
        struct More: Codable, Equatable, Sendable {
            var numbers = Numbers()
            var new = 3
        }
        struct Less: Codable { var numbers = Numbers() }
        let text = try MemoryText.encode(Less(), version: 1)
        let bench = try Bench(memory: ["m": String(decoding: text, as: UTF8.self)]) { (board: Board) in
            try Mobius.beginnerLoop { (model: More, _: Int) in model }
                .makeController(
                    from: More(numbers: Numbers(natural: 0, integer: 0, small: 0, infinite: 0, isOn: false)),
                    remembering: "m",
                    on: board)
        }
        expectEqual(bench.model, More())
    }

    // MARK: A part of the model

    struct Whole: Equatable, Sendable {
        var settings = Counting.Model()
        var presses = 0
    }

    private static func makePart(on board: Board) throws -> MobiusController<Whole, Int, Never> {
        try Mobius.beginnerLoop { (model: Whole, event: Int) in
            Whole(settings: Counting.Model(count: model.settings.count + event), presses: model.presses + 1)
        }
        .withEventSource(try board.button("plus").pressed(send: 2))
        .makeController(
            from: Whole(settings: Counting.Model(count: 5)), remembering: \.settings, as: "settings", on: board)
    }

    @Test func partOfTheModelIsRemembered() throws {
        let first = try Bench(Self.makePart)
        try first.press("plus")
        expectEqual(first.model, Whole(settings: Counting.Model(count: 7), presses: 1))
        first.close()
        expectEqual(try first.memory.model("settings", as: Counting.Model.self).count, 7)
        let second = try Bench(memory: first.memory, Self.makePart)
        expectEqual(second.model, Whole(settings: Counting.Model(count: 7)))
        #expect(second.failures.isEmpty)
    }
}
