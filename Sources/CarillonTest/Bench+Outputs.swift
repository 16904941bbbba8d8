/// What there is to see and hear, and the devices themselves.
///
/// A name that is no device's is `BoardError.unknownDevice`, which lists those there are. The name of a device of another kind is
/// `BoardError.otherKind`. After `close()` the outputs show what is left on their lines.
extension Bench {
    /// What was seen and heard so far, in order.
    public var changes: [DeviceChange] { record.changes }

    /// What was seen and heard since the last call, in order.
    public func takeChanges() -> [DeviceChange] { record.takeChanges() }

    /// What the program would have said that has gone wrong, in order.
    public var failures: [String] { record.failures }

    /// The sounds that have begun so far, in order.
    public var sounds: [SoundName] {
        changes.compactMap { change in
            if case .sound(let name) = change.value { name } else { nil }
        }
    }

    /// Whether a sound sounds now.
    public var isSounding: Bool { board.engine.isSounding }

    /// What was heard up to the last start or end of a sound, with ``BenchSounds/files``: its samples, and when they began.
    public var heard: [SimulatedOutput.Passage] { output.output.passages }

    /// The names of the LEDs that are lit now, those of numbers and bars among them.
    public var lit: Set<String> {
        Set(
            board.allFeatured.filter { device in
                device.features.contains { feature in feature.isDimmable && feature.share ?? 0 > 0 }
            }.map(\.name))
    }
}

/// Each device is found by its kind: `bench.led("lamp").isOn`.
extension Bench: DeviceFinder {
    /// The device of this kind that the wiring calls `name`.
    ///
    /// - Throws: `BoardError.unknownDevice`, or `.otherKind`.
    public func device<Kind: Device>(_ kind: Kind.Type, _ name: String) throws(BoardError) -> Kind {
        try board.device(kind, name)
    }
}
