import CarillonAudio

/// The voice of a wiring, for texts that state none.
package struct SpeechSettings: Sendable {
    /// The voice, such as `de`.
    package var voice = Utterance.usualVoice
    /// The speed in words a minute.
    package var speed = Utterance.usualSpeed
    private var position = SourcePosition(file: "", line: 0, column: 0)

    package init() {}

    /// - Parameter position: The place in the source, for `check()`.
    init(voice: String, speed: Int, at position: SourcePosition) {
        (self.voice, self.speed, self.position) = (voice, speed, position)
    }

    /// - Throws: A `DescriptionError` for a name that no voice can have, and a speed out of range.
    func check() throws(DescriptionError) {
        guard let problem = Self.problem(ofVoice: voice) ?? Self.problem(ofSpeed: speed) else { return }
        throw DescriptionError(position: position, message: problem)
    }

    private static func problem(ofVoice voice: String) -> String? {
        Utterance.isVoice(voice) ? nil : "\(SpeechError.invalidVoice(voice))"
    }

    private static func problem(ofSpeed speed: Int?) -> String? {
        let range = Utterance.speeds
        guard let speed, range.contains(speed) else {
            return "a speed must be from \(range.lowerBound) to \(range.upperBound), in words a minute"
        }
        return nil
    }
}

extension SpeechSettings {
    /// Reads the part `speech` of a wiring, and adds all mistakes to `faults`.
    init(_ node: DescriptionNode, faults: inout Faults) {
        let fields = node.fields(["voice", "speed"], faults: &faults)
        position = node.position
        if let node = fields["voice"], let text = faults.attempt(try node.string) {
            if let problem = Self.problem(ofVoice: text) { faults.add(node.error(problem)) }
            voice = text
        }
        if let node = fields["speed"], let text = faults.attempt(try node.string) {
            let number = Int(notation: text)
            if let problem = Self.problem(ofSpeed: number) { faults.add(node.error(problem)) }
            speed = number ?? speed
        }
    }
}
