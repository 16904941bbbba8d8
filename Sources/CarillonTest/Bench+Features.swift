import CarillonBoard
import CarillonDevices

/// Access to the features of devices of any kind.
///
/// `feature` selects one of several features by its name; nil selects the first one of the right form. If there is no such
/// device or feature, the methods throw `BoardError.unknownDevice` or `.kindMismatch`.
extension Bench {
    /// Returns the level of a device, as a number: an angle, the position of a knob, the length of a bar. nil means no level:
    /// for example, a servo is off.
    ///
    /// - Throws: `BoardError.unknownDevice` or `.kindMismatch`.
    public func level(_ device: String, _ feature: String? = nil) throws -> Double? {
        try read("level", device, feature) { value in if case .level(let number, _) = value { number } else { nil } }
    }

    /// Returns the text that a device shows; nil for a display that is off.
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

    /// Sets a feature of a device, as the page or the fleet does.
    ///
    ///     try bench.set("pump", to: .toggle(.on))
    ///
    /// - Throws: `BoardError.unknownDevice`, or ``BenchError/cannotBeSet(name:value:)``.
    public func set(_ device: String, _ feature: String? = nil, to value: Feature.Value) throws {
        let features = features(of: device, feature)
        guard !features.isEmpty else {
            throw board.missing("device", device, known: board.allFeatureProviders.map(\.name))
        }
        let isSet = time.perform { features.contains { $0.set(value) } }
        guard isSet else { throw BenchError.cannotBeSet(name: device, value: "\(value)") }
    }

    private func features(of device: String, _ name: String?) -> [BoardFeature] {
        board.features.shown.filter { $0.owner.name == device && (name == nil || $0.name == name) }
    }

    private func read<Content>(
        _ form: String, _ device: String, _ name: String?, _ content: (Feature.Value) -> Content?
    ) throws(BoardError) -> Content {
        for feature in features(of: device, name) {
            if let content = content(feature.value) { return content }
        }
        let known = board.allFeatureProviders.filter { owner in
            owner.features.indices.contains { content(owner.value(of: $0)) != nil }
        }
        throw board.missing("device with a \(form)", device, known: known.map(\.name))
    }
}
