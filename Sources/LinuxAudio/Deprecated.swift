import CarillonAudio

// The earlier names of public declarations.

/// The earlier name of ``PlaybackCapabilities``.
@available(*, deprecated, renamed: "PlaybackCapabilities")
public typealias PlaybackAbilities = PlaybackCapabilities

extension PlaybackDevice {
    /// The earlier name of ``capabilities()``.
    @available(*, deprecated, renamed: "capabilities")
    @inlinable public func abilities() throws(AudioOutputError) -> PlaybackCapabilities { try capabilities() }
}
