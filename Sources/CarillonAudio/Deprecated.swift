// The earlier names of public declarations.

/// The earlier name of ``VoiceEndReason``.
@available(*, deprecated, renamed: "VoiceEndReason")
public typealias VoiceEnd = VoiceEndReason

extension VoiceEndReason {
    /// The earlier name of ``stolen``.
    @available(*, deprecated, renamed: "stolen")
    @inlinable public static var displaced: VoiceEndReason { .stolen }
}

extension AudioStatistics {
    /// The earlier name of ``stolenVoices``.
    @available(*, deprecated, renamed: "stolenVoices")
    @inlinable public var displacedVoices: Int {
        get { stolenVoices }
        set { stolenVoices = newValue }
    }
}

extension AudioOutput {
    /// The earlier name of ``mayBlock``.
    @available(*, deprecated, renamed: "mayBlock")
    @inlinable public var mayWait: Bool { mayBlock }

    /// The earlier name of ``commandsDidArrive()``.
    @available(*, deprecated, renamed: "commandsDidArrive")
    @inlinable public func commandsWait() { commandsDidArrive() }
}
