import CHardware
import Glibc

/// The input of libsndfile: a connection, as a file whose length is unknown and whose beginning can be read twice.
final class StreamInput {
    /// The bytes of the beginning that are kept while libsndfile opens it.
    private static let mostKept = 1 << 20
    private static let mostBlocks = 256
    /// The largest size of the comments that are kept, in bytes.
    private static let mostComments = 64 << 10

    private let connection: StreamConnection
    private var link: OggLink?
    /// The bytes before the position `received`, as far as they are kept.
    private var kept: [UInt8] = []
    private var received = 0
    private var position = 0
    /// The rest of the page that is being read.
    private var page: ArraySlice<UInt8> = []
    private var silence = 0
    /// Whether libsndfile may go back to the beginning.
    var isOpening = true
    /// The failure of the connection during a call of libsndfile.
    private(set) var failure: StreamFailure?
    /// Whether anything has been read, and whether more may follow.
    private(set) var hasRead = false
    private(set) var hasMore = true

    init(_ connection: StreamConnection, isOgg: Bool) {
        self.connection = connection
        link = isOgg ? OggLink() : nil
    }

    /// Notes that there is sound, so that what is received has a use.
    func hasSound() { silence = 0 }

    /// Begins with the next link of an Ogg stream.
    func goToNextLink() {
        link = link?.next()
        (kept, received, position, page, isOpening) = ([], 0, 0, [], true)
    }

    // MARK: FLAC

    /// Reads the metadata of a FLAC stream, and keeps the format and the comments only: RFC 9639, section 8.
    func readFLACHead() throws(StreamFailure) {
        var (head, comments) = ([UInt8](), [UInt8]())
        guard try read(&head, 4) else { throw .notASound(type: nil) }
        for number in 0..<Self.mostBlocks {
            var block: [UInt8] = []
            guard try read(&block, 4) else { throw .notASound(type: nil) }
            let (isLast, length) = (block[0] & 0x80 != 0, block[1...].reduce(0) { $0 << 8 | Int($1) })
            if number == 0 {
                guard block[0] & 0x7F == 0, length == 34, try read(&block, length) else {
                    throw .notASound(type: nil)
                }
                head += block
            } else if block[0] & 0x7F == 4, length <= Self.mostComments, comments.isEmpty {
                guard try read(&block, length) else { throw .notASound(type: nil) }
                comments = block
            } else {
                try skip(length)
            }
            if isLast {
                head[4] &= 0x7F
                // Whether it is the last block
                if comments.isEmpty { head[4] |= 0x80 } else { comments[0] |= 0x80 }
                page = (head + comments)[...]
                return
            }
        }
        throw .notASound(type: nil)
    }

    private func skip(_ count: Int) throws(StreamFailure) {
        var left = count
        while left > 0 {
            var piece: [UInt8] = []
            guard try read(&piece, min(left, 4_096)) else { throw .notASound(type: nil) }
            left -= piece.count
        }
    }

    /// Appends exactly `count` bytes; returns false at the end of the connection.
    private func read(_ bytes: inout [UInt8], _ count: Int) throws(StreamFailure) -> Bool {
        var room = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let start = filled
            let result: Result<Int, StreamFailure> = room.withUnsafeMutableBytes { room in
                do throws(StreamFailure) {
                    return .success(try connection.read(into: UnsafeMutableRawBufferPointer(rebasing: room[start...])))
                } catch {
                    return .failure(error)
                }
            }
            let more = try result.get()
            if more == 0 {
                hasMore = false
                return false
            }
            filled += more
        }
        hasRead = true
        bytes += room
        return true
    }

    // MARK: The file

    /// The functions that libsndfile calls with an unretained reference to an input.
    static let callbacks = SF_VIRTUAL_IO(
        get_filelen: { _ in 1 << 40 },
        seek: { StreamInput.of($2).seek(by: Int($0), from: $1) },
        read: { StreamInput.of($2).read(into: $0, count: Int($1)) },
        write: { _, _, _ in 0 },
        tell: { sf_count_t(StreamInput.of($0).position) })

    private static func of(_ pointer: UnsafeMutableRawPointer?) -> StreamInput {
        Unmanaged.fromOpaque(pointer!).takeUnretainedValue()
    }

    private func seek(by offset: Int, from origin: Int32) -> sf_count_t {
        guard origin != SEEK_END else { return -1 }
        let (target, overflows) = (origin == SEEK_CUR ? position : 0).addingReportingOverflow(offset)
        let canReturn = received == kept.count && 0...received ~= target
        guard !overflows, canReturn || target == position else { return -1 }
        position = target
        return sf_count_t(target)
    }

    private func read(into destination: UnsafeMutableRawPointer?, count: Int) -> sf_count_t {
        guard let destination, count > 0 else { return 0 }
        let room = UnsafeMutableRawBufferPointer(start: destination, count: count)
        var filled = 0
        do throws(StreamFailure) {
            while filled < count {
                let more = try copy(to: UnsafeMutableRawBufferPointer(rebasing: room[filled...]))
                guard more > 0 else { break }
                filled += more
            }
        } catch {
            failure = error
        }
        return sf_count_t(filled)
    }

    /// - Returns: The number of bytes copied from `position`; 0 at the end.
    private func copy(to room: UnsafeMutableRawBufferPointer) throws(StreamFailure) -> Int {
        if position < received {
            let part = kept[position...].prefix(room.count)
            room.copyBytes(from: part)
            position += part.count
            return part.count
        }
        if page.isEmpty {
            guard try readPage() else { return 0 }
        }
        let part = page.prefix(room.count)
        page = page.dropFirst(part.count)
        room.copyBytes(from: part)
        if isOpening, kept.count == received, kept.count + part.count <= Self.mostKept { kept += part }
        received += part.count
        position = received
        return part.count
    }

    private func readPage() throws(StreamFailure) -> Bool {
        var bytes: [UInt8] = []
        if link != nil {
            bytes = try link!.page { bytes, count throws(StreamFailure) in try read(&bytes, count) } ?? []
        } else {
            var piece = [UInt8](repeating: 0, count: 2_048)
            let result: Result<Int, StreamFailure> = piece.withUnsafeMutableBytes { piece in
                do throws(StreamFailure) {
                    return .success(try connection.read(into: piece))
                } catch {
                    return .failure(error)
                }
            }
            bytes = Array(piece.prefix(try result.get()))
            if bytes.isEmpty { hasMore = false }
        }
        silence += bytes.count
        guard silence <= 2 * Self.mostKept else { throw .notASound(type: nil) }
        page = bytes[...]
        return !bytes.isEmpty
    }
}
