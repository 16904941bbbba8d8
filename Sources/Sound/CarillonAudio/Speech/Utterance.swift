import CLibrary

/// A speech that a synthesizer can say: a text without anything that has a meaning to it, a valid voice and a valid speed.
package struct Utterance: Hashable, Sendable {
    /// The most Unicode scalars of a text. At the usual speed they take a minute.
    package static let mostCharacters = 1000
    /// The speeds in words a minute.
    package static let speeds = 80...450
    /// The voice of a wiring that states none.
    package static let usualVoice = "en"
    /// The speed of a wiring that states none.
    package static let usualSpeed = 160

    /// The text in one line; empty if there is nothing to say.
    package let text: String
    package let voice: String
    package let speed: Int
    /// Whether the end of the text is missing because of `mostCharacters`.
    package let isCut: Bool

    /// - Parameters:
    ///   - voice: The voice of a speech without one.
    ///   - speed: The speed of a speech without one.
    /// - Throws: `SpeechError.invalidVoice`.
    package init(
        _ speech: Speech, voice: String = usualVoice, speed: Int = usualSpeed
    ) throws(SpeechError) {
        self.voice = speech.voice ?? voice
        guard Self.isVoice(self.voice) else { throw .invalidVoice(self.voice) }
        self.speed = min(max(speech.speed ?? speed, Self.speeds.lowerBound), Self.speeds.upperBound)
        (text, isCut) = Self.plain(speech.text)
    }

    /// Returns whether a synthesizer may look for a voice of this name. A name with a slash or a dot could be a path, and one
    /// that begins with a hyphen an option.
    package static func isVoice(_ name: String) -> Bool {
        (1...40).contains(name.utf8.count) && name.utf8.first != UInt8(ascii: "-")
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"):
                    true
                default: false
                }
            }
    }

    /// The duration of the speech, as far as the number of its characters tells: six of them are a word.
    package var estimatedDuration: Duration {
        text.isEmpty ? .zero : .milliseconds(text.unicodeScalars.count * 10_000 / speed)
    }

    private static func plain(_ text: String) -> (text: String, isCut: Bool) {
        var plain = String.UnicodeScalarView()
        var (count, last) = (0, Unicode.Scalar(" "))
        for scalar in text.unicodeScalars {
            guard count < mostCharacters else {
                let end = plain.lastIndex(of: " ") ?? plain.endIndex
                return (String(plain[..<end]).trimmed, true)
            }
            count += 1
            // espeak-ng reads two brackets as the beginning of phonemes, with which it can crash.
            if scalar == "[", last == "[" { plain.append(" ") }
            last = isControl(scalar) ? " " : scalar
            plain.append(last)
        }
        return (String(plain).trimmed, false)
    }

    /// Also the separators of lines and paragraphs. espeak-ng reads U+0001 as the beginning of a command.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
        default: false
        }
    }
}
