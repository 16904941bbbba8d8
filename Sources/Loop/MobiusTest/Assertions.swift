import MobiusCore

/// A function that receives the message of a failure and its location in the test: file and line.
public typealias AssertionFailure = (String, StaticString, UInt) -> Void

/// Returns an assertion that all `predicates` hold for the update function's result for the last event.
///
/// The predicates of this module also replace those of MobiusNimble: `hasModel` is its `haveModel`, and so on.
///
/// - Parameters:
///   - predicates: The predicates, such as ``hasNoModel(file:line:)``.
///   - failFunction: Called once for each predicate that does not hold. By default, it reports the failure to the
///     testing library that is running the test, Swift Testing or XCTest, at the line of the predicate.
/// - Returns: The argument of ``UpdateSpec/Then/then(_:)``.
public func assertThatNext<Model, Event, Effect>(
    _ predicates: NextPredicate<Model, Effect>..., failFunction: @escaping AssertionFailure = reportFailure
) -> UpdateSpec<Model, Event, Effect>.Assert {
    { result in check(predicates, of: result.lastNext, failFunction: failFunction) }
}

/// Returns an assertion that all `predicates` hold for the initiate function's result.
///
/// - Parameters:
///   - predicates: The predicates, such as `hasNoEffects()`.
///   - failFunction: Called once for each predicate that does not hold. By default, it reports the failure to
///     the testing library that is running the test, Swift Testing or XCTest, at the line of the predicate.
/// - Returns: The argument of ``InitSpec/Then/then(_:)``.
public func assertThatFirst<Model, Effect>(
    _ predicates: FirstPredicate<Model, Effect>..., failFunction: @escaping AssertionFailure = reportFailure
) -> AssertFirst<Model, Effect> {
    { first in check(predicates, of: first, failFunction: failFunction) }
}

private func check<Value>(_ predicates: [Predicate<Value>], of value: Value, failFunction: AssertionFailure) {
    for predicate in predicates {
        if case .failure(let message, let file, let line) = predicate(value) {
            failFunction(message, file, line)
        }
    }
}
