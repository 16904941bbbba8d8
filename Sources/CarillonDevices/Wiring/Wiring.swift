import CarillonAudio

/// The devices of an application, by its own names, and the header's lines that they are wired to.
///
/// In a file it is YAML, and `Boards/README.md` has all that it can say:
///
///     buttons:
///       plus: {line: GPIO17, key: "+"}
///     leds:
///       lamp: GPIO5
///
/// In Swift it has the same entries: `try Wiring(.button("plus", line: "GPIO17"), .led("lamp", line: "GPIO5"))`.
public struct Wiring: Sendable {
    /// An entry of a wiring that is written in Swift. Each says what a wiring's file says, and leaves out the same.
    ///
    /// A mistake is reported with the place in the source: `Doorbell/main.swift:12:9: no line "GPIO99" on raspberry-pi-4b`.
    public struct Entry: Sendable {
        private let add: @Sendable (inout Wiring) -> Void

        private init(_ add: @escaping @Sendable (inout Wiring) -> Void) { self.add = add }

        package func add(to wiring: inout Wiring) { add(&wiring) }
    }

    /// The former name of an entry.
    public typealias Part = Entry

    /// A sound, and the file that the wiring names for it.
    package struct SoundFile: Sendable {
        package let name: String
        package let file: String
        package let position: SourcePosition
    }

    /// The devices, in the order of the kinds and of the file.
    package internal(set) var devices: [WiredDevice] = []
    /// The sounds, in the order of the file.
    package internal(set) var sounds: [SoundFile] = []
    /// What becomes of the sound card while nothing sounds.
    package internal(set) var idlePolicy = AudioIdlePolicy.keepRunning

    /// A wiring without devices.
    package static var empty: Wiring { Wiring(devices: []) }

    private init(devices: [WiredDevice]) { self.devices = devices }

    /// A wiring of these entries.
    ///
    /// - Throws: A `DescriptionError` with the place in the source: a name that is there twice, a value that is out of its
    ///   range, a number of LEDs that there are not, a key that two devices have.
    public init(_ entries: Entry...) throws(DescriptionError) { try self.init(entries) }

    /// A wiring of these entries, for one that is made in a loop.
    ///
    /// - Throws: As `init(_:)` with single entries does.
    public init(_ entries: [Entry]) throws(DescriptionError) {
        var wiring = Wiring.empty
        for entry in entries { entry.add(to: &wiring) }
        for device in wiring.devices { try device.check() }
        try wiring.checkNames()
        self = try wiring.checkedTogether()
    }

    /// The wiring with other names for its lines.
    package func changingLines<Failure>(
        _ change: (inout LineReference) throws(Failure) -> Void
    ) throws(Failure) -> Wiring {
        var wiring = self
        for index in devices.indices { try wiring.devices[index].changeLines(change) }
        return wiring
    }
}

extension Wiring.Entry {
    /// A device.
    package static func device(_ device: WiredDevice) -> Wiring.Entry { Self { $0.devices.append(device) } }

    /// A device whose settings are those of its kind but for the ones that `set` sets.
    static func device<Kind: Device>(
        _ kind: Kind.Type, _ name: String, at position: SourcePosition, set: (inout Kind.Settings) -> Void
    ) -> Wiring.Entry {
        var settings = Kind.Settings()
        set(&settings)
        return device(WiredDevice(kind, name, settings, at: position))
    }

    /// The loudspeaker. Without this entry, the sound card plays silence while nothing sounds.
    ///
    /// - Parameter delay: How long nothing has sounded when the sound card is released, so that it needs no power and other
    ///   programs can have it. The next sound takes some milliseconds longer.
    public static func speaker(releasedAfter delay: Duration) -> Wiring.Entry {
        Self { $0.idlePolicy = .release(after: delay) }
    }

    /// A sound: a file in `Sounds/`, or by its full path.
    public static func sound(
        _ name: String, file path: String, file: String = #fileID, sourceLine: Int = #line, column: Int = #column
    ) -> Wiring.Entry {
        let position = SourcePosition(file: file, line: sourceLine, column: column)
        return Self { $0.sounds.append(Wiring.SoundFile(name: name, file: path, position: position)) }
    }
}
