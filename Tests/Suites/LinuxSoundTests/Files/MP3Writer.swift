import AudioTestSupport
import CHardware
import StreamTestSupport
import Synchronization
import TestSupport
import Testing

@testable import LinuxSound

/// A writer of MP3 files, in stereo.
enum MP3Writer {
    private struct Sweep: Hashable {
        let seconds, rate, bitRateMode: Int
        let level: Double
    }

    /// The bytes of the sweeps, because the encoder takes more time than most tests.
    private static let sweeps = Mutex<[Sweep: [UInt8]]>([:])

    /// Writes a sweep, in which each place sounds different.
    ///
    /// - Parameter bitRateMode: One of libsndfile's constants, such as `SF_BITRATE_MODE_VARIABLE`.
    /// - Returns: The path.
    static func sweep(
        seconds: Int, rate: Int = 48_000, _ bitRateMode: Int = SF_BITRATE_MODE_VARIABLE, level: Double = 0.5,
        in folder: TemporaryFolder
    ) throws -> String {
        let sweep = Sweep(seconds: seconds, rate: rate, bitRateMode: bitRateMode, level: level)
        if let bytes = sweeps.withLock({ $0[sweep] }) { return try folder.write(bytes, to: "sweep.mp3") }
        let path = folder.file("sweep.mp3")
        try encode(sweep, to: path)
        let bytes = try readBytes(path)
        sweeps.withLock { $0[sweep] = bytes }
        return path
    }

    private static func encode(_ sweep: Sweep, to path: String) throws {
        var info = SF_INFO()
        let format = SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III
        (info.samplerate, info.channels, info.format) = (Int32(sweep.rate), 2, Int32(format))
        let file = try #require(sf_open(path, Int32(SFM_WRITE), &info))
        var mode = Int32(sweep.bitRateMode)
        sf_command(file, Int32(SFC_SET_BITRATE_MODE), &mode, Int32(MemoryLayout<Int32>.size))
        var level = sweep.level
        sf_command(file, Int32(SFC_SET_COMPRESSION_LEVEL), &level, Int32(MemoryLayout<Double>.size))
        var (phase, random) = (0.0, SeededGenerator(state: 1))
        var samples: [Int16] = []
        for second in 0..<sweep.seconds {
            samples.removeAll(keepingCapacity: true)
            for index in 0..<sweep.rate {
                let hertz = 200 + 40 * Double(second) + 3_000 * Double(index) / Double(sweep.rate)
                phase += hertz / Double(sweep.rate)
                let left: Int16 = phase.truncatingRemainder(dividingBy: 1) < 0.5 ? 8_000 : -8_000
                samples.append(left)
                samples.append(second % 3 == 0 ? Int16.random(in: -6_000...6_000, using: &random) : left / 2)
            }
            sf_writef_short(file, samples, sf_count_t(sweep.rate))
        }
        sf_close(file)
    }

    /// Returns the file without its first frame, which has the tag.
    static func withoutTag(_ bytes: [UInt8]) throws -> [UInt8] {
        let length = try #require(MP3Header.length(bytes))
        _ = try #require(
            bytes.prefix(60).firstRange(of: Array("Xing".utf8)) ?? bytes.prefix(60).firstRange(of: Array("Info".utf8)))
        return Array(bytes.dropFirst(length))
    }
}
