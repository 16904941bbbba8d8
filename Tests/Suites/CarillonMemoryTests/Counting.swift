import CarillonMemory
import CarillonTest

/// A count that a box remembers.
struct Counting: Sendable {
    struct Model: Codable, Equatable, Sendable {
        var count = 0
    }

    enum Event: Sendable { case plus }

    var first = 0
    var name = "count"
    var version = 1
    var period = Duration.seconds(1)
    var migrate: @Sendable (StoredModel) throws -> Model? = { _ in nil }

    func make(on board: Board) throws -> MobiusController<Model, Event, Never> {
        try Mobius.beginnerLoop { (model: Model, event: Event) in Model(count: model.count + 1) }
            .withEventSource(try board.button("plus").pressed(send: Event.plus))
            .makeController(
                from: Model(count: first), remembering: name, version: version, every: period, on: board,
                migrate: migrate)
    }
}
