/// The visible and audible outputs, and the devices of the board.
///
/// A name that is not a device throws `BoardError.unknownDevice`, which lists the devices, or `BoardError.kindMismatch`
/// if it is a device of another kind. After `close()`, the outputs show the final levels of their lines.
extension Bench {
    /// All visible and audible changes so far, in order.
    public var changes: [DeviceChange] { record.changes }

    /// Returns the visible and audible changes since the last call, in order.
    public func takeChanges() -> [DeviceChange] { record.takeChanges() }

    /// The failures that the program would have reported, in order.
    public var failures: [String] { record.failures }

    /// The sounds that have started so far, in order.
    public var sounds: [SoundName] {
        changes.compactMap { change in
            if case .sound(let name) = change.value { name } else { nil }
        }
    }

    /// The texts that have been said so far, in order. A text is included as soon as it begins. Its duration is an estimate
    /// from its length and its speed; after the last text, `isSounding` is false.
    public var speech: [String] {
        changes.compactMap { change in change == .speech(change.value.text ?? "") ? change.value.text : nil }
    }

    /// Whether a sound is playing now.
    public var isSounding: Bool { board.engine.isSounding }

    /// Whether the application delays updates of its box; see `Board.busy(while:)`.
    public var isBusy: Bool { board.busyMark.isBusy }

    /// The volume of a bus; nil for the main volume.
    public func volume(of bus: AudioBus? = nil) -> Volume { board.engine.volume(of: bus) }

    /// Whether a bus is muted; nil for the main volume.
    public func isMuted(_ bus: AudioBus? = nil) -> Bool { board.engine.isMuted(bus) }

    /// The player of music. Its tracks are silent. A track that is in no folder of ``setFolder(_:to:)`` lasts three minutes.
    public var player: Player { board.player }

    /// Creates a folder of tracks for the player, or replaces the folder at this path.
    ///
    /// - Parameter tracks: The names and durations of the folder's tracks. A track with the duration nil cannot be read.
    public func setFolder(_ path: String, to tracks: KeyValuePairs<String, Duration?>) {
        simulated.tracks.setFolder(path, to: tracks.map { (name: $0.key, duration: $0.value) })
    }

    /// Sets the texts in the tags of a track of the player. nil removes a text.
    ///
    /// - Parameter path: The path of the track, such as `/srv/music/red/1.mp3`.
    public func setTags(of path: String, title: String?, artist: String? = nil, album: String? = nil) {
        var tags = TrackTags()
        (tags.title, tags.artist, tags.album) = (title, artist, album)
        simulated.tracks.setTags(of: path, to: tags)
    }

    /// Removes the medium that contains a folder of tracks, such as a USB stick.
    public func pullOut(_ folder: String) { simulated.tracks.setPresent(folder, false) }

    /// Inserts the medium that contains a folder of tracks again.
    public func putIn(_ folder: String) { simulated.tracks.setPresent(folder, true) }

    /// The samples of the sounds that have been heard, up to the last time that a sound started or ended. Empty, unless the
    /// bench plays ``BenchSounds/files``.
    public var heard: [SimulatedOutput.Passage] { output.output.passages }

    /// The names of the LEDs that are lit now, including those of numbers, bars and groups.
    public var lit: Set<String> {
        let lit = board.features.shown.filter { $0.feature.isDimmable && $0.share ?? 0 > 0 }
        return Set(lit.filter { !($0.owner is LightGroup) }.map(\.owner.name))
    }
}

/// Finds each device by its kind: `bench.led("lamp").isOn`.
extension Bench: DeviceFinder {
    /// Returns the device of this kind that the wiring calls `name`.
    ///
    /// - Throws: `BoardError.unknownDevice`, or `.kindMismatch`.
    public func device<Kind: Device>(_ kind: Kind.Type, _ name: String) throws(BoardError) -> Kind {
        try board.device(kind, name)
    }
}
