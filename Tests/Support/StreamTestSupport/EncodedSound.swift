import CHardware
import Glibc

/// Sounds in the formats of streams, written by libsndfile.
package enum EncodedSound {
    /// - Parameter rise: The hertz by which the tones rise in a second, so that no two places sound alike.
    package static func mp3(seconds: Int = 3, rate: Int = 44_100, rise: Double = 0) -> [UInt8] {
        write(SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III, seconds: seconds, rate: rate, rise: rise)
    }

    package static func vorbis(seconds: Int = 3, title: String? = nil) -> [UInt8] {
        write(SF_FORMAT_OGG | SF_FORMAT_VORBIS, seconds: seconds, rate: 44_100, title: title)
    }

    package static func opus(seconds: Int = 3, title: String? = nil) -> [UInt8] {
        write(SF_FORMAT_OGG | SF_FORMAT_OPUS, seconds: seconds, rate: 48_000, title: title)
    }

    package static func flac(seconds: Int = 3, title: String? = nil) -> [UInt8] {
        write(SF_FORMAT_FLAC | SF_FORMAT_PCM_16, seconds: seconds, rate: 44_100, title: title)
    }

    /// Returns a stereo sound of two tones.
    private static func write(_ format: Int, seconds: Int, rate: Int, title: String? = nil, rise: Double = 0) -> [UInt8]
    {
        let path = String(cString: mkdtemp(strdup("/tmp/carillon-stream-XXXXXX"))) + "/sound"
        defer {
            unlink(path)
            rmdir(String(path.dropLast(6)))
        }
        var info = SF_INFO()
        (info.samplerate, info.channels, info.format) = (Int32(rate), 2, Int32(format))
        guard let file = sf_open(path, Int32(SFM_WRITE), &info) else { return [] }
        if let title { sf_set_string(file, Int32(SF_STR_TITLE), title) }
        for second in 0..<seconds {
            var samples: [Int16] = []
            for frame in 0..<rate {
                let time = Double(second * rate + frame) / Double(rate)
                let turns = time * time * rise / 2
                samples.append(Int16(8_000 * sin((time * 440 + turns) * 2 * .pi)))
                samples.append(Int16(8_000 * sin((time * 660 + turns) * 2 * .pi)))
            }
            sf_writef_short(file, samples, sf_count_t(rate))
        }
        sf_close(file)
        return read(path)
    }

    private static func read(_ path: String) -> [UInt8] {
        guard let file = fopen(path, "re") else { return [] }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&piece, 1, piece.count, file), count > 0 { bytes += piece[..<count] }
        return bytes
    }
}
