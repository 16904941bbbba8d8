import CHardware
import CLibrary
import CarillonAudio

/// A file of a recording, which libsndfile writes. A power cut leaves all but the last 10 s: the header is written again
/// each second, and the file is written to the disk every 10 s.
///
/// Used by one thread at a time.
final class RecordingWriter {
    /// The reason why a file cannot be written.
    struct Failure: Error {
        let end: SoundRecording.End
        /// The message; nil for an expected end.
        let reason: String?
    }

    private let format: RecordingFormat
    private let rate: Int
    private let reserve: Int
    private let library: SoundLibrary
    private let path: String
    private let descriptor: Int32
    private var file: OpaquePointer?
    private var frames = 0

    /// Creates a file with the next number in a folder.
    init(
        in folder: String?, _ format: RecordingFormat, rate: Int, leaving reserve: Int
    ) throws(Failure) {
        guard let folder else {
            throw Failure(end: .failed, reason: "there is no state folder; set STATE_DIRECTORY or HOME")
        }
        do { library = try SoundLibrary() } catch { throw Failure(end: .failed, reason: error.reason) }
        (self.format, self.rate, self.reserve) = (format, rate, reserve)
        Self.make(folder)
        try Self.checkRoom(in: folder, reserve)
        (descriptor, path) = try Self.create(in: folder, ending: format.rawValue)
        var info = SF_INFO()
        info.samplerate = Int32(rate)
        info.channels = 1
        info.format = Int32((format == .wav ? SF_FORMAT_WAV : SF_FORMAT_FLAC) | SF_FORMAT_PCM_16)
        file = withoutFileSizeSignal { [library] in library.functions.open_fd(descriptor, Int32(SFM_WRITE), &info, 0) }
        guard file != nil else {
            let reason = library.reason(nil)
            close(descriptor)
            unlink(path)
            throw Failure(end: .failed, reason: "cannot write \"\(path)\": \(reason)")
        }
    }

    deinit { _ = finish() }

    /// Appends samples.
    func write(_ samples: [Int16]) throws(Failure) {
        guard let file else { return }
        let count = withoutFileSizeSignal { [library] in
            samples.withUnsafeBufferPointer { buffer in
                library.functions.writef_short(file, buffer.baseAddress, sf_count_t(buffer.count))
            }
        }
        let earlier = frames
        frames += max(Int(count), 0)
        guard count == samples.count else {
            throw Failure(end: .failed, reason: "cannot write \"\(path)\": \(library.reason(file))")
        }
        guard frames / rate > earlier / rate else { return }
        // The header of FLAC says that the length is unknown, until the end.
        if format == .wav {
            _ = withoutFileSizeSignal { [library] in
                library.functions.command(file, Int32(SFC_UPDATE_HEADER_NOW), nil, 0)
            }
        }
        if frames / rate / 10 > earlier / rate / 10 { fdatasync(descriptor) }
        try Self.checkRoom(in: path, reserve)
    }

    /// Completes the file; removes it if it is empty.
    ///
    /// - Returns: The path, empty if there is no file, and the number of frames. The second call returns no file.
    func finish() -> (path: String, frames: Int) {
        guard let file else { return ("", 0) }
        self.file = nil
        _ = withoutFileSizeSignal { [library] in library.functions.close(file) }
        defer { close(descriptor) }
        guard frames > 0 else {
            unlink(path)
            return ("", 0)
        }
        fdatasync(descriptor)
        return (path, frames)
    }

    // MARK: The folder

    /// Makes a folder and those above it. A failure is found when the file is created.
    private static func make(_ folder: String) {
        for end in folder.indices.dropFirst() where folder[end] == "/" { mkdir(String(folder[..<end]), 0o755) }
        mkdir(folder, 0o700)
    }

    private static func checkRoom(in path: String, _ reserve: Int) throws(Failure) {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return }
        if Int(status.f_bavail) * Int(status.f_frsize) < reserve { throw Failure(end: .noRoom, reason: nil) }
    }

    private static func create(in folder: String, ending: String) throws(Failure) -> (Int32, String) {
        for number in (newest(in: folder) + 1)... {
            let digits = "\(number)"
            let name = String(repeating: "0", count: max(4 - digits.count, 0)) + digits
            let path = "\(folder)/\(name).\(ending)"
            let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            if descriptor >= 0 { return (descriptor, path) }
            guard errno == EEXIST else {
                let reason = String(cString: strerror(errno))
                throw Failure(end: .failed, reason: "cannot create \"\(path)\": \(reason)")
            }
        }
        throw Failure(end: .failed, reason: "\"\(folder)\" has too many recordings")
    }

    /// Returns the largest number of a recording in a folder, whatever its format. A longer number is another program's.
    private static func newest(in folder: String) -> Int {
        let numbers = entries(ofFolder: folder).compactMap { $0.split(separator: ".").first.flatMap { UInt32($0) } }
        return Int(numbers.max() ?? 0)
    }
}
