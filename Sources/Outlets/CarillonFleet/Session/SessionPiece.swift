import CarillonBoard
import CarillonSession

/// An answer to a request for a piece of a session file: a line of text, and the bytes after it.
package enum SessionPiece: Equatable, Sendable {
    /// `piece INDEX COUNT CHECKSUM`, and the bytes. `count` is the number of pieces that the file has now.
    case piece(index: Int, count: Int, bytes: [UInt8])
    /// `same INDEX COUNT`: the client has this piece.
    case same(index: Int, count: Int)
    /// `refused REASON`
    case refused(reason: String)

    /// The size of each piece but the last, in bytes: whole blocks of a session file.
    package static let size = 4 * SessionBlock.size
    /// The largest number of pieces, so that a file takes at most 256 MB of the client's memory.
    package static let mostPieces = 1 << 28 / size

    /// Reads a message; nil if it is malformed or damaged.
    package init?(_ payload: [UInt8]) {
        let end = payload.firstIndex(of: UInt8(ascii: "\n")) ?? payload.endIndex
        let line = String(decoding: payload[..<end], as: UTF8.self)
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        let numbers = words.dropFirst().prefix(2).compactMap { Int($0) }
        let isInRange = numbers.count == 2 && numbers.allSatisfy { (0...Self.mostPieces).contains($0) }
        switch words[0] {
        case "piece" where isInRange && words.count == 4:
            let bytes = Array(payload[min(end + 1, payload.endIndex)...])
            guard bytes.count <= Self.size, UInt32(words[3], radix: 16) == CRC32.of(bytes) else { return nil }
            self = .piece(index: numbers[0], count: numbers[1], bytes: bytes)
        case "same" where isInRange && words.count == 3: self = .same(index: numbers[0], count: numbers[1])
        case "refused": self = .refused(reason: words.dropFirst().joined(separator: " "))
        default: return nil
        }
    }

    package var payload: [UInt8] {
        switch self {
        case .piece(let index, let count, let bytes):
            Array("piece \(index) \(count) \(String(CRC32.of(bytes), radix: 16))\n".utf8) + bytes
        case .same(let index, let count): Array("same \(index) \(count)".utf8)
        case .refused(let reason): Array("refused \(reason)".utf8)
        }
    }
}

extension SessionPiece {
    /// Answers a request from the file of a box. Reads the disk.
    init(for request: SessionRequest, from reader: SessionReader) {
        do throws(SessionError) {
            let (bytes, size) = try reader.read(Self.size, at: request.index * Self.size)
            let count = (size + Self.size - 1) / Self.size
            guard count <= Self.mostPieces else {
                self = .refused(reason: "the session file is too large: \(size >> 20) MB")
                return
            }
            let isKnown = request.known.map { $0 == CRC32.of(bytes) } ?? false
            self =
                isKnown
                ? .same(index: request.index, count: count)
                : .piece(index: request.index, count: count, bytes: bytes)
        } catch {
            self = .refused(reason: "\(error)")
        }
    }
}
