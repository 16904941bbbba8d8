import MobiusCore

/// Requires that the event changes nothing: the result has neither a model nor effects.
public func hasNothing<Model, Effect>(
    file: StaticString = #filePath, line: UInt = #line
) -> NextPredicate<Model, Effect> {
    predicate(file: file, line: line) { next in
        guard next.model != nil || !next.effects.isEmpty else { return nil }
        return FailureMessage("Expected neither a model nor effects.")
            .adding("model found", next.model.map(text) ?? "none")
            .adding("effects found", text(ofEach: next.effects))
            .text
    }
}

/// Requires that the result has a model, with any value.
public func hasModel<Model, Effect>(
    file: StaticString = #filePath, line: UInt = #line
) -> NextPredicate<Model, Effect> {
    predicate(file: file, line: line) { next in
        next.model == nil ? "Expected a model, found none." : nil
    }
}

/// Requires that the result has a model that equals `expected`.
public func hasModel<Model: Equatable, Effect>(
    _ expected: Model, file: StaticString = #filePath, line: UInt = #line
) -> NextPredicate<Model, Effect> {
    predicate(file: file, line: line) { next in
        guard let model = next.model else {
            return FailureMessage("Expected a model, found none.").adding("expected", text(expected)).text
        }
        return failure(aboutModel: model, expected: expected)
    }
}

/// Requires that the result has no model.
public func hasNoModel<Model, Effect>(
    file: StaticString = #filePath, line: UInt = #line
) -> NextPredicate<Model, Effect> {
    predicate(file: file, line: line) { next in
        guard let model = next.model else { return nil }
        return FailureMessage("Expected no model, found one.").adding("found", text(model)).text
    }
}

/// Requires that the result has no effects.
public func hasNoEffects<Model, Effect>(
    file: StaticString = #filePath, line: UInt = #line
) -> NextPredicate<Model, Effect> {
    predicate(file: file, line: line) { next in complaintUnlessEmpty(next.effects) }
}

/// Requires that all of `expected` are among the effects, in any order. Other effects are allowed.
///
/// - Parameter expected: The effects. An effect that is listed twice has to occur twice.
public func hasEffects<Model, Effect: Equatable>(
    _ expected: [Effect], file: StaticString = #filePath, line: UInt = #line
) -> NextPredicate<Model, Effect> {
    predicate(file: file, line: line) { next in failure(about: next.effects, including: expected) }
}

/// Requires that the effects are `expected`, in any order, without others.
///
/// - Parameter expected: The effects. An effect that is listed twice has to occur twice.
public func hasOnlyEffects<Model, Effect: Equatable>(
    _ expected: [Effect], file: StaticString = #filePath, line: UInt = #line
) -> NextPredicate<Model, Effect> {
    predicate(file: file, line: line) { next in failure(about: next.effects, beingOnly: expected) }
}

/// Requires that the effects are `expected`, in this order, without others.
public func hasExactlyEffects<Model, Effect: Equatable>(
    _ expected: [Effect], file: StaticString = #filePath, line: UInt = #line
) -> NextPredicate<Model, Effect> {
    predicate(file: file, line: line) { next in failure(about: next.effects, beingExactly: expected) }
}
