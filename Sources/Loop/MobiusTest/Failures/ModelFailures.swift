/// - Returns: The failure message if `model` does not equal `expected`: both of them, and the properties that differ.
func failure<Model: Equatable>(aboutModel model: Model, expected: Model) -> String? {
    guard model != expected else { return nil }
    let failure = FailureMessage("The model is not the expected one.")
        .adding("expected", text(expected))
        .adding("found", text(model))
    return differences(expected: expected, found: model, path: "")
        .reduce(failure) { failure, difference in
            failure.adding(difference.path, "expected \(difference.expected), found \(difference.found)")
        }
        .text
}

/// A property, at any depth, in which two values differ.
struct PropertyDifference: Equatable {
    /// The names from the outside in, as in `lamp.brightness`.
    let path: String
    let expected: String
    let found: String
}

/// Returns the innermost properties in which two values of a type differ.
///
/// - Parameter path: The names that lead to the values; empty for the whole values.
func differences(expected: Any, found: Any, path: String) -> [PropertyDifference] {
    let expectedMirror = Mirror(reflecting: expected)
    let foundMirror = Mirror(reflecting: found)
    let hasProperties = expectedMirror.displayStyle == .struct || expectedMirror.displayStyle == .tuple
    if hasProperties, expectedMirror.subjectType == foundMirror.subjectType, !expectedMirror.children.isEmpty {
        return zip(expectedMirror.children, foundMirror.children).flatMap { expected, found in
            // The members of a tuple without names are called ".0", ".1" and so on.
            let name = expected.label?.drop(while: { $0 == "." }) ?? "?"
            return differences(
                expected: expected.value, found: found.value, path: path.isEmpty ? "\(name)" : "\(path).\(name)")
        }
    }
    let texts = (expected: text(expected), found: text(found))
    guard !path.isEmpty, texts.expected != texts.found else { return [] }
    return [PropertyDifference(path: path, expected: texts.expected, found: texts.found)]
}
