import CHardware
import CarillonAudio
import Glibc

/// A WAV file of 16 bits that libsndfile writes, under a temporary name until it is complete.
///
/// Not thread-safe.
final class WAVFile {
    /// The software tag in the file. Only files with this tag are ever replaced.
    private static let signature = "Carillon"
    /// The maximum of the size fields in a WAV header, less a generous header.
    private static let maximumBytes = Int(UInt32.max) - 4096
    /// The bytes removed at the end of a file that cannot grow, to make room for the data after the samples.
    private static let reserveInBytes = 8192

    private let path: String
    private let temporaryPath: String
    private let format: AudioFormat
    private let library: SoundLibrary
    private var file: OpaquePointer?
    /// The first frame that is not in the file yet.
    private var end = 0

    /// - Throws: `AudioOutputError` if the file cannot be written at `path`, or must not be.
    init(path: String, format: AudioFormat) throws(AudioOutputError) {
        do { library = try SoundLibrary() } catch { throw .cannotWrite(file: path, reason: error.reason) }
        self.path = path
        self.format = format
        let target = try Self.target(of: path, with: library)
        let (descriptor, name) = try Self.makeTemporaryFile(beside: target)
        temporaryPath = name
        var info = SF_INFO()
        info.samplerate = Int32(format.rate)
        info.channels = Int32(format.channels)
        info.format = Int32(SF_FORMAT_WAV | SF_FORMAT_PCM_16)
        file = withoutFileSizeSignal { [library] in library.functions.open_fd(descriptor, Int32(SFM_WRITE), &info, 1) }
        guard file != nil else {
            unlink(name)
            throw .cannotWrite(file: path, reason: library.reason(nil))
        }
    }

    deinit { discard() }

    /// Returns the maximum number of frames of a file.
    static func maximumFrames(_ format: AudioFormat) -> Int { maximumBytes / bytesInFrame(format) }

    /// Writes samples. Frames before `frame` that have not been written are silent.
    ///
    /// - Throws: `AudioOutputError` if the file cannot grow. It has then been completed with the earlier frames.
    func write(_ samples: UnsafeBufferPointer<Int16>, at frame: Int) throws(AudioOutputError) {
        let frames = samples.count / format.channels
        let isWritten = withoutFileSizeSignal {
            // Seeking beyond the end leaves a hole, which reads as silence.
            library.functions.seek(file, sf_count_t(frame), SEEK_SET) == frame
                && library.functions.writef_short(file, samples.baseAddress, sf_count_t(frames)) == frames
        }
        guard isWritten else { throw try endEarly() }
        end = frame + frames
    }

    /// Completes the file with `frames` frames, and renames it to its final name.
    func finish(frames: Int) throws(AudioOutputError) {
        if frames > end {
            let silence = [Int16](repeating: 0, count: format.channels)
            // Through a Result: before Swift 6.1 the closure's typed error is not propagated.
            try silence.withUnsafeBufferPointer { samples in
                Result { () throws(AudioOutputError) in try write(samples, at: frames - 1) }
            }.get()
        }
        try complete()
    }

    /// Completes the file as it is. A file without sound is discarded, and an earlier recording stays.
    ///
    /// - Returns: The reason why it could not grow.
    private func endEarly() throws(AudioOutputError) -> AudioOutputError {
        let reason = library.reason(file)
        var frames = sf_count_t(max(0, end - Self.reserveInBytes / Self.bytesInFrame(format)))
        if frames == 0 {
            discard()
        } else {
            _ = withoutFileSizeSignal {
                library.functions.command(
                    file, Int32(SFC_FILE_TRUNCATE), &frames, Int32(MemoryLayout<sf_count_t>.size))
            }
            try complete()
        }
        return .endedEarly(file: path, reason: reason)
    }

