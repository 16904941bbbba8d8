@_exported import MobiusCore

/// The three types of a loop in one, as in the first versions of Mobius.swift.
///
/// A file that imports this module instead of MobiusCore names a loop by its types: `MobiusLoop<CounterLoopTypes>`.
public protocol LoopTypes {
    /// The state of the loop.
    associatedtype Model
    /// An input of the loop.
    associatedtype Event
    /// A side effect that the loop requests.
    associatedtype Effect: Hashable
}

/// A running loop, named by its types.
public typealias MobiusLoop<Types: LoopTypes> = MobiusCore.MobiusLoop<Types.Model, Types.Event, Types.Effect>

/// A controller, named by its loop's types.
public typealias MobiusController<Types: LoopTypes> =
    MobiusCore.MobiusController<Types.Model, Types.Event, Types.Effect>

/// A builder of a loop, named by the loop's types.
public typealias Builder<Types: LoopTypes> = Mobius.Builder<Types.Model, Types.Event, Types.Effect>
