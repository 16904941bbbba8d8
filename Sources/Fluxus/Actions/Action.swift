/// A request to do something that ends in mutations, with its parameters.
///
///     enum CounterAction: Action {
///         case incrementRandom
///         case incrementLater(by: Int, after: Duration)
///     }
///
/// An action passes between threads, so it is Sendable. An enumeration of plain values is so implicitly.
public protocol Action: Sendable {}
