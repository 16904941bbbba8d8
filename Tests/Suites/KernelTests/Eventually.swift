import Foundation

/// Waits until `condition` holds.
///
/// - Parameters:
///   - what: What is awaited, for the error's text.
///   - limit: How long to wait. Emulation is slow, and a wait ends as soon as it can: the limit is for failures.
///   - details: What helps to understand that it did not come, for the error's text.
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
