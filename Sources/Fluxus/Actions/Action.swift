/// Something that is to be done and ends in mutations, with what there is to know about it.
///
///     enum CounterAction: Action {
///         case incrementRandom
///         case incrementLater(by: Int, after: Duration)
///     }
///
/// An action passes from thread to thread, and so is Sendable, as an enumeration of plain values is by itself.
public protocol Action: Sendable {}
