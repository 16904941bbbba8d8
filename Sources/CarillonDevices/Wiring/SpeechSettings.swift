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
        guard Utterance.isVoice(voice) else { throw error("\(SpeechError.invalidVoice(voice))") }
        let range = Utterance.speeds
        guard range.contains(speed) else {
            throw error("a speed must be from \(range.lowerBound) to \(range.upperBound), in words a minute")
        }
    }

    private func error(_ message: String) -> DescriptionError { DescriptionError(position: position, message: message) }
}

extension SpeechSettings {
    init(_ node: DescriptionNode) throws(DescriptionError) {
        let fields = try node.fields(["voice", "speed"])
        if let node = fields["voice"] {
            (voice, position) = (try node.string, node.position)
            try check()
        }
        if let node = fields["speed"] {
            (speed, position) = (Int(try node.string) ?? 0, node.position)
            try check()
        }
    }
}
