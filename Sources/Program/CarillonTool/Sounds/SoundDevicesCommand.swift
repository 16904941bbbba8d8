import CarillonAudio

/// `carillon sound-devices`: lists the sound devices.
struct SoundDevicesCommand: Command {
    static let name = "sound-devices"
    static let summary = "list the sound devices, with their formats and rates"
    static let help = """

        Lists the playback devices of ALSA: their names, for --sound and for the file of a board, and the formats that
        each device supports without conversion.
        """

    init(_ arguments: Arguments) throws {
        try arguments.read([]) { _, _ in }
    }

    func run() throws {
        let devices = PlaybackDevice.all
        guard !devices.isEmpty else { return print("no sound device: this machine has no sound card for playback") }
        for device in devices {
            print("\(device.name)  \(device.title)")
            print("    \(Self.capabilities(of: device))")
        }
    }

    private static func capabilities(of device: PlaybackDevice) -> String {
        do {
            let capabilities = try device.capabilities()
            return
                "\(capabilities.formats.joined(separator: " ")); \(text(capabilities.rates)); \(text(capabilities.channels))"
        } catch {
            return "\(error)"
        }
    }

    private static func text(_ rates: [Int]) -> String {
        rates.isEmpty ? "no common rate" : rates.map(String.init).joined(separator: " ") + " Hz"
    }

    private static func text(_ channels: ClosedRange<Int>) -> String {
        let range =
            channels.count == 1 ? "\(channels.lowerBound)" : "\(channels.lowerBound) to \(channels.upperBound)"
        return "\(range) channel\(channels.upperBound == 1 ? "" : "s")"
    }
}
