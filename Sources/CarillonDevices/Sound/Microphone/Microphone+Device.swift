extension Microphone: Device {
    public static var kind: DeviceKind { DeviceKind("microphone") }

    public static func wires(of settings: Settings) -> [Wire] { [] }

    public static func controls(of settings: Settings) -> [Control] {
        [Control(.enter(.microphone(settings.device), examples: ["claps", "noise 3000 -20"]), keys: [nil])]
    }

    /// Returns the entry of a microphone without a light, whose ALSA device is called `name`.
    public static func improvised(_ name: String, freeLine: () -> String) -> [Wiring.Entry] {
        [.microphone(name, device: name)]
    }

    /// Whether the sound is loud, the level in dBFS, and whether a recording is running.
    public var features: [Feature] {
        [Feature(isInput: true), Feature("level", isInput: true), Feature("recording")]
    }

    public func value(of feature: Int) -> Feature.Value {
        switch feature {
        case 0: .toggle(.steady(isLoud))
        case 1: .level(level?.rms, Feature.Scale(-100...0, unit: " dBFS", hasOff: true))
        default: .toggle(.steady(isRecording))
        }
    }
}

extension DeviceFinder {
    /// Returns the microphone that the wiring calls `name`, or throws `BoardError.unknownDevice`.
    public func microphone(_ name: String) throws(BoardError) -> Microphone { try device(Microphone.self, name) }
}
