import CarillonDevices

/// The readings of devices, which are inputs of a session. A replay needs no hardware.
extension Board {
    /// The beginning of the paths of readings in sessions.
    package static let readingPrefix = "reading:"

    /// Returns the way of a device's readings to the program.
    static func readings(of device: WiredDevice, _ inputs: BoardInputs) -> DeviceReadings {
        let path = readingPrefix + FeaturePath(kind: device.kind.name, name: device.name).text
        return DeviceReadings { reading, work in inputs.read(path, reading, work) }
    }

    /// Carries out a reading of a session. Queue only.
    ///
    /// - Returns: Whether it is one.
    func replayReading(_ path: String, _ reading: String) -> Bool {
        guard path.hasPrefix(Self.readingPrefix),
            let device = features[String(path.dropFirst(Self.readingPrefix.count))]?.owner as? any Device
        else { return false }
        device.receive(reading)
        return true
    }
}
