import MobiusCore

/// The loop begins with a model that equals `expected`.
public func hasModel<Model: Equatable, Effect>(
    _ expected: Model, file: StaticString = #filePath, line: UInt = #line
) -> FirstPredicate<Model, Effect> {
    predicate(file: file, line: line) { first in complaint(aboutModel: first.model, expected: expected) }
}

/// The loop begins without effects.
public func hasNoEffects<Model, Effect>(
    file: StaticString = #filePath, line: UInt = #line
) -> FirstPredicate<Model, Effect> {
    predicate(file: file, line: line) { first in complaintUnlessEmpty(first.effects) }
}

/// All of `expected` are among the first effects, in any order; there may be others.
///
/// - Parameter expected: An effect that stands here twice has to be there twice.
public func hasEffects<Model, Effect: Equatable>(
    _ expected: [Effect], file: StaticString = #filePath, line: UInt = #line
) -> FirstPredicate<Model, Effect> {
    predicate(file: file, line: line) { first in complaint(about: first.effects, including: expected) }
}

/// The first effects are `expected`, in any order, and there are no others.
///
/// - Parameter expected: An effect that stands here twice has to be there twice.
public func hasOnlyEffects<Model, Effect: Equatable>(
    _ expected: [Effect], file: StaticString = #filePath, line: UInt = #line
) -> FirstPredicate<Model, Effect> {
    predicate(file: file, line: line) { first in complaint(about: first.effects, beingOnly: expected) }
}

/// The first effects are `expected`, in this order, and there are no others.
public func hasExactlyEffects<Model, Effect: Equatable>(
    _ expected: [Effect], file: StaticString = #filePath, line: UInt = #line
) -> FirstPredicate<Model, Effect> {
    predicate(file: file, line: line) { first in complaint(about: first.effects, beingExactly: expected) }
}
