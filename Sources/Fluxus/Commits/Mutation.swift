/// A requested change of the state, with its parameters.
///
/// A mutation passes between threads and must be `Sendable`. An enumeration of plain values is, without a declaration.
public protocol Mutation: Sendable {}
