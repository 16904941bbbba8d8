import CHardware
import CarillonAudio
import Glibc

/// The input of libsndfile: the header of a sound file's container, followed by its body.
///
/// Not thread-safe: it belongs to a decoder.
final class DecoderInput {
    private let file: SoundFile
    private let container: SoundContainer
    private let length: Int
    private var position = 0
    private var oggGuard: OggGuard?

    var isOgg: Bool { container.isOgg }

    init(_ file: SoundFile, _ container: SoundContainer) {
        self.file = file
        self.container = container
        oggGuard = container.isOgg ? OggGuard() : nil
        length = container.header.count + container.body.count
    }

    /// Opens the input with libsndfile. The returned file reads from this object, which the caller must keep until
    /// then.
    ///
    /// - Parameter errno: Set if the system has no memory or thread left for opening.
    func open(_ info: inout SF_INFO, with library: SoundLibrary, errno: inout Int32) -> OpaquePointer? {
        var callbacks = SF_VIRTUAL_IO(
            get_filelen: { sf_count_t(DecoderInput.of($0).length) },
            seek: { DecoderInput.of($2).seek(by: $0, from: $1) },
            read: { DecoderInput.of($2).read(into: $0, count: $1) },
            write: { _, _, _ in 0 },
            tell: { sf_count_t(DecoderInput.of($0).position) })
        let (functions, owner) = (library.functions, Unmanaged.passUnretained(self).toOpaque())
        guard container.isOgg else { return functions.open_virtual(&callbacks, Int32(SFM_READ), &info, owner) }
        return csndfile_open_deep(functions.open_virtual, &callbacks, &info, owner, &errno)
    }

    private static func of(_ pointer: UnsafeMutableRawPointer?) -> DecoderInput {
        Unmanaged.fromOpaque(pointer!).takeUnretainedValue()
    }

    private func seek(by offset: sf_count_t, from origin: Int32) -> sf_count_t {
        let start =
            switch origin {
            case SEEK_SET: 0
            case SEEK_CUR: position
            default: length
            }
        let (target, overflows) = start.addingReportingOverflow(Int(offset))
        guard !overflows, target >= 0 else { return -1 }
        position = target
        return sf_count_t(target)
    }

    private func read(into destination: UnsafeMutableRawPointer?, count: sf_count_t) -> sf_count_t {
        guard let destination, count > 0, position < length else { return 0 }
        let start = position
        let wanted = min(Int(count), length - position)
        var taken = 0
        while taken < wanted {
            let more = copy(to: UnsafeMutableRawBufferPointer(start: destination + taken, count: wanted - taken))
            guard more > 0 else { break }
            taken += more
            position += more
        }
        let bytes = UnsafeRawBufferPointer(start: destination, count: taken)
        return oggGuard?.allows(bytes, at: start) ?? true ? sf_count_t(taken) : 0
    }

    /// - Returns: The number of bytes copied from `position`; 0 only at the end.
    private func copy(to buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard position < container.header.count else {
            return file.read(at: container.body.lowerBound + position - container.header.count, into: buffer)
        }
        let part = container.header[position...].prefix(buffer.count)
        buffer.copyBytes(from: part)
        return part.count
    }
}
