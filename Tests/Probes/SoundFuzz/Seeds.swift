import CHardware
import Glibc
import LinuxSound
import StreamTestSupport

/// Intact sound files of 25 ms in every format that libsndfile writes.
enum Seeds {
    static func all(in folder: String) -> [[UInt8]] {
        var seeds: [[UInt8]] = []
        for container in containers {
            for encoding in encodings {
                for (rate, channels) in [(48_000, 2), (44_100, 1), (8_000, 1)] {
                    let file = write(container | encoding, rate: rate, channels: channels, to: "\(folder)/seed")
                    if let file { seeds += [file] + withoutFirstFrame(file) }
                }
            }
        }
        return seeds
    }

    /// Returns an MP3 file without its first frame, which declares its length; empty for other files.
    private static func withoutFirstFrame(_ file: [UInt8]) -> [[UInt8]] {
        MP3Header.length(file).map { [Array(file.dropFirst($0))] } ?? []
    }

    private static let containers = list(SFC_GET_FORMAT_MAJOR_COUNT, SFC_GET_FORMAT_MAJOR)
    private static let encodings = list(SFC_GET_FORMAT_SUBTYPE_COUNT, SFC_GET_FORMAT_SUBTYPE)

    private static func list(_ countCommand: Int, _ command: Int) -> [Int32] {
        var count: Int32 = 0
        sf_command(nil, Int32(countCommand), &count, Int32(MemoryLayout<Int32>.size))
        return (0..<count).map { index in
            var info = SF_FORMAT_INFO()
            info.format = index
            sf_command(nil, Int32(command), &info, Int32(MemoryLayout<SF_FORMAT_INFO>.size))
            return info.format
        }
    }

    /// Writes a file, and returns its bytes; nil if libsndfile does not write this format.
    ///
    /// - Parameter parts: The number of pieces of 25 ms.
    static func write(_ format: Int32, rate: Int, channels: Int, parts: Int = 1, to path: String) -> [UInt8]? {
        var info = SF_INFO()
        (info.samplerate, info.channels, info.format) = (Int32(rate), Int32(channels), format)
        guard sf_format_check(&info) != 0, let file = sf_open(path, Int32(SFM_WRITE), &info) else { return nil }
        let frames = rate / 40 * parts
        let samples = (0..<(frames * channels)).map { Int16(truncatingIfNeeded: $0 * 37) }
        sf_set_string(file, Int32(SF_STR_TITLE), "a ramp")
        sf_writef_short(file, samples, sf_count_t(frames))
        sf_close(file)
        defer { unlink(path) }
        return Files.read(path)
    }
}

enum Files {
    static func read(_ path: String) -> [UInt8] {
        guard let file = fopen(path, "re") else { return [] }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&piece, 1, piece.count, file), count > 0 { bytes += piece[..<count] }
        return bytes
    }

    static func write(_ bytes: [UInt8], to path: String) {
        guard let file = fopen(path, "we") else { fatalError("cannot write \(path)") }
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
    }
}
