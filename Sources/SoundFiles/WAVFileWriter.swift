import CSndfile
import CarillonAudio
import Glibc

/// Writes a WAV file of 16 bits with libsndfile, under another name until it is complete.
///
/// Not thread-safe: its pacer's lock protects it.
final class WAVFileWriter: AudioSink {
    /// What the file says of the software that made it. Only a file that says so is ever replaced.
    private static let signature = "Carillon"
    /// What the sizes in a WAV file's header can say, less a generous header.
    private static let mostBytes = Int(UInt32.max) - 4096

    private let path: String
    private let temporaryPath: String
    private let format: AudioFormat
    private let library: SoundLibrary
    private var file: OpaquePointer?
    /// The first frame that is not in the file yet.
    private var end = 0

    init(path: String, format: AudioFormat) throws(AudioOutputError) {
        do { library = try SoundLibrary() } catch { throw .cannotWrite(file: path, reason: error.reason) }
        self.path = try Self.checked(path, with: library)
        self.format = format
        let (descriptor, name) = try Self.makeTemporaryFile(beside: self.path)
        temporaryPath = name
        var info = SF_INFO()
        info.samplerate = Int32(format.rate)
        info.channels = Int32(format.channels)
        info.format = Int32(SF_FORMAT_WAV | SF_FORMAT_PCM_16)
        file = library.functions.open_fd(descriptor, Int32(SFM_WRITE), &info, 1)
        guard file != nil else {
            unlink(name)
            throw .cannotWrite(file: path, reason: library.reason(nil))
        }
    }

    deinit { discard() }

    func write(_ samples: UnsafeBufferPointer<Int16>, at frame: Int) throws(AudioOutputError) {
        let frames = samples.count / format.channels
        guard (frame + frames) * format.channels * 2 <= Self.mostBytes else { throw .fileFull(file: path) }
        // Seeking beyond the end leaves a hole, which reads as silence.
        guard library.functions.seek(file, sf_count_t(frame), SEEK_SET) == frame,
            library.functions.writef_short(file, samples.baseAddress, sf_count_t(frames)) == frames
        else { throw .cannotWrite(file: path, reason: library.reason(file)) }
        end = frame + frames
    }

    func finish(at frame: Int) throws(AudioOutputError) {
        if frame > end {
            let silence = [Int16](repeating: 0, count: format.channels)
            // As a result: before Swift 6.1 the array does not pass on which type of error was thrown.
            try silence.withUnsafeBufferPointer { samples in
                Result { () throws(AudioOutputError) in try write(samples, at: frame - 1) }
            }.get()
        }
        // What is said after the samples stands after them, and leaves the header as everybody knows it.
        _ = library.functions.set_string(file, Int32(SF_STR_SOFTWARE), Self.signature)
        let result = library.functions.close(file)
        file = nil
        guard result == 0, rename(temporaryPath, path) == 0 else {
            let words = result == 0 ? UnsafePointer(strerror(errno)) : library.functions.error_number(result)
            let reason = words.map { String(cString: $0) } ?? ""
            unlink(temporaryPath)
            throw .cannotWrite(file: path, reason: reason)
        }
    }

    private func discard() {
        guard file != nil else { return }
        _ = library.functions.close(file)
        unlink(temporaryPath)
    }

    /// Where to write: the path itself, or the file that it links to.
    private static func checked(_ path: String, with library: SoundLibrary) throws(AudioOutputError) -> String {
        guard path.lowercased().hasSuffix(".wav") else { throw .notWAV(file: path) }
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        var status = stat()
        guard stat(resolved, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(file: path) }
        guard access(resolved, W_OK) == 0 else { throw .notWritable(file: path) }
        guard status.st_size == 0 || isOwnRecording(resolved, with: library) else { throw .notOurs(file: path) }
        return String(cString: resolved)
    }

    private static func isOwnRecording(_ path: UnsafePointer<CChar>, with library: SoundLibrary) -> Bool {
        var info = SF_INFO()
        guard let file = library.functions.open(path, Int32(SFM_READ), &info) else { return false }
        defer { _ = library.functions.close(file) }
        guard let software = library.functions.get_string(file, Int32(SF_STR_SOFTWARE)) else { return false }
        return String(cString: software).hasPrefix(signature)
    }

    /// A new file in the same folder, with a name that is not taken.
    private static func makeTemporaryFile(beside path: String) throws(AudioOutputError) -> (Int32, String) {
        let nameStart = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
        let folder = path[..<nameStart]
        for number in 0... {
            let name = "\(folder).\(path[nameStart...]).\(getpid())-\(number)"
            let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
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
