import CarillonGPIO
import CarillonScheduling
import MobiusCore

// The earlier names of public declarations.

/// The earlier name of the effect handlers that make a device play a pattern.
@available(*, deprecated, message: "use AnyEffectHandler<Void, Event>")
public typealias ShowPattern<Event> = AnyEffectHandler<Void, Event>

/// The earlier name of the effect handlers that play a sound.
@available(*, deprecated, message: "use AnyEffectHandler<Void, Event>")
public typealias PlaySound<Event> = AnyEffectHandler<Void, Event>

/// The earlier name of the effect handlers that stop a sound.
@available(*, deprecated, message: "use AnyEffectHandler<Void, Event>")
public typealias StopSound<Event> = AnyEffectHandler<Void, Event>

extension OutputBank {
    /// The earlier name of ``performBatchUpdates(_:)``.
    @available(*, deprecated, renamed: "performBatchUpdates")
    @inlinable public func together(_ body: () -> Void) { performBatchUpdates(body) }
}

extension Pattern {
    /// The earlier name of ``sequence(_:each:times:)``.
    @available(*, deprecated, renamed: "sequence(_:each:times:)")
    @inlinable public static func drawn(_ drawing: String, each step: Duration, times: Int? = nil) -> Pattern {
        .sequence(drawing, each: step, times: times)
    }
}

extension Button.Timing {
    /// The earlier name of ``repeatInterval``.
    @available(*, deprecated, renamed: "repeatInterval")
    @inlinable public var repetition: Duration {
        get { repeatInterval }
        set { repeatInterval = newValue }
    }

    /// The earlier name of ``multiClickInterval``.
    @available(*, deprecated, renamed: "multiClickInterval")
    @inlinable public var clickPause: Duration {
        get { multiClickInterval }
        set { multiClickInterval = newValue }
    }

    /// Creates timing with the earlier names of the intervals.
    @available(*, deprecated, renamed: "init(hold:repeatInterval:multiClickInterval:)")
    @inlinable public init(hold: Duration = .seconds(1), repetition: Duration, clickPause: Duration) {
        self.init(hold: hold, repeatInterval: repetition, multiClickInterval: clickPause)
    }

    /// Creates timing with the earlier name of the repeat interval.
    @available(*, deprecated, renamed: "init(hold:repeatInterval:)")
    @inlinable public init(hold: Duration = .seconds(1), repetition: Duration) {
        self.init(hold: hold, repeatInterval: repetition)
    }

    /// Creates timing with the earlier name of the multi-click interval.
    @available(*, deprecated, renamed: "init(hold:multiClickInterval:)")
    @inlinable public init(hold: Duration = .seconds(1), clickPause: Duration) {
        self.init(hold: hold, multiClickInterval: clickPause)
    }
}

extension Sensor {
    /// Starts watching the line, with the earlier name of the inactivity timeout.
    @available(*, deprecated, renamed: "init(name:line:debounce:inactivityTimeout:queue:observer:)")
    @inlinable public convenience init(
        name: String, line: any InputLine, debounce: Duration = .zero, quiet: Duration, queue: any Scheduler,
        observer: DeviceObserver
    ) throws(GPIOError) {
        try self.init(
            name: name, line: line, debounce: debounce, inactivityTimeout: quiet, queue: queue, observer: observer)
    }
}

extension Sensor.Settings {
    /// The earlier name of ``inactivityTimeout``.
    @available(*, deprecated, renamed: "inactivityTimeout")
    @inlinable public var quiet: Duration {
        get { inactivityTimeout }
        set { inactivityTimeout = newValue }
    }
}

extension Wiring.Entry {
    /// Returns an entry for a sensor, with the earlier name of the inactivity timeout.
    @available(
        *, deprecated,
        renamed: "sensor(_:line:bias:isActiveLow:debounce:inactivityTimeout:key:file:sourceLine:column:)"
    )
    @inlinable public static func sensor(
        _ name: String, line: String, bias: Bias = .pullDown, isActiveLow: Bool = false, debounce: Duration = .zero,
        quiet: Duration, key: Character? = nil, file: String = #fileID, sourceLine: Int = #line,
        column: Int = #column
    ) -> Wiring.Entry {
        .sensor(
            name, line: line, bias: bias, isActiveLow: isActiveLow, debounce: debounce, inactivityTimeout: quiet,
            key: key, file: file, sourceLine: sourceLine, column: column)
    }
}

/// The earlier name of ``DeviceChange``.
@available(*, deprecated, renamed: "DeviceChange")
public typealias PartChange = DeviceChange

/// The earlier name of ``DeviceObserver``.
@available(*, deprecated, renamed: "DeviceObserver")
public typealias PartObserver = DeviceObserver

/// The earlier name of ``DeviceView``.
@available(*, deprecated, renamed: "DeviceView")
public typealias PartView = DeviceView

extension BoardError {
    /// The earlier name of ``unknownDevice(kind:name:known:)``.
    @available(*, deprecated, renamed: "unknownDevice(kind:name:known:)")
    @inlinable public static func unknownPart(kind: String, name: String, known: [String]) -> BoardError {
        .unknownDevice(kind: kind, name: name, known: known)
    }

    /// The earlier name of ``boardMismatch(name:reason:)``.
    @available(*, deprecated, renamed: "boardMismatch(name:reason:)")
    @inlinable public static func boardNotHere(name: String, reason: String) -> BoardError {
        .boardMismatch(name: name, reason: reason)
    }

    /// The earlier name of ``kindMismatch(kind:name:actual:)``.
    @available(*, deprecated, renamed: "kindMismatch(kind:name:actual:)")
    @inlinable public static func otherKind(kind: String, name: String, actual: String) -> BoardError {
        .kindMismatch(kind: kind, name: name, actual: actual)
    }

    /// The earlier name of ``cannotAddDevice(kind:name:reason:)``.
    @available(*, deprecated, renamed: "cannotAddDevice(kind:name:reason:)")
    @inlinable public static func noRoom(kind: String, name: String, reason: String) -> BoardError {
        .cannotAddDevice(kind: kind, name: name, reason: reason)
    }
}

extension Wiring {
    /// The earlier name of ``Wiring/Entry``.
    @available(*, deprecated, renamed: "Entry")
    public typealias Part = Entry
}

extension Relay {
    /// The earlier name of ``switching(_:)``.
    @available(*, deprecated, renamed: "switching(_:)")
    @inlinable public func being<Model>(_ isOn: @escaping @Sendable (Model) -> Bool) -> DeviceView<Model> {
        switching(isOn)
    }
}

extension DescriptionNode {
    /// Returns the present name of a key in wirings; nil if it had no other name.
    static func currentKey(_ key: String) -> String? {
        switch key {
        case "click-pause": "multi-click-interval"
        case "quiet": "inactivity-timeout"
        default: nil
        }
    }
}
