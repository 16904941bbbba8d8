import CarillonGPIO
import CarillonScheduling

@testable import CarillonSession

/// A disk that loses its power. Writes since the last flush may be on it, or not, or in part.
struct Disk {
    /// The bytes that have been flushed.
    private(set) var flushed: [UInt8] = []
    /// The writes since the last flush.
    private(set) var unflushed: [SessionLog.Write] = []

    /// Performs everything that the log wants to write.
    mutating func take(_ log: inout SessionLog) {
        log.flush()
        while let write = log.nextWrite {
            unflushed.append(write)
            log.wrote()
        }
    }

    mutating func flush(_ log: inout SessionLog) {
        take(&log)
        flushed = bytes(after: unflushed)
        unflushed = []
        log.synced()
    }

    /// Returns the contents of the disk after some of the writes.
    func bytes(after writes: some Sequence<SessionLog.Write>) -> [UInt8] {
        writes.reduce(into: flushed) { bytes, write in Self.put(write.bytes[...], at: write.offset, in: &bytes) }
    }

    static func put(_ piece: ArraySlice<UInt8>, at offset: Int, in bytes: inout [UInt8]) {
        let missing = offset + piece.count - bytes.count
        if missing > 0 { bytes += repeatElement(0, count: missing) }
        bytes.replaceSubrange(offset..<offset + piece.count, with: piece)
    }
}

extension Session.Header {
    static let example = {
        var header = Session.Header()
        (header.program, header.version, header.board, header.wiring) = ("counter", "0.1.0", "simulated", "counter")
        header.wiringText = "buttons: {plus: GPIO17, minus: GPIO27}\n"
        header.inputs = ["GPIO17", "GPIO27"]
        (header.start, header.wallClock, header.seed) = (.seconds(5), 1_795_340_000, .max)
        return header
    }()
}

extension Session.Entry {
    /// The `number`th input of a session.
    static func input(_ number: Int) -> Session.Entry {
        Session.Entry(time: .seconds(5) + .milliseconds(number), .soundRefused(number))
    }
}

extension StoredSession {
    /// The numbers of the inputs; -1 for a gap.
    var numbers: [Int] {
        entries.map { entry in
            switch entry.input {
            case .soundRefused(let number): number
            case .gap(let count): -count
            default: 0
            }
        }
    }
}
