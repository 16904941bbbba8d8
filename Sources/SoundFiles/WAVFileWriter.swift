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
