import CarillonAudio

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
