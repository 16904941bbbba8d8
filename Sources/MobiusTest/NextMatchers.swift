import MobiusCore

/// The event changes nothing: there is neither a model nor an effect.
public func hasNothing<Model, Effect>(
    file: StaticString = #filePath, line: UInt = #line
) -> NextPredicate<Model, Effect> {
    predicate(file: file, line: line) { next in
        guard next.model != nil || !next.effects.isEmpty else { return nil }
        return Complaint("Expected neither a model nor effects.")
            .adding("model found", next.model.map(text) ?? "none")
            .adding("effects found", text(ofEach: next.effects))
            .text
    }
}

/// There is a model, whichever.
public func hasModel<Model, Effect>(
    file: StaticString = #filePath, line: UInt = #line
) -> NextPredicate<Model, Effect> {
    predicate(file: file, line: line) { next in
        next.model == nil ? "Expected a model, found none." : nil
    }
}

/// There is a model, and it equals `expected`.
public func hasModel<Model: Equatable, Effect>(
    _ expected: Model, file: StaticString = #filePath, line: UInt = #line
) -> NextPredicate<Model, Effect> {
    predicate(file: file, line: line) { next in
        guard let model = next.model else {
            return Complaint("Expected a model, found none.").adding("expected", text(expected)).text
        }
        return complaint(aboutModel: model, expected: expected)
    }
}

/// There is no model: it stays as it is.
public func hasNoModel<Model, Effect>(
    file: StaticString = #filePath, line: UInt = #line
) -> NextPredicate<Model, Effect> {
    predicate(file: file, line: line) { next in
        guard let model = next.model else { return nil }
        return Complaint("Expected no model, found one.").adding("found", text(model)).text
    }
}

/// There are no effects.
public func hasNoEffects<Model, Effect>(
    file: StaticString = #filePath, line: UInt = #line
) -> NextPredicate<Model, Effect> {
    predicate(file: file, line: line) { next in complaintUnlessEmpty(next.effects) }
}

/// All of `expected` are among the effects, in any order; there may be others.
///
/// - Parameter expected: An effect that stands here twice has to be there twice.
public func hasEffects<Model, Effect: Equatable>(
    _ expected: [Effect], file: StaticString = #filePath, line: UInt = #line
) -> NextPredicate<Model, Effect> {
    predicate(file: file, line: line) { next in complaint(about: next.effects, including: expected) }
}

/// The effects are `expected`, in any order, and there are no others.
///
/// - Parameter expected: An effect that stands here twice has to be there twice.
public func hasOnlyEffects<Model, Effect: Equatable>(
    _ expected: [Effect], file: StaticString = #filePath, line: UInt = #line
) -> NextPredicate<Model, Effect> {
    predicate(file: file, line: line) { next in complaint(about: next.effects, beingOnly: expected) }
}

/// The effects are `expected`, in this order, and there are no others.
public func hasExactlyEffects<Model, Effect: Equatable>(
    _ expected: [Effect], file: StaticString = #filePath, line: UInt = #line
) -> NextPredicate<Model, Effect> {
    predicate(file: file, line: line) { next in complaint(about: next.effects, beingExactly: expected) }
}
