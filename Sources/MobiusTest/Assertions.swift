import MobiusCore

/// Takes the message of a failure and its place in the test: file and line.
public typealias AssertionFailure = (String, StaticString, UInt) -> Void

/// Requires that all `predicates` hold of what the update function answered to the last event.
///
/// The predicates of this module serve in place of MobiusNimble's, too: `hasModel` is its `haveModel`, and so on.
///
/// - Parameters:
///   - predicates: What has to hold, such as ``hasNoModel(file:line:)``.
///   - failFunction: Called once for each predicate that does not hold. Unless another is given, the failure is reported
///     to the testing library that is running the test, Swift Testing or XCTest, at the line of the predicate.
/// - Returns: What ``UpdateSpec/Then/then(_:)`` wants.
public func assertThatNext<Model, Event, Effect>(
    _ predicates: NextPredicate<Model, Effect>..., failFunction: @escaping AssertionFailure = reportFailure
) -> UpdateSpec<Model, Event, Effect>.Assert {
    { result in check(predicates, of: result.lastNext, failFunction: failFunction) }
}

/// Requires that all `predicates` hold of what the initiate function answered.
///
/// - Parameters:
///   - predicates: What has to hold, such as `hasNoEffects()`.
///   - failFunction: Called once for each predicate that does not hold. Unless another is given, the failure is reported
///     to the testing library that is running the test, Swift Testing or XCTest, at the line of the predicate.
/// - Returns: What ``InitSpec/Then/then(_:)`` wants.
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
