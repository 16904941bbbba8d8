/// A request to do something that ends in mutations, with its parameters.
///
///     enum CounterAction: Action {
///         case incrementRandom
///         case incrementLater(by: Int, after: Duration)
///     }
///
/// An action passes between threads and must be `Sendable`. An enumeration of plain values is, without a declaration.
public protocol Action: Sendable {}
