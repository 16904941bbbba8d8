import MobiusCore

/// Requires that the loop starts with a model that equals `expected`.
public func hasModel<Model: Equatable, Effect>(
    _ expected: Model, file: StaticString = #filePath, line: UInt = #line
) -> FirstPredicate<Model, Effect> {
    predicate(file: file, line: line) { first in failure(aboutModel: first.model, expected: expected) }
}

/// Requires that the loop starts without effects.
public func hasNoEffects<Model, Effect>(
    file: StaticString = #filePath, line: UInt = #line
) -> FirstPredicate<Model, Effect> {
    predicate(file: file, line: line) { first in complaintUnlessEmpty(first.effects) }
}

/// Requires that all of `expected` are among the first effects, in any order. Other effects are allowed.
///
/// - Parameter expected: The effects. An effect that is listed twice has to occur twice.
public func hasEffects<Model, Effect: Equatable>(
    _ expected: [Effect], file: StaticString = #filePath, line: UInt = #line
) -> FirstPredicate<Model, Effect> {
    predicate(file: file, line: line) { first in failure(about: first.effects, including: expected) }
}

/// Requires that the first effects are `expected`, in any order, without others.
///
/// - Parameter expected: The effects. An effect that is listed twice has to occur twice.
public func hasOnlyEffects<Model, Effect: Equatable>(
    _ expected: [Effect], file: StaticString = #filePath, line: UInt = #line
) -> FirstPredicate<Model, Effect> {
    predicate(file: file, line: line) { first in failure(about: first.effects, beingOnly: expected) }
}

/// Requires that the first effects are `expected`, in this order, without others.
public func hasExactlyEffects<Model, Effect: Equatable>(
    _ expected: [Effect], file: StaticString = #filePath, line: UInt = #line
) -> FirstPredicate<Model, Effect> {
    predicate(file: file, line: line) { first in failure(about: first.effects, beingExactly: expected) }
}
