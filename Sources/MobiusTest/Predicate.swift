import MobiusCore

/// Says whether something holds of a value, and if not, why.
public typealias Predicate<Value> = (Value) -> PredicateResult

/// A ``Predicate`` of what an update function answers.
public typealias NextPredicate<Model, Effect> = Predicate<Next<Model, Effect>>

/// A ``Predicate`` of what an initiate function answers.
public typealias FirstPredicate<Model, Effect> = Predicate<First<Model, Effect>>

/// What a ``Predicate`` says.
public enum PredicateResult {
    /// It holds.
    case success
    /// It does not hold: why, and the place in the test to be shown.
    case failure(message: String, file: StaticString, line: UInt)
}

/// A predicate that holds unless there is something to complain about.
///
/// - Parameters:
///   - file: The file of the place to be shown.
///   - line: The line of the place to be shown.
///   - complaint: What is wrong with the value, told for a person; `nil` if nothing is.
func predicate<Value>(
    file: StaticString, line: UInt, complaint: @escaping (Value) -> String?
) -> Predicate<Value> {
    { value in
        guard let message = complaint(value) else { return .success }
        return .failure(message: message, file: file, line: line)
    }
}
