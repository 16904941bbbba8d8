import CarillonBoard
import CarillonScheduling

/// A block of a session file: a part of one session, in a slot of fixed size. It can be read without any other block.
///
/// In the file, all numbers are little-endian. After the payload, the slot is filled with zeros.
///
///      0  "Crln"              8  number of the session, from 1     24  payload length of the previous block
///      4  format version     12  number of the block in its kind   28  CRC-32 of bytes 0..<28 and of the payload
///      5  kind               16  start, in nanoseconds             32  the payload
///      6  payload length
package struct SessionBlock: Equatable, Sendable {
    /// The kind of the payload.
    package enum Kind: UInt8, CaseIterable, Sendable {
        /// A part of the text of the session's header.
        case header = 1
        /// Encoded entries.
        case inputs
        /// Lines of the event log.
        case eventLog
    }

    /// A block's identity. A block that is written again with more entries keeps it.
    package struct Key: Hashable, Sendable {
        package let session: UInt32
        package let kind: Kind
        package let number: UInt32

        package init(session: UInt32, kind: Kind, number: UInt32) {
            (self.session, self.kind, self.number) = (session, kind, number)
        }

        /// The identity of the next block of the same kind.
        var next: Key { Key(session: session, kind: kind, number: number &+ 1) }
    }

    /// The size of a slot in bytes: a page of the kernel, and a block of its file systems.
    package static let size = 4096
    /// The bytes before the payload.
    package static let headSize = 32

    package let key: Key
    /// The time of the first entry. Times in the payload are relative to it.
    package let start: Duration
    /// The final length of the previous block's payload. A shorter copy of that block lacks its last entries.
    package let previousLength: Int
    package let payload: [UInt8]

    package init(_ key: Key, start: Duration, previousLength: Int, payload: [UInt8]) {
        (self.key, self.start, self.previousLength, self.payload) = (key, start, previousLength, payload)
    }

    /// The block in an index of a file.
    var withoutPayload: SessionBlock {
        SessionBlock(key, start: start, previousLength: previousLength, payload: [])
    }
}

extension SessionBlock {
    /// The first bytes of each block.
    static let magic = Array("Crln".utf8)
    /// The version of the format.
    static let version: UInt8 = 1

    /// Returns the bytes of a slot.
    package func bytes(size: Int) -> [UInt8] {
        var bytes = Self.magic + [Self.version, key.kind.rawValue]
        bytes.reserveCapacity(size)
        bytes.append(UInt16(payload.count))
        bytes.append(key.session)
        bytes.append(key.number)
        bytes.append(start.wholeNanoseconds)
        bytes.append(UInt32(previousLength))
        bytes.append(CRC32.of(bytes + payload))
        bytes += payload
        bytes += repeatElement(0, count: max(0, size - bytes.count))
        return bytes
    }

    /// Reads a slot.
    ///
    /// - Returns: Nil if the slot contains no whole block of this format version.
    package init?(_ slot: ArraySlice<UInt8>) {
        var head = slot.prefix(Self.headSize)
        let checked = Array(head.prefix(28))
        guard head.count == Self.headSize, head.starts(with: Self.magic + [Self.version]),
            let kind = Kind(rawValue: head[head.startIndex + 5])
        else { return nil }
        head = head.dropFirst(6)
        let length = Int(head.take(UInt16.self))
        let payload = slot.dropFirst(Self.headSize).prefix(length)
        guard payload.count == length else { return nil }
        key = Key(session: head.take(), kind: kind, number: head.take())
        start = .nanoseconds(head.take(Int64.self))
        previousLength = Int(head.take(UInt32.self))
        guard CRC32.of(checked + payload) == head.take() else { return nil }
        self.payload = Array(payload)
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
}

extension ArraySlice<UInt8> {
    /// Removes and returns a number. There must be enough bytes.
    fileprivate mutating func take<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number {
        let size = MemoryLayout<Number>.size
        defer { self = dropFirst(size) }
        return withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(as: Number.self)) }
    }
}