    private func complete() throws(AudioOutputError) {
        let result = withoutFileSizeSignal {
            // A tag that is set after the samples is written after them, so that the header keeps its usual form.
            _ = library.functions.set_string(file, Int32(SF_STR_SOFTWARE), Self.signature)
            return library.functions.close(file)
        }
        file = nil
        guard result == 0 else {
            let reason = library.functions.error_number(result).map { String(cString: $0) } ?? ""
            throw .renameFailed(file: path, keptAs: temporaryPath, reason: reason)
        }
        // Another program may have created a file of that name meanwhile.
        do {
            let target = try Self.target(of: path, with: library)
            guard rename(temporaryPath, target) != 0 else { return }
        } catch {
            throw .renameFailed(file: path, keptAs: temporaryPath, reason: "\(error)")
        }
        throw .renameFailed(file: path, keptAs: temporaryPath, reason: String(cString: strerror(errno)))
    }

    private func discard() {
        guard file != nil else { return }
        _ = withoutFileSizeSignal { library.functions.close(file) }
        file = nil
        unlink(temporaryPath)
    }

    private static func bytesInFrame(_ format: AudioFormat) -> Int { format.channels * MemoryLayout<Int16>.size }
}

// MARK: - Names

extension WAVFile {
    /// Returns the path to write to: the path itself, or the target of a link.
    private static func target(of path: String, with library: SoundLibrary) throws(AudioOutputError) -> String {
        guard path.lowercased().hasSuffix(".wav") else { throw .notWAV(file: path) }
        var status = stat()
        guard let resolved = realpath(path, nil) else {
            // A broken link belongs to the user, and is not replaced.
            guard lstat(path, &status) != 0 else { throw .notAFile(file: path) }
            return path
        }
        defer { free(resolved) }
        guard stat(resolved, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(file: path) }
        guard access(resolved, W_OK) == 0 else { throw .notWritable(file: path) }
        guard status.st_size == 0 || isOwnRecording(resolved, with: library) else { throw .wouldOverwrite(file: path) }
        return String(cString: resolved)
    }

    private static func isOwnRecording(_ path: UnsafePointer<CChar>, with library: SoundLibrary) -> Bool {
        var info = SF_INFO()
        guard let file = library.functions.open(path, Int32(SFM_READ), &info) else { return false }
        defer { _ = library.functions.close(file) }
        guard let software = library.functions.get_string(file, Int32(SF_STR_SOFTWARE)) else { return false }
        return String(cString: software).hasPrefix(signature)
    }

    /// Creates a file with an unused name in the same folder.
    private static func makeTemporaryFile(beside path: String) throws(AudioOutputError) -> (Int32, String) {
        let nameStart = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
        let folder = path[..<nameStart]
        for number in 0... {
            let name = "\(folder).\(path[nameStart...]).\(getpid())-\(number)"
            let descriptor = Glibc.open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            if descriptor >= 0 { return (descriptor, name) }
            switch errno {
            case EEXIST:
                continue
            case ENOENT, ENOTDIR:
                throw .noFolder(file: path, folder: folder.count > 1 ? String(folder.dropLast()) : String(folder))
            case EACCES, EPERM, EROFS:
                throw .notWritable(file: path)
            case let error:
                throw .cannotWrite(file: path, reason: String(cString: strerror(error)))
            }
        }
        throw .notWritable(file: path)
    }
}

/// Runs `work` so that a write beyond the limit of `ulimit -f` fails. Otherwise SIGXFSZ would end the process.
func withoutFileSizeSignal<Value>(_ work: () -> Value) -> Value {
    var (signal, earlier) = (sigset_t(), sigset_t())
    sigemptyset(&signal)
    sigaddset(&signal, SIGXFSZ)
    pthread_sigmask(SIG_BLOCK, &signal, &earlier)
    defer {
        var noTime = timespec()
        if sigismember(&earlier, SIGXFSZ) == 0 { sigtimedwait(&signal, nil, &noTime) }
        pthread_sigmask(SIG_SETMASK, &earlier, nil)
    }
    return work()
}
