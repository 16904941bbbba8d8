import CarillonAudio

/// The devices of an application: their names in the application, and the lines of the header to which they are wired.
///
/// A wiring's file is written in YAML. `Boards/README.md` describes the complete format. An example:
///
///     buttons:
///       plus: {line: GPIO17, key: "+"}
///     leds:
///       lamp: GPIO5
///
/// A wiring in Swift has the same entries: `try Wiring(.button("plus", line: "GPIO17"), .led("lamp", line: "GPIO5"))`.
public struct Wiring: Sendable {
    /// An entry of a wiring in Swift. An entry has the same settings and defaults as in a wiring's file. A closure sets the
    /// optional settings: `.button("plus", line: "GPIO17") { $0.debounce = .milliseconds(5) }`.
    ///
    /// A mistake is reported with its position in the source:
    /// `Doorbell/main.swift:12:9: no line "GPIO99" on raspberry-pi-4b`.
    public struct Entry: Sendable {
        private let add: @Sendable (inout Wiring) -> Void

        init(_ add: @escaping @Sendable (inout Wiring) -> Void) { self.add = add }

        package func add(to wiring: inout Wiring) { add(&wiring) }

        func settable(by sources: Set<OutsideSource>) -> Entry {
            Entry { wiring in
                let first = wiring.devices.count
                add(&wiring)
                for place in wiring.devices.indices.dropFirst(first) { wiring.devices[place].settableBy = sources }
            }
        }

        /// Returns the same entry, whose devices have this appearance in Home Assistant.
        func appearing(as entity: Entity) -> Entry {
            Entry { [add] wiring in
                let count = wiring.devices.count
                add(&wiring)
                for index in wiring.devices.indices.dropFirst(count) { wiring.devices[index].entity = entity }
            }
        }
    }

    /// A sound, and its file in the wiring.
    package struct SoundFile: Sendable {
        package let name: String
        package let file: String
        package let position: SourcePosition
    }

    /// A text in the wiring that an outlet of the program reads.
    package struct OutletSetting: Sendable {
        package let text: String
        package let position: SourcePosition
    }

    /// The name of the box for its users; nil for the program's name.
    package internal(set) var title: String?
    /// The position of the name in the source.
    fileprivate var titlePosition = SourcePosition(file: "")
    /// The devices, in the order of the wiring. A file's devices are grouped by kind.
    package internal(set) var devices: [WiredDevice] = []
    /// The sounds, in the order of the wiring.
    package internal(set) var sounds: [SoundFile] = []
    /// The settings of the loudspeaker.
    package internal(set) var speaker = SpeakerSettings()
    /// The voice; nil if the wiring says nothing about speech.
    package internal(set) var speech: SpeechSettings?
    /// The settings of streams.
    package internal(set) var streams = StreamSettings()
    /// The settings of the clock.
    package internal(set) var clock = ClockSettings()
    /// The settings of the program's outlets, by their keys.
    package internal(set) var outletSettings: [String: OutletSetting] = [:]

    /// A wiring without devices.
    package static var empty: Wiring { Wiring(devices: []) }

    private init(devices: [WiredDevice]) { self.devices = devices }

    /// Creates a wiring from entries.
    ///
    /// - Throws: A `DescriptionError` with the position in the source, for a duplicate name, a value out of its range, a
    ///   reference to a device that does not exist, or a key, a bus address or an LED that two devices share.
    public init(_ entries: Entry...) throws(DescriptionError) { try self.init(entries) }

    /// Creates a wiring from an array of entries, such as one that a loop has built.
    ///
    /// - Throws: The same errors as `init(_:)` with single entries.
    public init(_ entries: [Entry]) throws(DescriptionError) {
        var wiring = Wiring.empty
        for entry in entries { entry.add(to: &wiring) }
        for device in wiring.devices { try device.check() }
        try wiring.speech?.check()
        try wiring.checkNames()
        var faults = Faults()
        if let title = wiring.title, let problem = WiringText.problem(ofName: title) {
            faults.add(DescriptionError(position: wiring.titlePosition, message: problem))
        }
        wiring.streams.check(faults: &faults)
        wiring.checkTogether(faults: &faults)
        guard faults.isEmpty else { throw faults.first }
        self = wiring
    }

