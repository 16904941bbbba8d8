import CarillonAudio
import Glibc

/// The bytes of a sound file, on disk or in memory.
final class SoundFile {
    private enum Storage {
        case descriptor(Int32)
        case memory([UInt8])
    }

    /// The name in messages.
    let name: String
    let length: Int
    /// The version of a file on disk: its medium, its number and the time of its last change.
    private(set) var version: [Int] = []
    /// The error of the last read that failed; nil if none did.
    private(set) var readError: Int32?
    private let storage: Storage

    /// Opens a file. Throws unless it is a regular file that is not empty.
    init(path: String) throws(SoundError) {
        let name = FilePath.cString(path)
        var status = stat()
        // To open a device can have effects, and a socket cannot be opened.
        guard stat(name, &status) == 0 else { throw SoundError(errno: errno, file: path) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw .notAFile(file: path, isDirectory: status.st_mode & S_IFMT == S_IFDIR)
        }
        // Without O_NONBLOCK, opening a pipe that has taken its place would wait for its writer.
        let descriptor = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw SoundError(errno: errno, file: path) }
        // From here on `deinit` closes the descriptor, even if this initializer throws.
        storage = .descriptor(descriptor)
        self.name = path
        let isKnown = fstat(descriptor, &status) == 0
        length = Int(status.st_size)
        guard isKnown else { throw SoundError(errno: errno, file: path) }
        version = [Int(status.st_dev), Int(status.st_ino), status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw .notAFile(file: path, isDirectory: status.st_mode & S_IFMT == S_IFDIR)
        }
        guard length > 0 else { throw .empty(file: path) }
    }

    /// Uses `bytes` as the content of a file. Throws if there are none.
    init(bytes: [UInt8], name: String) throws(SoundError) {
        guard !bytes.isEmpty else { throw .empty(file: name) }
        storage = .memory(bytes)
        length = bytes.count
        self.name = name
    }

    deinit {
        if case .descriptor(let descriptor) = storage { close(descriptor) }
    }

    /// Copies bytes from `offset` until `buffer` is full.
    ///
    /// - Returns: The number of bytes copied; 0 at the end, or if the system cannot read them.
    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard offset < length else { return 0 }
        switch storage {
        case .descriptor(let descriptor):
            let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
            if count < 0 { readError = errno }
            return max(0, count)
        case .memory(let bytes):
            let count = min(buffer.count, bytes.count - offset)
            bytes.withUnsafeBytes {
                buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset...].prefix(count)))
            }
            return count
        }
    }

    /// Calls `body` with a descriptor of the file, of a copy if the file is in memory. It is -1 if the system has none left.
    func withDescriptor<Result>(_ body: (Int32) -> Result) -> Result {
        switch storage {
        case .descriptor(let descriptor): return body(descriptor)
        case .memory(let bytes):
            guard let copy = tmpfile() else { return body(-1) }
            defer { fclose(copy) }
            fwrite(bytes, 1, bytes.count, copy)
            fflush(copy)
            return body(fileno(copy))
        }
    }

    /// Marks what is in the system's memory as forgotten, so that the next read shows whether the medium is there.
    func forget() {
        if case .descriptor(let descriptor) = storage { posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED) }
    }

    /// Returns the bytes of a range, fewer at the end of the file.
    func bytes(_ range: Range<Int>) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
            count = read(at: range.lowerBound, into: UnsafeMutableRawBufferPointer(buffer))
        }
    }
}
