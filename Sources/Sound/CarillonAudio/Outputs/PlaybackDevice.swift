/// A device that can play: a device of a sound card, or a PCM named in ALSA's configuration.
public struct PlaybackDevice: Hashable, Sendable {
    /// The name in ALSA, such as `plughw:CARD=Headphones,DEV=0`.
    public var name: String
    /// The title given by the driver or by ALSA's configuration; otherwise the name.
    public var title: String

    package init(name: String, title: String) {
        self.name = name
        self.title = title
    }
}

/// A program that has a sound card open for playing.
public struct PlaybackOwner: Hashable, Sendable {
    /// The program's name.
    public var program: String
    /// The program's process ID.
    public var process: Int

    package init(program: String, process: Int) {
        self.program = program
        self.process = process
    }
}
