import CarillonBoard
public import MobiusCore

extension Mobius.Builder where Model: Codable & Sendable, Event: Sendable, Effect: Sendable {
    /// Creates a controller on the board's queue that begins with the last model of the program's previous run.
    ///
    ///     .makeController(from: Count(), remembering: "count", on: board)
    ///
    /// A service keeps the model as JSON in its state directory, in `Memory/count.json`, and the model before it in
    /// `Memory/count.previous.json`. Another program keeps it in `$STATE_DIRECTORY` or in the folder of its name in
    /// `$XDG_STATE_HOME`, by default `~/.local/state`. A bench keeps it in its own memory. A background thread writes a
    /// changed model each `period`, and the last one at the end of the program. After a power cut, the file contains the
    /// last model that was written, or the model before it.
    ///
    /// Keys that are missing in the file, because the type has new properties, have the values of `model`. A file that is
    /// damaged, unreadable or of another version is reported, and kept under another name. The loop then begins with the
    /// result of `migrate`; if that is nil, with the model in the previous file; if there is none, with `model`. If the
    /// disk cannot be written, the program reports it once and tries again each `period`.
    ///
    /// - Parameters:
    ///   - model: The model to begin with if none is remembered.
    ///   - name: The name of the memory: ASCII letters, digits, `-` and `_`. Each loop of a program has its own.
    ///   - version: The version of the model's form. Raise it when a property gets another name or type.
    ///   - period: The time between two writes. At least 1 ms; shorter periods count as 1 ms.
    ///   - initiate: Called at each start with the model to start from, on the board's queue.
    ///   - board: The board whose queue runs the loop and its views.
    ///   - migrate: Returns the model for a memory of another version, or for a memory that cannot be decoded as a `Model`;
    ///     nil if it cannot be migrated.
    /// - Throws: `StoredModelError.invalidName`, `.inUse` or `.noFolder`; or `RealTimeError` if the system cannot start a thread.
    @inlinable
    public func makeController(
        from model: Model, remembering name: String, version: Int = 1, every period: Duration = .seconds(1),
        initiate: Initiate<Model, Effect>? = nil, on board: Board,
        migrate: (StoredModel) throws -> Model? = { _ in nil }
    ) throws -> MobiusController<Model, Event, Effect> {
        let (first, handover) = try board.remember(model, as: name, version: version, every: period, migrate: migrate)
        return observing { handover.put($0) }.makeController(from: first, initiate: initiate, on: board.queue)
    }
}

extension Mobius.Builder where Model: Sendable, Event: Sendable, Effect: Sendable {
    /// Creates a controller on the board's queue that remembers a part of its model, such as the settings of a user.
    ///
    ///     .makeController(from: Model(), remembering: \.settings, as: "settings", on: board)
    ///
    /// All other properties begin as in `model`. The model itself need not be `Codable`.
    ///
    /// - Parameters:
    ///   - model: The model to begin with. The remembered part replaces its own.
    ///   - part: The part to remember.
    ///   - name: The name of the memory: ASCII letters, digits, `-` and `_`. Each loop of a program has its own.
    ///   - version: The version of the part's form. Raise it when a property gets another name or type.
    ///   - period: The time between two writes. At least 1 ms; shorter periods count as 1 ms.
    ///   - initiate: Called at each start with the model to start from, on the board's queue.
    ///   - board: The board whose queue runs the loop and its views.
    ///   - migrate: Returns the part for a memory of another version, or for a memory that cannot be decoded as a `Part`;
    ///     nil if it cannot be migrated.
    /// - Throws: `StoredModelError.invalidName`, `.inUse` or `.noFolder`; or `RealTimeError` if the system cannot start a thread.
    @inlinable
    public func makeController<Part: Codable & Sendable>(
        from model: Model, remembering part: WritableKeyPath<Model, Part> & Sendable, as name: String, version: Int = 1,
        every period: Duration = .seconds(1), initiate: Initiate<Model, Effect>? = nil, on board: Board,
        migrate: (StoredModel) throws -> Part? = { _ in nil }
    ) throws -> MobiusController<Model, Event, Effect> {
        let (remembered, handover) = try board.remember(
            model[keyPath: part], as: name, version: version, every: period, migrate: migrate)
        var first = model
        first[keyPath: part] = remembered
        return observing { handover.put($0[keyPath: part]) }
            .makeController(from: first, initiate: initiate, on: board.queue)
    }
}
