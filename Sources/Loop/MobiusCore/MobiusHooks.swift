import CarillonScheduling

/// The handler that is called on API misuse, such as starting a controller that is running.
public enum MobiusHooks {
    /// A function that takes the message, file and line of an error, and does not return.
    public typealias ErrorHandler = @Sendable (String, StaticString, UInt) -> Never

    /// Wraps the handler in a structure, because each access through the mutex would wrap a bare function once more.
    private struct Handler {
        var handle: ErrorHandler
    }

    private static let handler = Locked(Handler(handle: { defaultErrorHandler($0, file: $1, line: $2) }))

    /// The current handler. Called on the thread that misuses the API, with no lock held.
    public static var errorHandler: ErrorHandler {
        handler.withLock { $0.handle }
    }

    /// Sets the error handler for all loops of the program. May be called from any thread.
    public static func setErrorHandler(_ newErrorHandler: @escaping ErrorHandler) {
        handler.withLock { $0.handle = newErrorHandler }
    }

    /// Restores ``defaultErrorHandler(_:file:line:)``.
    public static func setDefaultErrorHandler() {
        setErrorHandler { defaultErrorHandler($0, file: $1, line: $2) }
    }

    /// Stops the program with the message, the file and the line.
    public static func defaultErrorHandler(_ message: String = "", file: StaticString, line: UInt) -> Never {
        fatalError(message, file: file, line: line)
    }

    /// Reports an API misuse.
    @usableFromInline
    package static func fail(_ message: String, file: StaticString = #file, line: UInt = #line) -> Never {
        errorHandler(message, file, line)
    }
}
