/// Encodes the payload of a block. Each block has an encoder of its own, so that it can be decoded by itself.
protocol SessionBlockEncoder {
    /// An entry to encode.
    associatedtype Entry

    /// - Parameter start: The time of the first entry.
    init(start: Duration)

    /// The payload so far.
    var bytes: [UInt8] { get }

    mutating func append(_ entry: Entry)
}

extension SessionEncoder: SessionBlockEncoder {}

/// The blocks of one kind in a session, of which the last one takes entries.
struct OpenBlock<Encoder: SessionBlockEncoder> {
    /// The identity of the last block.
    private(set) var key: SessionBlock.Key
    /// Whether the last block has entries that ``block()`` has not returned.
    private(set) var isChanged = false
    /// The maximum length of a payload.
    private let room: Int
    private var start = Duration.zero
    private var previousLength = 0
    private var encoder: Encoder?

    init(_ kind: SessionBlock.Kind, session: UInt32, room: Int) {
        key = SessionBlock.Key(session: session, kind: kind, number: 0)
        self.room = room
    }

    /// Adds an entry, to a new block if the last one is full.
    ///
    /// - Returns: The block that is full, if there is one; and whether the entry fits in a block at all.
    mutating func append(_ entry: Encoder.Entry, at time: Duration) -> (full: SessionBlock?, isTaken: Bool) {
        let before = encoder?.bytes.count ?? 0
        if encoder == nil { (encoder, start) = (Encoder(start: time), time) }
        encoder!.append(entry)
        if encoder!.bytes.count <= room {
            isChanged = true
            return (nil, true)
        }
        guard before > 0 else {
            encoder = nil
            return (nil, false)
        }
        let full = block(payload: Array(encoder!.bytes.prefix(before)))
        (key, isChanged, previousLength, encoder) = (key.next, false, before, nil)
        return (full, append(entry, at: time).isTaken)
    }

    /// Returns the last block with its present entries.
    mutating func block() -> SessionBlock {
        isChanged = false
        return block(payload: encoder?.bytes ?? [])
    }

    private func block(payload: [UInt8]) -> SessionBlock {
        SessionBlock(key, start: start, previousLength: previousLength, payload: payload)
    }
}
