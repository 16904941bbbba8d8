import Testing

/// Expects that `body` throws an error of that type, and returns it.
///
/// It is what `#expect(throws:)` does since Swift 6.1: before, that returns nothing.
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
