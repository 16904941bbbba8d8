import Foundation
import MobiusCore

/// What `MobiusHooks` is told when `body` does something wrong; `nil` if it does nothing wrong.
///
/// The error handler must not return, so `body` runs on a thread of its own, which then stands still for ever.
func misuse(by body: @escaping @Sendable () -> Void) async -> String? {
    _ = Misuse.handlesErrors
    return await withCheckedContinuation { continuation in
        Thread.detachNewThread {
            Misuse.$report.withValue({ continuation.resume(returning: $0) }, operation: body)
            continuation.resume(returning: nil)
        }
    }
}

private enum Misuse {
    /// Who wants to know, on this thread.
    @TaskLocal static var report: (@Sendable (String) -> Void)?

    static let handlesErrors: Void = MobiusHooks.setErrorHandler { message, file, line in
        guard let report else {
            MobiusHooks.defaultErrorHandler(message, file: file, line: line)
        }
        report(message)
        while true { pause() }
    }
}
