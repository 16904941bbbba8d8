import MobiusCore

/// A check of a value, with the reason if it fails.
public typealias Predicate<Value> = (Value) -> PredicateResult

/// A ``Predicate`` for the result of an update function.
public typealias NextPredicate<Model, Effect> = Predicate<Next<Model, Effect>>

/// A ``Predicate`` for the result of an initiate function.
public typealias FirstPredicate<Model, Effect> = Predicate<First<Model, Effect>>

/// The result of a ``Predicate``.
public enum PredicateResult {
    /// The predicate holds.
    case success
    /// The predicate does not hold: the reason, and the location in the test to report.
    case failure(message: String, file: StaticString, line: UInt)
}

/// Returns a predicate that fails if `failure` returns a message.
///
/// - Parameters:
///   - file: The file of the location to report.
///   - line: The line of the location to report.
///   - failure: Returns the failure message for a value; `nil` if the value passes.
func predicate<Value>(
    file: StaticString, line: UInt, failure: @escaping (Value) -> String?
) -> Predicate<Value> {
    { value in
        guard let message = failure(value) else { return .success }
        return .failure(message: message, file: file, line: line)
    }
}
