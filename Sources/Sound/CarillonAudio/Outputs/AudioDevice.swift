/// The output to open, by its name on a command line: `none`, `file:PATH.wav`, or the name of an ALSA PCM.
public enum AudioDevice: Hashable, Sendable {
    /// No output: the samples are discarded. Named `none`.
    case silent
    /// A WAV file, by its path, to which the samples are written. Named `file:PATH.wav`.
    case file(String)
    /// An ALSA PCM, as in `aplay -D`: `default`, `hw:0,0`, `plughw:CARD=Headphones`.
    case alsa(String)

    /// Creates a device from its name on a command line.
    ///
    /// - Throws: `AudioOutputError.invalidName` if the name or the path is empty.
    public init(_ name: String) throws(AudioOutputError) {
        if name == "none" {
            self = .silent
        } else if name.hasPrefix("file:") {
            self = .file(String(name.dropFirst("file:".count)))
        } else {
            self = .alsa(name)
        }
        if case .file("") = self { throw .invalidName(name) }
        if case .alsa("") = self { throw .invalidName(name) }
    }
}

extension AudioDevice: CustomStringConvertible {
    public var description: String {
        switch self {
        case .silent: "none"
        case .file(let path): "file:\(path)"
        case .alsa(let name): name
        }
    }
}
