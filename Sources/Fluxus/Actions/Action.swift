/// A request for an operation, with its parameters. A dispatcher performs it and commits mutations.
///
///     enum CounterAction: Action {
///         case incrementRandom
///         case incrementLater(by: Int, after: Duration)
///     }
///
/// An action passes between threads, so the protocol requires `Sendable`. An enumeration of plain values meets the
/// requirement.
public protocol Action: Sendable {}
