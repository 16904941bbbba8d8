import Testing

/// A row of a table of tests. Its name is a statement that holds if the test passes; a failure shows it.
public struct Row<Given: Sendable, Expected: Sendable>: Sendable, CustomTestStringConvertible {
    /// The statement.
    public let name: String
    /// The input of the test.
    public let given: Given
    /// The value that the test compares its result with.
    public let expected: Expected
    /// The line of the row, for the `sourceLocation` of an expectation.
    public let place: SourceLocation

    /// Creates a row at the line of the call.
    public init(_ name: String, _ given: Given, _ expected: Expected, at place: SourceLocation = #_sourceLocation) {
        (self.name, self.given, self.expected, self.place) = (name, given, expected, place)
    }
    /// Creates a row whose input is a closure, which is written last.
    public init(_ name: String, _ expected: Expected, at place: SourceLocation = #_sourceLocation, given: Given) {
        self.init(name, given, expected, at: place)
    }

    /// The name.
    public var testDescription: String { name }
}

/// A row of a table of tests whose content is a sequence of steps, some of which are expectations.
public struct Course<Step: Sendable>: Sendable, CustomTestStringConvertible {
    /// The statement that holds if the test passes.
    public let name: String
    /// The steps, in their order.
    public let steps: [Step]
    /// The line of the row, for the `sourceLocation` of an expectation.
    public let place: SourceLocation

    /// Creates a row at the line of the call.
    public init(_ name: String, at place: SourceLocation = #_sourceLocation, _ steps: Step...) {
        (self.name, self.steps, self.place) = (name, steps, place)
    }

    /// The name.
    public var testDescription: String { name }
}
