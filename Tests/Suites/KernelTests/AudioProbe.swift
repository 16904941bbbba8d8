import Foundation

/// A run of the engine on the loopback card; see Tests/Probes/AudioProbe for its arguments.
struct AudioProbe {
    let program: Program

    init(_ steps: [String], on device: String = "hw:Loopback,0") throws {
        program = try Program(Program.builtPath("release/AudioProbe"), [device] + steps)
    }

    /// The lines written so far.
    var lines: [String] { program.output.split(separator: "\n").map(String.init) }

    func wait(for line: String, count: Int = 1, within limit: Duration = .seconds(60)) throws {
        try KernelTests.wait(
            until: "the probe says \(line) \(count) times", within: limit,
            details: "\(lines) \(program.errors)"
        ) { lines.count { $0.hasPrefix(line) } >= count }
    }
}

/// A sound whose samples all differ from silence. It is the same in every run.
struct Noise {
    /// Interleaved, stereo, 16 bits, 48 kHz; no sample is 0.
    let samples: [Int16]

    init(_ samples: [Int16]) { self.samples = samples }

    init(frames: Int, seed: UInt64, amplitude: Int16 = .max) {
        var state = seed
        // A long sound repeats a short piece, because emulation is slow.
        let piece = (0..<min(frames * 2, 9_600)).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let value = Int(state >> 33) % (2 * Int(amplitude)) - Int(amplitude)
            return Int16(value >= 0 ? value + 1 : value)
        }
        var samples = piece
        while samples.count < frames * 2 { samples += piece.prefix(frames * 2 - samples.count) }
        self.samples = samples
    }

    /// Writes the sound to a WAV file, and returns the file's path.
    func write(_ name: String) throws -> String {
        func little<Number: FixedWidthInteger>(_ number: Number) -> Data {
            withUnsafeBytes(of: number.littleEndian) { Data($0) }
        }
        let bytes = samples.withUnsafeBytes { Data($0) }
        var file = Data("RIFF".utf8) + little(UInt32(36 + bytes.count)) + Data("WAVEfmt ".utf8)
        file += little(UInt32(16)) + little(UInt16(1)) + little(UInt16(2)) + little(UInt32(48_000))
        file += little(UInt32(192_000)) + little(UInt16(4)) + little(UInt16(16))
        file += Data("data".utf8) + little(UInt32(bytes.count)) + bytes
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(name + ".wav")
        try file.write(to: url)
        return url.path
    }
}
