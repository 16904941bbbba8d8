import CarillonAudio
import Foundation
import Testing

/// Returns the path of a file of this repository.
package func repositoryFile(_ path: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(path).path
}

package func readBytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }

/// A WAV file of 16 bits, written and read without the library's code.
package struct WAV: Equatable {
    package var rate = 48_000
    package var channels = 2
    package var samples: [Int16] = []

    package init(rate: Int = 48_000, channels: Int = 2, samples: [Int16] = []) {
        self.rate = rate
        self.channels = channels
        self.samples = samples
    }

    /// Reads a canonical file, as libsndfile and Python write it: 44 bytes of header.
    package init(reading path: String) throws {
        let bytes = try readBytes(path)
        try #require(bytes.count >= 44)
        try #require(bytes[36..<40].elementsEqual("data".utf8))
        channels = Int(bytes[22])
        rate = Int(bytes[24]) | Int(bytes[25]) << 8 | Int(bytes[26]) << 16
        let count = bytes[40..<44].reversed().reduce(0) { $0 << 8 | Int($1) }
        samples = int16s(bytes[44...].prefix(count))
    }

    package var bytes: [UInt8] {
        func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> ($0 * 8) & 255) } }
        let data = samples.flatMap { little(Int($0), 2) }
        return Array("RIFF".utf8) + little(36 + data.count, 4) + Array("WAVEfmt ".utf8) + little(16, 4)
            + little(1, 2) + little(channels, 2) + little(rate, 4) + little(rate * channels * 2, 4)
            + little(channels * 2, 2) + little(16, 2) + Array("data".utf8) + little(data.count, 4) + data
    }
}

/// Returns the little-endian 16-bit numbers in `bytes`.
package func int16s(_ bytes: ArraySlice<UInt8>) -> [Int16] {
    stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { index in
        Int16(bitPattern: UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8)
    }
}

extension Sound {
    /// A stereo sound of 16-bit samples.
    package convenience init(_ samples: [Int16], format: AudioFormat = .standard) {
        self.init(name: "test", format: format, samples: samples.map { Float($0) / 32_768 })
    }

    /// A stereo sound whose sample at index n is `first` + n.
    package static func ramp(frames: Int, from first: Int16 = 1) -> Sound {
        Sound((0..<(frames * 2)).map { first + Int16($0) })
    }

    /// A stereo sound of one value.
    package static func constant(_ value: Int16, frames: Int = 96_000) -> Sound {
        Sound(Array(repeating: value, count: frames * 2))
    }

    /// The samples as a 16-bit device receives them.
    package var int16s: [Int16] { withSamples { AudioTestSupport.int16s($0) } }
}

package func int16s(_ samples: UnsafeBufferPointer<Float>) -> [Int16] {
    [Int16](unsafeUninitializedCapacity: samples.count) { output, count in
        guard let start = output.baseAddress else { return }
        SampleConversion.convert(samples, to: start)
        count = samples.count
    }
}

/// A generator of the same numbers in every run.
package struct SeededGenerator: RandomNumberGenerator {
    package var state: UInt64

    package init(state: UInt64) { self.state = state }

    /// SplitMix64.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
