/// A change of the state that is to be made, with what there is to know about it.
///
/// A mutation passes from thread to thread, and so is Sendable, as an enumeration of plain values is by itself.
public protocol Mutation: Sendable {}
