import CLibrary
import CarillonScheduling

/// An error that the function of a route has thrown, and that the route does not turn into an event.
public struct EffectError: Error, CustomStringConvertible {
    /// The error of the function.
    public let error: any Error
    /// The source file of the route, such as `counter/main.swift`.
    public let file: StaticString
    /// The line of the route in its file.
    public let line: UInt

    public var description: String {
        "the effect of the route at \(file):\(line) failed: \(error); `catching:` makes an error an event"
    }
}

extension MobiusHooks {
    /// A function that takes the error of an effect, on the thread on which the effect has failed.
    public typealias EffectErrorHandler = @Sendable (EffectError) -> Void

    /// The handler for the loops that this task starts, instead of the program's handler. A test has its own.
    @TaskLocal package static var effectErrorHandlerOfTask: EffectErrorHandler?

    private struct Handler {
        var handle: EffectErrorHandler
    }

    private static let effectErrorHandler = Locked(Handler(handle: writeNotice))

    /// Sets the function that receives the errors of effects whose route has no `catching:`. May be called from any thread. A
    /// loop uses the function that was set when it started.
    ///
    /// By default, the error is written to standard error. `Board.run` reports it as a notice of the program, and a bench adds
    /// it to its failures.
    public static func setEffectErrorHandler(_ handler: @escaping EffectErrorHandler) {
        effectErrorHandler.withLock { $0.handle = handler }
    }

    static var currentEffectErrorHandler: EffectErrorHandler {
        effectErrorHandlerOfTask ?? effectErrorHandler.withLock { $0.handle }
    }

    private static func writeNotice(_ error: EffectError) {
        writeStandardError("carillon: \("\(error)".printable)\n")
    }
}

/// The errors of a route's function.
@frozen @usableFromInline
struct RouteErrors<Event>: Sendable {
    private let event: (@Sendable (any Error) -> Event)?
    private let file: StaticString
    private let line: UInt

    /// - Parameters:
    ///   - event: Returns the event for an error; nil reports errors as notices.
    ///   - file: The source file of the route.
    ///   - line: The line of the route.
    @usableFromInline
    init(_ event: (@Sendable (any Error) -> Event)?, _ file: StaticString, _ line: UInt) {
        (self.event, self.file, self.line) = (event, file, line)
    }

    /// Returns the handler of a loop that starts. It returns the event for an error, or reports the error and returns nil.
    @usableFromInline
    func handler() -> @Sendable (any Error) -> Event? {
        if let event { return event }
        let report = MobiusHooks.currentEffectErrorHandler
        return { [file, line] error in
            report(EffectError(error: error, file: file, line: line))
            return nil
        }
    }
}
