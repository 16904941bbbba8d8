import CarillonAudio

/// A writer of a recording to WAV files. When a file is full, the recording continues in the next one: after
/// `heard.wav` come `heard-2.wav` and `heard-3.wav`.
///
/// Not thread-safe: the lock of its pacer protects it.
final class WAVFileWriter: AudioSink {
    private let path: String
    private let format: AudioFormat
    private var file: WAVFile
    private var number = 1
    /// The first frame of the file.
    private var start = 0

    /// - Throws: `AudioOutputError` if the first file cannot be written.
    init(path: String, format: AudioFormat) throws(AudioOutputError) {
        self.path = path
        self.format = format
        file = try WAVFile(path: path, format: format)
    }

    func write(_ samples: UnsafeBufferPointer<Int16>, at frame: Int) throws(AudioOutputError) {
        try makeRoom(for: frame)
        let rest = samples.dropFirst((end - frame) * format.channels)
        let fitting = UnsafeBufferPointer(rebasing: samples.dropLast(rest.count))
        try file.write(fitting, at: frame - start)
        if !rest.isEmpty { try write(UnsafeBufferPointer(rebasing: rest), at: end) }
    }

    func finish(at frame: Int) throws(AudioOutputError) {
        try makeRoom(for: frame)
        try file.finish(frames: frame - start)
    }

    /// The first frame beyond the file's room.
    private var end: Int { start + WAVFile.maximumFrames(format) }

    /// Starts further files until one has room for `frame`.
    private func makeRoom(for frame: Int) throws(AudioOutputError) {
        while frame >= end {
            try file.finish(frames: end - start)
            start = end
            number += 1
            let (name, ending) = (path.dropLast(".wav".count), path.suffix(".wav".count))
            file = try WAVFile(path: "\(name)-\(number)\(ending)", format: format)
        }
    }
}

extension Sound {
    /// Writes the sound to a WAV file of 16 bits. A sample beyond full scale is clipped. May be called from any thread;
    /// waits for the disk.
    ///
    /// - Parameter path: A name that ends in `.wav`, in a folder that exists. A file that Carillon has written is
    ///   replaced as a whole, or not at all; any other file is left alone.
    /// - Throws: `AudioOutputError` if the file cannot be written there, `SoundError` if a streamed sound cannot be
    ///   read.
    public func write(to path: String) throws {
        let writer = try WAVFileWriter(path: path, format: format)
        let samples = UnsafeMutableBufferPointer<Int16>.allocate(capacity: 1_024 * format.channels)
        defer { samples.deallocate() }
        var frame = 0
        try forEachPiece { piece in
            var rest = piece[...]
            while !rest.isEmpty {
                let part = UnsafeBufferPointer(rebasing: rest.prefix(samples.count))
                SampleConversion.convert(part, to: samples.baseAddress!)
                try writer.write(UnsafeBufferPointer(rebasing: samples[..<part.count]), at: frame)
                frame += part.count / format.channels
                rest = rest.dropFirst(part.count)
            }
        }
        try writer.finish(at: frame)
    }

    /// Returns the sound as a WAV file of 16 bits; nil if it is longer than 10 s. A sample beyond full scale is clipped.
    /// May be called from any thread; a streamed sound waits for the disk.
    ///
    /// - Throws: `SoundError` if a streamed sound cannot be read.
    package func wavFile() throws -> [UInt8]? {
        guard duration <= .seconds(10) else { return nil }
        var samples: [Int16] = []
        try forEachPiece { piece in
            samples += [Int16](unsafeUninitializedCapacity: piece.count) { room, count in
                SampleConversion.convert(piece, to: room.baseAddress!)
                count = piece.count
            }
        }
        let frameBytes = format.channels * MemoryLayout<Int16>.size
        let dataBytes = samples.count * MemoryLayout<Int16>.size
        var file: [UInt8] = []
        func put(_ text: String, _ values: (number: Int, bytes: Int)...) {
            file += text.utf8
            for value in values {
                for byte in 0..<value.bytes { file.append(UInt8(truncatingIfNeeded: value.number >> (8 * byte))) }
            }
        }
        put("RIFF", (36 + dataBytes, 4))
        put("WAVEfmt ", (16, 4), (1, 2), (format.channels, 2), (format.rate, 4))
        put("", (format.rate * frameBytes, 4), (frameBytes, 2), (16, 2))
        put("data", (dataBytes, 4))
        for sample in samples { put("", (Int(sample), 2)) }
        return file
    }
}
