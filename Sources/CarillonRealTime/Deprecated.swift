// The earlier names of public declarations.

/// The earlier name of ``RealTimeDenial``.
@available(*, deprecated, renamed: "RealTimeDenial")
public typealias RealTimeRefusal = RealTimeDenial

extension RealTimeDenial {
    /// The earlier name of ``priority(requested:granted:)``.
    @available(*, deprecated, renamed: "priority(requested:granted:)")
    @inlinable public static func priority(asked: Int32, granted: Int32) -> RealTimeDenial {
        .priority(requested: asked, granted: granted)
    }

    /// The earlier name of ``noRealTimeRuntime(requested:cgroup:)``.
    @available(*, deprecated, renamed: "noRealTimeRuntime(requested:cgroup:)")
    @inlinable public static func noRealTimeRuntime(asked: Int32, cgroup: String) -> RealTimeDenial {
        .noRealTimeRuntime(requested: asked, cgroup: cgroup)
    }
}

extension RealTimeError {
    /// The earlier name of ``denied(_:)``.
    @available(*, deprecated, renamed: "denied(_:)")
    @inlinable public static func refused(_ denials: [RealTimeDenial]) -> RealTimeError { .denied(denials) }
}

extension RealTimeThread {
    /// The earlier name of ``denials``.
    @available(*, deprecated, renamed: "denials")
    @inlinable public var refusals: [RealTimeDenial] { denials }
}

extension RealTimeQueue {
    /// The earlier name of ``denials``.
    @available(*, deprecated, renamed: "denials")
    @inlinable public var refusals: [RealTimeDenial] { denials }

    /// The earlier name of ``init(name:configuration:capacity:onDenial:)``.
    @available(*, deprecated, renamed: "init(name:configuration:capacity:onDenial:)")
    @inlinable public convenience init(
        name: String, configuration: RealTimeConfiguration, capacity: Int = 1024,
        onRefusal: ([RealTimeDenial]) -> Void
    ) throws(RealTimeError) {
        try self.init(name: name, configuration: configuration, capacity: capacity, onDenial: onRefusal)
    }
}
