import CarillonBoard

/// The kernel's sensor of the processor's temperature, a folder in `/sys/class/thermal`.
struct ProcessorTemperature: Sendable {
    /// The words in the types of the processors' sensors, the most specific first: `cpu-thermal` of a Raspberry Pi,
    /// `soc-thermal` of an RK3588, `main0-thermal` of an AM62, `x86_pkg_temp`. Other sensors measure the charger,
    /// the wireless adapter or the board.
    private static let words = ["cpu", "soc", "package", "main0", "pkg"]

    private let path: String

    /// Finds the sensor; nil if there is none.
    ///
    /// - Parameter folder: The folder with the sensors `thermal_zone0` and so on.
    init?(in folder: String = "/sys/class/thermal") {
        var zones: [(path: String, type: String)] = []
        while let type = try? FileContents.read("\(folder)/thermal_zone\(zones.count)/type", limit: 4096) {
            zones.append(("\(folder)/thermal_zone\(zones.count)/temp", String(decoding: type, as: UTF8.self)))
        }
        let found = Self.words.lazy.compactMap { word in zones.first { $0.type.contains(word) } }
        guard let zone = found.first else { return nil }
        path = zone.path
        guard celsius() != nil else { return nil }
    }

    /// Returns the temperature in °C; nil if it cannot be read.
    @Sendable func celsius() -> Double? {
        guard let bytes = try? FileContents.read(path, limit: 4096) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        return Double(text.split(whereSeparator: \.isWhitespace).first ?? "").map { $0 / 1000 }
    }
}
