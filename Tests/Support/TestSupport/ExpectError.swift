import Testing

/// Expects that `body` throws an error of that type, and returns the error.
///
/// `#expect(throws:)` returns the error only since Swift 6.1.
public func expectError<Failure: Error>(
    _ type: Failure.Type, sourceLocation: SourceLocation = #_sourceLocation, from body: () throws -> some Any
) -> Failure? {
    do {
        let result = try body()
        Issue.record("it threw no error, and returned \(result)", sourceLocation: sourceLocation)
    } catch let error as Failure {
        return error
    } catch {
        Issue.record("it threw another error than \(type): \(error)", sourceLocation: sourceLocation)
    }
    return nil
}
