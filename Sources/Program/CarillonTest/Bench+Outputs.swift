import CarillonBoard
import CarillonDevices

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

    /// The texts that have been spoken so far, in order. A text is included as soon as it begins. Its duration is estimated
    /// from its length and its speed. After the last text, `isSounding` is false.
    public var speech: [String] {
        changes.compactMap { change in change == .speech(change.value.text ?? "") ? change.value.text : nil }
    }

    /// Whether a sound is playing now.
    public var isSounding: Bool { board.engine.isSounding }

    /// Whether the application delays updates of its box; see `Board.busy(while:)`.
    public var isBusy: Bool { board.busyMark.isBusy }

    /// Returns the volume of a bus; nil for the main volume.
    public func volume(of bus: AudioBus? = nil) -> Volume { board.engine.volume(of: bus) }

    /// Returns whether a bus is muted; nil for the main volume.
    public func isMuted(_ bus: AudioBus? = nil) -> Bool { board.engine.isMuted(bus) }

    /// The player of music. Its tracks are silent. Each path is a track of three minutes, until the test calls
    /// ``setFolder(_:to:)``.
    public var player: Player { board.player }

    /// Creates a folder of tracks for the player, or replaces the folder at this path. After the first call, only these
    /// folders exist: the player reports other paths as failures, as on a board.
    ///
    /// - Parameter tracks: The names and durations of the folder's tracks. A track with the duration nil cannot be read.
    public func setFolder(_ path: String, to tracks: KeyValuePairs<String, Duration?>) {
        simulated.tracks.setFolder(
            path, to: tracks.map { (name: $0.key, duration: $0.value) }, isComplete: true)
    }

    /// Sets the texts in the tags of a track of the player; nil removes a text.
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

/// Access to the features of devices of any kind, and to the values of the application (`Board.values`).
///
/// `feature` selects one of several features by its name; nil selects the first one of the right form. If there is no such
/// device or feature, the methods throw `BoardError.unknownDevice` or `.kindMismatch`.
extension Bench {
    /// Returns the level of a device or a value, as a number: an angle in degrees, the position of a knob in steps, the
    /// length of a bar in LEDs. nil if it has no level, such as a servo that is off.
    ///
    /// - Throws: `BoardError.unknownDevice` or `.kindMismatch`.
    public func level(_ device: String, _ feature: String? = nil) throws -> Double? {
        try read("level", device, feature) { value in if case .level(let number, _) = value { number } else { nil } }
    }

    /// Returns whether a device or a value is on: a relay, an LED with any pattern but off, a switch of the application.
    ///
    /// - Throws: `BoardError.unknownDevice` or `.kindMismatch`.
    public func isOn(_ device: String, _ feature: String? = nil) throws -> Bool {
        try read("switch", device, feature) { value in
            if case .toggle(let pattern) = value { pattern != .off } else { nil }
        }
    }

    /// Returns the text of a value, such as a choice or a time, or the text that a device shows; nil for a display that is off.
    ///
    /// - Throws: `BoardError.unknownDevice` or `.kindMismatch`.
    public func text(_ device: String, _ feature: String? = nil) throws -> String? {
        let text = try read("text", device, feature, \.text)
        return board.devices(called: device).contains(where: \.isOff) ? nil : text
    }

    /// Returns the picture that a device shows. The picture is dark for a display that is off.
    ///
    /// - Throws: `BoardError.unknownDevice` or `.kindMismatch`.
    public func picture(_ device: String, _ feature: String? = nil) throws -> Picture {
        try read("picture", device, feature, \.picture)
    }

    /// Returns the pixels of a strip or a ring: their colours, and the pattern that all of them show.
    ///
    /// - Throws: `BoardError.unknownDevice` or `.kindMismatch`.
    public func pixels(_ device: String, _ feature: String? = nil) throws -> Pixels {
        try read("pixels", device, feature, \.pixels)
    }

    /// Sets a feature of a device or a value of the application, as the page does. The application receives the value as an
    /// event if it has an event source for it; see `Board.values`. Without such an event source, a feature that a view
    /// drives cannot be set.
    ///
    ///     try bench.set("pump", to: .toggle(.on))
    ///     try bench.set("rings", to: .level(3))
    ///     try bench.set("wake up", to: .text("06:30"))
    ///
    /// - Throws: `BoardError.unknownDevice` or `.kindMismatch`, or ``BenchError/cannotBeSet(name:value:reason:)``.
    public func set(_ device: String, _ feature: String? = nil, to value: Feature.Value) throws {
        let features = features(of: device, feature)
        guard !features.isEmpty else {
            throw board.missing("device", device, known: providers.map(\.name))
        }
        var faults: [CommandFault] = []
        let isSet = time.perform {
            features.contains { feature in
                guard let fault = board.set(feature, to: value, from: .page) else { return true }
                faults.append(fault)
                return false
            }
        }
        guard isSet else {
            let fault = faults.first { $0 != .unknown && $0 != .unacceptable } ?? faults.first ?? .unknown
            throw BenchError.cannotBeSet(name: device, value: "\(value)", reason: "\(fault)")
        }
    }

    private func features(of device: String, _ name: String?) -> [BoardFeature] {
        (board.features.shown + values).filter { $0.owner.name == device && (name == nil || $0.name == name) }
    }

    /// Whether the application has a value of this name that stands for no output.
    func hasValue(_ name: String) -> Bool { values.contains { $0.owner.name == name } }

    /// The values of the application that stand for no output.
    private var values: [BoardFeature] { board.features.values(besides: board.features.shown) }

    private var providers: [any FeatureProviding] { board.allFeatureProviders + values.map(\.owner) }

    private func read<Content>(
        _ form: String, _ device: String, _ name: String?, _ content: (Feature.Value) -> Content?
    ) throws(BoardError) -> Content {
        for feature in features(of: device, name) {
            if let content = content(feature.value) { return content }
        }
        let known = providers.filter { owner in
            owner.features.indices.contains { content(owner.value(of: $0)) != nil }
        }
        throw board.missing("device with a \(form)", device, known: known.map(\.name))
    }
}
