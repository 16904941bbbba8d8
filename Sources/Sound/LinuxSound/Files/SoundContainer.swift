import CarillonAudio

/// The part of a sound file that libsndfile receives: the data needed to decode the sound, for formats in common use
/// that have been fuzzed widely.
///
/// Titles, pictures and cue points are left out, because libsndfile would keep them in memory, in the size that a file
/// has or declares. libsndfile supports twenty more formats, of the instruments and workstations of the 1990s. They are
/// not accepted: some print errors to standard output, and their handling of damaged files has hardly been tested.
struct SoundContainer {
    /// Returns the bytes of a range of the file, fewer at its end.
    typealias Reading = (Range<Int>) -> [UInt8]

    /// The maximum number of channels. A file with more is damaged: the largest loudspeaker layout has 24.
    static let maximumChannels = 64

    /// The bytes before the body.
    var header: [UInt8] = []
    /// The position of the rest in the file.
    var body: Range<Int>
    var codec: Codec
    var isOgg = false

    /// Finds the container in a WAV, RF64, AIFF, AU, CAF, FLAC or Ogg file; nil for any other file.
    ///
    /// - Parameter range: The part of the file; nil for all of it.
    static func find(in file: SoundFile, _ range: Range<Int>? = nil) -> SoundContainer? {
        let (read, rest) = (file.bytes, range ?? 0..<file.length)
        let prefix = read(rest.prefix(12))
        func begins(_ marker: String) -> Bool { prefix.starts(with: marker.utf8) }
        if let format = ChunkFormat.find(prefix) {
            return chunks(format, in: rest, read)
        } else if begins("fLaC") {
            return flac(in: rest, read)
        } else if begins("OggS") {
            return ogg(in: rest, read)
        } else if begins(".snd") || begins("dns.") {
            return SoundContainer(body: rest, codec: .samples)
        }
        return nil
    }

    /// The first packet is alone on the first page, and begins with the name of the codec: RFC 3533, section 6.
    private static func ogg(in rest: Range<Int>, _ read: Reading) -> SoundContainer? {
        let page = read(rest.prefix(27 + 255 + 8))
        guard page.count > 27 else { return nil }
        let packet = page.dropFirst(27 + Int(page[26]))
        guard packet.starts(with: "\u{1}vorbis".utf8) || packet.starts(with: "OpusHead".utf8) else { return nil }
        return SoundContainer(body: rest, codec: .ogg, isOgg: true)
    }
}

// MARK: - FLAC

extension SoundContainer {
    private static let streamInfoLength = 34
    private static let maximumBlocks = 256

    /// Keeps only the first of the metadata blocks before the sound, which describes the format: RFC 9639, section 8.
    private static func flac(in rest: Range<Int>, _ read: Reading) -> SoundContainer? {
        var offset = rest.lowerBound + 4
        var header = Array("fLaC".utf8)
        for number in 0..<maximumBlocks {
            let head = read(offset..<(offset + 4))
            guard head.count == 4 else { return nil }
            let length = head[1...].reduce(0) { $0 << 8 | Int($1) }
            if number == 0 {
                guard head[0] & 0x7F == 0, length == streamInfoLength else { return nil }
                // Marked as the last metadata block.
                header.append(0x80)
                header += head[1...]
                header += read((offset + 4)..<(offset + 4 + length))
            }
            offset += 4 + length
            if head[0] & 0x80 != 0 {
                guard offset < rest.upperBound else { return nil }
                return SoundContainer(header: header, body: offset..<rest.upperBound, codec: .flac)
            }
        }
        return nil
    }
}

extension SoundContainer {
    /// Finds the chunks that describe the samples, and the samples, in a container of chunks; nil if they are missing.
    static func chunks(_ format: ChunkFormat, in file: Range<Int>, _ read: Reading) -> SoundContainer? {
        var search = ChunkSearch(format: format, file: file, header: read(file.prefix(format.prologue)))
        var offset = file.lowerBound + format.prologue
        for _ in 0..<ChunkFormat.maximumChunks {
            let next = search.inspect(at: offset, read)
            if let found = search.found { return found }
            guard let next else { return nil }
            offset = next
        }
        return nil
    }
}

/// A search through chunks, and its results so far.
private struct ChunkSearch {
    let format: ChunkFormat
    let file: Range<Int>
    var header: [UInt8]
    private var codec: Codec?
    /// The name and length of the samples' chunk, and the position of its content.
    private var samples: (head: [UInt8], body: Range<Int>)?
    /// The length of the samples' chunk from `ds64`, used if the chunk's own length field is too small for it.
    private var lengthOfSamples: Int?

    init(format: ChunkFormat, file: Range<Int>, header: [UInt8]) {
        (self.format, self.file, self.header) = (format, file, header)
    }

    var found: SoundContainer? {
        guard let codec, let samples else { return nil }
        return SoundContainer(header: header + samples.head, body: samples.body, codec: codec)
    }

    /// Whether the file declares only the length of its prologue: the program that wrote it stopped before it wrote the
    /// lengths.
    private var isUnfinished: Bool { header.count >= 8 && format.number(header[4..<8]) == 8 }

    /// - Returns: The position of the next chunk; nil if there is none, or if the search must stop.
    mutating func inspect(at offset: Int, _ read: SoundContainer.Reading) -> Int? {
        let start = offset + 4 + format.lengthSize
        let head = read(offset..<start)
        guard start <= file.upperBound, head.count == 4 + format.lengthSize else { return nil }
        let name = String(decoding: head[..<4], as: UTF8.self)
        var length = format.number(head[4...])
        if name == format.samples {
            if length == 0xFFFF_FFFF, let lengthOfSamples { length = lengthOfSamples }
            // The samples of an unfinished or truncated file extend to its end.
            let isWhole = (0...(file.upperBound - start)).contains(length) && !(length == 0 && isUnfinished)
            samples = (head, start..<(isWhole ? start + length : file.upperBound))
        } else if name == format.coding || format.others.contains(name) {
            guard (0...ChunkFormat.maximumBytes).contains(length) else { return nil }
            let chunk = read(start..<(start + length))
            header += head + chunk
            if format.isPadded, length % 2 == 1 { header.append(0) }
            if name == format.coding {
                codec = format.codec(chunk)
                if codec == nil { return nil }
            } else if name == "ds64", chunk.count >= 16 {
                lengthOfSamples = format.number(chunk[8..<16])
            }
        }
        guard (0...(file.upperBound - start)).contains(length) else { return nil }
        return start + length + (format.isPadded ? length % 2 : 0)
    }
}
