import CarillonAudio
import Glibc

/// A range of a file, which libmpg123 reads in small pieces.
///
/// Not thread-safe: it belongs to a decoder.
final class MP3Input {
    let file: SoundFile
    private let range: Range<Int>
    /// The place of the next byte in the range.
    private(set) var position = 0
    private let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 << 10, alignment: 16)
    /// The part of the range that is in the block.
    private var filled = 0..<0

    init(_ file: SoundFile, _ range: Range<Int>) { (self.file, self.range) = (file, range) }

    deinit { block.deallocate() }

    static func of(_ pointer: UnsafeMutableRawPointer?) -> MP3Input {
        Unmanaged.fromOpaque(pointer!).takeUnretainedValue()
    }

    /// Copies bytes. Returns their number; 0 at the end, or if the system cannot read them.
    func read(into room: UnsafeMutableRawBufferPointer) -> Int {
        if !filled.contains(position) {
            let wanted = UnsafeMutableRawBufferPointer(rebasing: block.prefix(max(range.count - position, 0)))
            filled =
                position..<(position + (wanted.isEmpty ? 0 : file.read(at: range.lowerBound + position, into: wanted)))
        }
        let count = min(room.count, filled.upperBound - position)
        guard count > 0 else { return 0 }
        room.copyMemory(from: UnsafeRawBufferPointer(rebasing: block[(position - filled.lowerBound)...].prefix(count)))
        position += count
        return count
    }

    /// Does what lseek does.
    func seek(by offset: Int, from origin: Int32) -> Int64 {
        let base = origin == SEEK_SET ? 0 : origin == SEEK_CUR ? position : range.count
        let (target, overflows) = base.addingReportingOverflow(offset)
        guard !overflows, target >= 0 else { return -1 }
        position = target
        return Int64(target)
    }
}
