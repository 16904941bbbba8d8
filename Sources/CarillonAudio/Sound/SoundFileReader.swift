import CSndfile
import Glibc
import Synchronization

/// Decodes sound files with libsndfile.
enum SoundFileReader {
    private static let samplesAtOnce = 8192

    /// libsndfile keeps the reason of a failed opening in one place for the whole program.
    private static let opening = Mutex(())

    /// Reads all of a sound file.
    ///
    /// - Parameter limit: How many bytes the samples may take.
    static func read(_ path: String, limit: Int) throws(SoundError) -> Recording {
        let descriptor = try openFile(path)
        var info = SF_INFO()
        // From here on the descriptor is libsndfile's, which closes it even if it refuses the file.
        let (opened, reason) = opening.withLock { _ in
            let file = sf_open_fd(descriptor, Int32(SFM_READ), &info, 1)
            return (file, file == nil ? String(cString: sf_strerror(nil)) : "")
        }
        guard let file = opened else { throw .notASound(file: path, reason: trimmed(reason)) }
        defer { sf_close(file) }

        let format = AudioFormat(rate: Int(info.samplerate), channels: Int(info.channels))
        let samples = try decode(file, channels: format.channels, path: path, limit: limit)
        if samples.isEmpty {
            guard sf_error(file) == 0 else {
                throw .notASound(file: path, reason: trimmed(String(cString: sf_strerror(file))))
            }
            throw .empty(file: path)
        }
        return Recording(format: format, samples: samples)
    }

    /// A descriptor of the file, once it is known to be one that has something in it.
    private static func openFile(_ path: String) throws(SoundError) -> Int32 {
        // Without O_NONBLOCK, opening a pipe would wait for its writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw SoundError(errno: errno, file: path) }
        var status = stat()
        let failure: SoundError? =
            if fstat(descriptor, &status) != 0 {
                SoundError(errno: errno, file: path)
            } else if status.st_mode & S_IFMT != S_IFREG {
                .notAFile(file: path, isDirectory: status.st_mode & S_IFMT == S_IFDIR)
            } else if status.st_size == 0 {
                .empty(file: path)
            } else {
                nil
            }
        guard let failure else { return descriptor }
        close(descriptor)
        throw failure
    }

    /// Decodes piece by piece: what a header says of its file's length is not to be believed.
    private static func decode(
        _ file: OpaquePointer, channels: Int, path: String, limit: Int
    ) throws(SoundError) -> [Float] {
        var samples: [Float] = []
        let framesAtOnce = max(samplesAtOnce / channels, 1)
        let piece = UnsafeMutableBufferPointer<Float>.allocate(capacity: framesAtOnce * channels)
        defer { piece.deallocate() }
        while true {
            let frames = Int(sf_readf_float(file, piece.baseAddress, sf_count_t(framesAtOnce)))
            guard frames > 0 else { return samples }
            samples.append(contentsOf: piece[..<(frames * channels)])
            guard samples.count * MemoryLayout<Float>.stride <= limit else {
                throw .tooLong(file: path, limit: limit)
            }
        }
    }

    /// libsndfile's words without the full stop, which would stand in the middle of a line.
    private static func trimmed(_ reason: String) -> String {
        var reason = reason[...]
        while let last = reason.last, last == "." || last.isWhitespace { reason.removeLast() }
        return String(reason)
    }
}
