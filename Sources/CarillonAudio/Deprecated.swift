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

extension Tone {
    /// The earlier name of ``dtmf(_:level:)``.
    @available(*, deprecated, renamed: "dtmf(_:level:)")
    @inlinable public static func dialling(_ keys: String, level: Double = -6) throws(ToneError) -> [Tone] {
        try dtmf(keys, level: level)
    }

    /// The earlier name of ``maximumDuration``.
    @available(*, deprecated, renamed: "maximumDuration")
    @inlinable public static var longest: Duration { maximumDuration }
}

extension RTTTL {
    /// The earlier name of ``maximumNoteCount``.
    @available(*, deprecated, renamed: "maximumNoteCount")
    @inlinable public static var mostNotes: Int { maximumNoteCount }
}

extension Envelope {
    /// The earlier name of ``minimumRamp``.
    @available(*, deprecated, renamed: "minimumRamp")
    @inlinable public static var leastRamp: Duration { minimumRamp }
}

extension AudioDevice {
    /// The earlier name of ``silent``.
    @available(*, deprecated, renamed: "silent")
    @inlinable public static var none: AudioDevice { .silent }
}

extension AudioOutputError {
    /// The earlier name of ``invalidName(_:)``.
    @available(*, deprecated, renamed: "invalidName(_:)")
    @inlinable public static func badName(_ name: String) -> AudioOutputError { .invalidName(name) }

    /// The earlier name of ``wouldOverwrite(file:)``.
    @available(*, deprecated, renamed: "wouldOverwrite(file:)")
    @inlinable public static func notOurs(file: String) -> AudioOutputError { .wouldOverwrite(file: file) }

    /// The earlier name of ``renameFailed(file:keptAs:reason:)``.
    @available(*, deprecated, renamed: "renameFailed(file:keptAs:reason:)")
    @inlinable public static func kept(file: String, as name: String, reason: String) -> AudioOutputError {
        .renameFailed(file: file, keptAs: name, reason: reason)
    }
}
