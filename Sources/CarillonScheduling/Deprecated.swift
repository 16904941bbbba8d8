// The earlier names of public declarations.

extension Scheduler {
    /// The earlier name of ``sendHeartbeats(within:_:)``.
    @available(*, deprecated, renamed: "sendHeartbeats(within:_:)")
    @inlinable public func proveTurning(
        within timeout: Duration, _ send: @escaping @Sendable () -> Void
    ) -> any Disposable & Sendable {
        sendHeartbeats(within: timeout, send)
    }
}

/// The earlier name of ``EventTimestamp``.
@available(*, deprecated, renamed: "EventTimestamp")
public typealias Origin = EventTimestamp

extension EventTimestamp {
    /// The earlier name of ``withValue(_:_:)``.
    @available(*, deprecated, renamed: "withValue(_:_:)")
    @inlinable public static func during<Result>(_ time: Duration, _ body: () throws -> Result) rethrows -> Result {
        try withValue(time, body)
    }
}
