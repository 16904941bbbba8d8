import CSndfile
import Glibc
import Synchronization

/// A sound file that libsndfile decodes, piece by piece.
///
/// Nothing that the file says of its own length is believed, so no file makes it take more memory than another.
///
/// Not thread-safe: whoever reads the sound keeps it to one thread at a time.
final class SoundDecoder {
    /// What sounds are recorded at: a file that says something else is damaged, or no sound.
    static let rates = 1_000...1_000_000
    /// Above that, a file is damaged: the largest arrangement of loudspeakers has 24.
    static let mostChannels = 64

    /// A thousand times full scale. A file of floats may say more, of which resampling would make infinities.
    private static let loudest: Float = 1_000

    /// More than ten years: what libsndfile gives for a length that it does not know is beyond.
    private static let mostFrames = 1 << 44

    /// libsndfile keeps the reason of a failed opening in one place for the whole program.
    private static let opening = Mutex(())

    /// What to call it in messages.
    let name: String
    let format: AudioFormat
    /// How many frames the file says it has: a hint, not the truth. Nil if it does not say.
    let claimedFrameCount: Int?

    private let library: SoundLibrary
    private let file: OpaquePointer
    /// What libsndfile reads, if it is not a file of the system's.
    private let memory: MemoryFile?

    /// Opens a file.
    init(contentsOf path: String) throws(SoundError) {
        let library = try Self.load(toOpen: path)
        let descriptor = try Self.openFile(path)
        let start = SoundContainer.start { offset in
            [UInt8](unsafeUninitializedCapacity: SoundContainer.prefixLength) { buffer, count in
                count = max(0, pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset)))
            }
        }
        guard let start else {
            close(descriptor)
            throw Self.unknownContainer(path)
        }
        // Where libsndfile is to begin.
        lseek(descriptor, off_t(start), SEEK_SET)
        // From here on the descriptor is libsndfile's, which closes it even if it refuses the file.
        (file, format, claimedFrameCount) = try Self.open(path, with: library) { info in
            library.functions.open_fd(descriptor, Int32(SFM_READ), &info, 1)
        }
        self.library = library
        name = path
        memory = nil
    }

    /// Decodes what would be in a file.
    init(bytes: [UInt8], name: String) throws(SoundError) {
        guard !bytes.isEmpty else { throw .empty(file: name) }
        let start = SoundContainer.start { Array(bytes.dropFirst($0).prefix(SoundContainer.prefixLength)) }
        guard let start else { throw Self.unknownContainer(name) }
        let library = try Self.load(toOpen: name)
        let memory = MemoryFile(bytes[start...])
        (file, format, claimedFrameCount) = try Self.open(name, with: library) { info in
            memory.open(&info, with: library)
        }
        self.library = library
        self.name = name
        self.memory = memory
    }

    deinit { _ = library.functions.close(file) }

    /// Decodes the next frames. A sample that is not a finite number counts as 0, one beyond `loudest` as that.
    ///
    /// - Parameter buffer: Room for a whole number of frames, interleaved; full scale is 1.
    /// - Returns: How many frames there were; 0 at the end.
    func read(into buffer: UnsafeMutableBufferPointer<Float>) -> Int {
        let room = buffer.count / format.channels
        let frames = Int(library.functions.readf_float(file, buffer.baseAddress, sf_count_t(room)))
        guard frames > 0, frames <= room else { return 0 }
        for index in 0..<(frames * format.channels) {
            let sample = buffer[index]
            buffer[index] = sample.isFinite ? min(max(sample, -Self.loudest), Self.loudest) : 0
        }
        return frames
    }

    /// Goes back to the first frame; false if the file cannot.
    func rewind() -> Bool { library.functions.seek(file, 0, SEEK_SET) == 0 }

    /// Why nothing could be read, in libsndfile's words; nil if there was nothing to be read.
    var failure: String? {
        library.functions.error(file) == 0 ? nil : Self.trimmed(library.reason(file))
    }
}

// MARK: - Opening

extension SoundDecoder {
    private static func load(toOpen name: String) throws(SoundError) -> SoundLibrary {
        do { return try SoundLibrary() } catch { throw .noDecoder(file: name, reason: error.reason) }
    }

    private static func open(
        _ name: String, with library: SoundLibrary, _ open: (inout SF_INFO) -> OpaquePointer?
    ) throws(SoundError) -> (OpaquePointer, AudioFormat, Int?) {
        var info = SF_INFO()
        let (opened, reason) = opening.withLock { _ in
            let file = open(&info)
            return (file, file == nil ? library.reason(nil) : "")
        }
        guard let file = opened else { throw .notASound(file: name, reason: trimmed(reason)) }
        let (rate, channels) = (Int(info.samplerate), Int(info.channels))
        guard rates.contains(rate), (1...mostChannels).contains(channels) else {
            _ = library.functions.close(file)
            throw .notASound(file: name, reason: "it says that it has \(rate) Hz and \(channels) channels")
        }
        let claimed = (0...mostFrames).contains(Int(info.frames)) ? Int(info.frames) : nil
        return (file, AudioFormat(rate: rate, channels: channels), claimed)
    }

    /// In libsndfile's own words.
    private static func unknownContainer(_ name: String) -> SoundError {
        .notASound(file: name, reason: "Format not recognised")
    }

    /// A descriptor of the file, once it is known to be one that has something in it.
    private static func openFile(_ path: String) throws(SoundError) -> Int32 {
        // Without O_NONBLOCK, opening a pipe would wait for its writer.
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
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

    /// libsndfile's words without the full stop, which would stand in the middle of a line.
    private static func trimmed(_ reason: String) -> String {
        var reason = reason[...]
        while let last = reason.last, last == "." || last.isWhitespace { reason.removeLast() }
        return String(reason)
    }
}

/// Bytes that libsndfile reads as if they were a file's.
private final class MemoryFile {
    private let bytes: ArraySlice<UInt8>
    private var position = 0

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    /// The file that is returned reads from this object, which is to be kept as long.
    func open(_ info: inout SF_INFO, with library: SoundLibrary) -> OpaquePointer? {
        var callbacks = SF_VIRTUAL_IO(
            get_filelen: { sf_count_t(MemoryFile.of($0).bytes.count) },
            seek: { MemoryFile.of($2).seek(by: $0, from: $1) },
            read: { MemoryFile.of($2).read(into: $0, count: $1) },
            write: { _, _, _ in 0 },
            tell: { sf_count_t(MemoryFile.of($0).position) })
        return library.functions.open_virtual(
            &callbacks, Int32(SFM_READ), &info, Unmanaged.passUnretained(self).toOpaque())
    }

    private static func of(_ pointer: UnsafeMutableRawPointer?) -> MemoryFile {
        Unmanaged.fromOpaque(pointer!).takeUnretainedValue()
    }

    private func seek(by offset: sf_count_t, from origin: Int32) -> sf_count_t {
        let start =
            switch origin {
            case SEEK_SET: 0
            case SEEK_CUR: position
            default: bytes.count
            }
        let (target, overflows) = start.addingReportingOverflow(Int(offset))
        guard !overflows, target >= 0 else { return -1 }
        position = target
        return sf_count_t(target)
    }

    private func read(into destination: UnsafeMutableRawPointer?, count: sf_count_t) -> sf_count_t {
        guard let destination, count > 0, position < bytes.count else { return 0 }
        let taken = min(Int(count), bytes.count - position)
        bytes.withUnsafeBytes { destination.copyMemory(from: $0.baseAddress! + position, byteCount: taken) }
        position += taken
        return sf_count_t(taken)
    }
}
