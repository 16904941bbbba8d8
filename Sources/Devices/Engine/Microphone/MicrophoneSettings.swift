import CarillonAudio

extension Microphone {
    /// The settings of this kind of device in a wiring.
    public struct Settings: DeviceSettings {
        public var device = "default"
        public var light: WiringReference?
        public var loud = -30.0
        public var quiet = -40.0
        public var gain = 0.0
        /// The time after a sound of the loudspeaker in which the microphone detects nothing. At 0, the microphone also
        /// hears the loudspeaker.
        public var deaf = Duration.milliseconds(300)

        public init() {}

        public static var fields: [Setting<Self>] {
            [
                Setting("device", \.device, .alsaDevice, "the ALSA device, as `arecord -L` lists them"),
                Setting(
                    "light", \.light, .optional(.device(LED.self, example: "red")),
                    "the LED that is lit while the microphone records"),
                Setting("loud", \.loud, .number(-90...0, example: -30), "the level above which sound is loud, in dBFS"),
                Setting(
                    "quiet", \.quiet, .number(-90...0, example: -40), "the level below which sound is quiet, in dBFS"),
                Setting("gain", \.gain, .number(0...60, example: 20), "the amplification in decibels"),
                Setting(
                    "deaf", \.deaf, .time(.zero ... .seconds(10), example: "300 ms"),
                    "the time after a sound of the loudspeaker in which nothing is heard"),
            ]
        }
    }
}

extension Notation<String> {
    /// The notation of an ALSA device.
    static var alsaDevice: Notation {
        Notation(
            "the name of an ALSA device", example: "plughw:CARD=Device", isRequired: true,
            parse: { $0.isEmpty ? nil : $0 }, text: { $0 })
    }
}

extension Wiring.Entry {
    /// Returns an entry for a microphone.
    ///
    ///     .microphone("nursery", device: "plughw:CARD=Device") { $0.light = WiringReference("red") }
    ///
    /// - Parameter device: The name of the ALSA device, as `arecord -L` lists it.
    public static func microphone(
        _ name: String, device: String = "default", file: String = #fileID, sourceLine: Int = #line,
        column: Int = #column, set: (inout Microphone.Settings) -> Void = { _ in }
    ) -> Wiring.Entry {
        .device(Microphone.self, name, file, sourceLine, column, set) { $0.device = device }
    }
}
