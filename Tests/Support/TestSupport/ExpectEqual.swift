import Testing

/// Expects that a value equals another one, as `#expect(value == expected)` does, for less of the compiler's time.
public func expectEqual<Value: Equatable>(
    _ value: Value, _ expected: Value, _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(value == expected, comment(), sourceLocation: sourceLocation)
}