    /// Returns the wiring with changed line names.
    package func changingLines<Failure>(
        _ change: (inout LineReference) throws(Failure) -> Void
    ) throws(Failure) -> Wiring {
        var wiring = self
        for index in devices.indices { try wiring.devices[index].changeLines(change) }
        return wiring
    }
}

extension Wiring.Entry {
    /// Returns an entry for a device.
    package static func device(_ device: WiredDevice) -> Wiring.Entry { Self { $0.devices.append(device) } }

    /// Returns an entry for a device of any kind, such as a kind that the application defines.
    ///
    ///     .device(LatchingRelay.self, "light") { $0.on.name = "GPIO17" }
    ///
    /// - Parameter set: Changes the settings. They begin with the defaults of the kind.
    public static func device<Kind: Device>(
        _ kind: Kind.Type, _ name: String, file: String = #fileID, sourceLine: Int = #line, column: Int = #column,
        set: (inout Kind.Settings) -> Void
    ) -> Wiring.Entry {
        .device(kind, name, file, sourceLine, column, set) { _ in }
    }

    /// Returns an entry for a device whose lines `connect` sets before the other settings are set.
    static func device<Kind: Device>(
        _ kind: Kind.Type, _ name: String, _ file: String, _ sourceLine: Int, _ column: Int,
        _ set: (inout Kind.Settings) -> Void, connect: (inout Kind.Settings) -> Void
    ) -> Wiring.Entry {
        let position = SourcePosition(file: file, line: sourceLine, column: column)
        var settings = Kind.Settings()
        connect(&settings)
        set(&settings)
        return device(WiredDevice(kind, name, settings, at: position, placesReferences: true))
    }

    /// Returns an entry for the name of the box. The page and the fleet show this name instead of the program's name.
    public static func title(
        _ title: String, file: String = #fileID, sourceLine: Int = #line, column: Int = #column
    ) -> Wiring.Entry {
        let position = SourcePosition(file: file, line: sourceLine, column: column)
        return Self { ($0.title, $0.titlePosition) = (title, position) }
    }

    /// Returns an entry for the loudspeaker. Without this entry, the sound card stays open and plays silence while there is no
    /// sound, and sounds are as loud as in their files.
    ///
    /// - Parameters:
    ///   - delay: The time of silence after which the sound card is released; nil to keep the sound card open. A released card
    ///     needs no power, and other programs can use it. The next sound then starts some milliseconds later.
    ///   - volume: The main volume at the start.
    ///   - limit: The highest volume, which also applies to alarms, for example in a box for a child.
    ///   - control: The name of the sound card's volume control, as `alsamixer` shows it. The control is unmuted and set to
    ///     `gain` at the start; nil leaves the sound card unchanged.
    ///   - gain: The gain of `control` in decibels. The card uses its nearest step.
    public static func speaker(
        releasedAfter delay: Duration? = nil, volume: Volume = .full, limit: Volume = .full,
        hardware control: String? = nil, hardwareGain gain: Double = 0
    ) -> Wiring.Entry {
        Self {
            $0.speaker = SpeakerSettings(
                idlePolicy: delay.map { .release(after: $0) } ?? .keepRunning, volume: volume, limit: limit,
                hardware: control, hardwareGain: gain)
        }
    }

    /// Returns an entry for speech, with the voice and the speed for texts that state none. With this entry,
    /// `carillon doctor` and packages also take speech into account.
    ///
    /// - Parameters:
    ///   - voice: A language such as `de` or `en-gb`, if required with a variant, such as `en+f3`.
    ///   - speed: The speed, from 80 to 450 words a minute.
    public static func speech(
        voice: String = "en", speed: Int = 160, file: String = #fileID, sourceLine: Int = #line, column: Int = #column
    ) -> Wiring.Entry {
        let position = SourcePosition(file: file, line: sourceLine, column: column)
        return Self { $0.speech = SpeechSettings(voice: voice, speed: speed, at: position) }
    }

    /// Returns an entry for a sound. `path` is the name of a file in the folder `Sounds`, or an absolute path.
    public static func sound(
        _ name: String, file path: String, file: String = #fileID, sourceLine: Int = #line, column: Int = #column
    ) -> Wiring.Entry {
        let position = SourcePosition(file: file, line: sourceLine, column: column)
        return Self { $0.sounds.append(Wiring.SoundFile(name: name, file: path, position: position)) }
    }
}
