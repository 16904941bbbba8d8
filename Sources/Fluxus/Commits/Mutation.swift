/// A requested change of the state, with its parameters.
///
/// A mutation passes between threads, so it is Sendable. An enumeration of plain values is so implicitly.
public protocol Mutation: Sendable {}
