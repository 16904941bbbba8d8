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
    /// Reads the part `speaker` of a wiring, and adds all mistakes to `faults`.
    init(_ node: DescriptionNode, faults: inout Faults) {
        let fields = node.fields(["release", "volume", "limit", "hardware", "hardware-gain"], faults: &faults)
        if let delay = faults.attempt(try fields["release"]?.duration) { idlePolicy = .release(after: delay) }
        if let volume = faults.attempt(try fields["volume"]?.volume) { self.volume = volume }
        if let limit = faults.attempt(try fields["limit"]?.volume) { self.limit = limit }
        hardware = faults.attempt(try fields["hardware"]?.string)
        if let gain = faults.attempt(try fields["hardware-gain"]?.gain) { hardwareGain = gain }
    }
}

extension DescriptionNode {
    fileprivate var volume: Volume {
        get throws(DescriptionError) {
            let text = try string
            guard let percent = Double(notation: text), (0...100).contains(percent) else {
                throw error("a volume must be a number from 0 to 100, in percent, such as 60")
            }
            return .percent(percent)
        }
    }

    fileprivate var gain: Double {
        get throws(DescriptionError) {
            guard let gain = Double(notation: try string), (-100...40).contains(gain) else {
                throw error("a gain must be a number from -100 to 40, in decibels, such as -12")
            }
            return gain
        }
    }
}
