import Foundation

/// Waits until `condition` holds.
///
/// - Parameters:
///   - what: The condition in words, for the error.
///   - limit: The maximum wait. The wait ends as soon as the condition holds. The limit is long because emulation is
///     slow.
///   - details: Information that explains a failure, for the error.
func wait(
    until what: String, within limit: Duration = .seconds(20), details: @autoclosure () -> String = "",
    _ condition: () throws -> Bool
) throws {
    let deadline = ContinuousClock.now + limit
    while try !condition() {
        guard ContinuousClock.now < deadline else {
            throw TimedOut(description: "waited \(limit) until \(what)\n\(details())")
        }
        usleep(1000)  // leaves the processor to whom we wait for
    }
}

struct TimedOut: Error, CustomStringConvertible {
    let description: String
}
