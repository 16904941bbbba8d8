import CarillonScheduling

/// What happens when a loop is used wrongly.
public enum MobiusHooks {
    /// Takes the message and the place of the call, and does not return.
    public typealias ErrorHandler = @Sendable (String, StaticString, UInt) -> Never

    /// The handler in a structure: a bare function would be wrapped once more by each access through the mutex.
    private struct Handler {
        var handle: ErrorHandler
    }

    private static let handler = Locked(Handler(handle: { defaultErrorHandler($0, file: $1, line: $2) }))

    /// The handler in use. Called on the thread of the wrong use, with no lock held.
    public static var errorHandler: ErrorHandler {
        handler.withLock { $0.handle }
    }

    /// Replaces the handler, for all loops of the program. May be called from any thread.
    public static func setErrorHandler(_ newErrorHandler: @escaping ErrorHandler) {
        handler.withLock { $0.handle = newErrorHandler }
    }

    /// Goes back to ``defaultErrorHandler(_:file:line:)``.
    public static func setDefaultErrorHandler() {
        setErrorHandler { defaultErrorHandler($0, file: $1, line: $2) }
    }

    /// Stops the program with the message.
    public static func defaultErrorHandler(_ message: String = "", file: StaticString, line: UInt) -> Never {
        fatalError(message, file: file, line: line)
    }

    /// Reports a wrong use.
    @usableFromInline
    package static func fail(_ message: String, file: StaticString = #file, line: UInt = #line) -> Never {
        errorHandler(message, file, line)
    }
}
