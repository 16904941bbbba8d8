/// A requested change of the state, with its parameters.
///
/// A mutation passes between threads, so the protocol requires `Sendable`. An enumeration of plain values meets the
/// requirement.
public protocol Mutation: Sendable {}
