// Earlier names, which programs may still use.

@available(*, deprecated, renamed: "VoiceEndReason")
public typealias VoiceEnd = VoiceEndReason

extension VoiceEndReason {
    @available(*, deprecated, renamed: "stolen")
    @inlinable public static var displaced: VoiceEndReason { .stolen }
}

extension AudioStatistics {
    @available(*, deprecated, renamed: "stolenVoices")
    @inlinable public var displacedVoices: Int {
        get { stolenVoices }
        set { stolenVoices = newValue }
    }
}
