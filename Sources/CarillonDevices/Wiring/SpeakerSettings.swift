import CarillonAudio

/// The loudspeaker of a wiring.
package struct SpeakerSettings: Equatable, Sendable {
    /// The use of the sound card while nothing sounds.
    package var idlePolicy = AudioIdlePolicy.keepRunning
    /// The main volume at the start.
    package var volume = Volume.full
    /// The volume that nothing exceeds.
    package var limit = Volume.full
    /// The control of the card's own volume that is set at the start; nil for none.
    package var hardware: String?
    /// The gain of `hardware`, in decibels.
    package var hardwareGain = 0.0
}

extension SpeakerSettings {
    init(_ node: DescriptionNode) throws(DescriptionError) {
        let fields = try node.fields(["release", "volume", "limit", "hardware", "hardware-gain"])
        if let delay = try fields["release"]?.duration { idlePolicy = .release(after: delay) }
        if let volume = try fields["volume"]?.volume { self.volume = volume }
        if let limit = try fields["limit"]?.volume { self.limit = limit }
        hardware = try fields["hardware"]?.string
        if let node = fields["hardware-gain"] {
            guard let gain = Double(try node.string), (-100...40).contains(gain) else {
                throw node.error("a gain must be a number from -100 to 40, in decibels, such as -12")
            }
            hardwareGain = gain
        }
    }
}

extension DescriptionNode {
    fileprivate var volume: Volume {
        get throws(DescriptionError) {
            let text = try string
            guard let percent = Double(text), (0...100).contains(percent) else {
                throw error("a volume must be a number from 0 to 100, in percent, such as 60")
            }
            return .percent(percent)
        }
    }
}
