import AudioTestSupport
import CSndfile
import TestSupport
import Testing

@testable import SoundFiles

/// A writer of MP3 files, in stereo.
enum MP3File {
    /// Writes a sweep, in which each place sounds different.
    ///
    /// - Parameter bitRateMode: One of libsndfile's constants, such as `SF_BITRATE_MODE_VARIABLE`.
    /// - Returns: The path.
    static func sweep(
        seconds: Int, rate: Int = 48_000, _ bitRateMode: Int = SF_BITRATE_MODE_VARIABLE, level: Double = 0.5,
        in folder: TemporaryFolder
    ) throws -> String {
        let path = folder.file("sweep.mp3")
        var info = SF_INFO()
        let format = SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III
        (info.samplerate, info.channels, info.format) = (Int32(rate), 2, Int32(format))
        let file = try #require(sf_open(path, Int32(SFM_WRITE), &info))
        var mode = Int32(bitRateMode)
        sf_command(file, Int32(SFC_SET_BITRATE_MODE), &mode, Int32(MemoryLayout<Int32>.size))
        var level = level
        sf_command(file, Int32(SFC_SET_COMPRESSION_LEVEL), &level, Int32(MemoryLayout<Double>.size))
        var (phase, random) = (0.0, SeededGenerator(state: 1))
        for frame in 0..<seconds {
            let samples = (0..<rate).flatMap { index -> [Int16] in
                phase += (200 + 40 * Double(frame) + 3_000 * Double(index) / Double(rate)) / Double(rate)
                let left = Int16(phase.truncatingRemainder(dividingBy: 1) < 0.5 ? 8_000 : -8_000)
                return [left, frame % 3 == 0 ? Int16.random(in: -6_000...6_000, using: &random) : left / 2]
            }
            sf_writef_short(file, samples, sf_count_t(rate))
        }
        sf_close(file)
        return path
    }

    /// Returns the file without its first frame, which has the tag.
    static func withoutTag(_ bytes: [UInt8]) throws -> [UInt8] {
        let frame = try #require(MP3Frame(bytes))
        try #require(MP3Frame.isTag(Array(bytes[frame.tagOffset..<(frame.tagOffset + 4)])))
        return Array(bytes.dropFirst(try #require(frame.length)))
    }
}
