import CarillonBoard
import CarillonFleet
import Glibc

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A message of the program to the process that is connected to the broker.
enum ConnectionRequest: Codable, Equatable, Sendable {
    case open(FleetBroker, FleetSession)
    case publish(FleetMessage, number: Int)
    case close
}

/// A message of the process that is connected to the broker to the program.
enum ConnectionReport: Codable, Equatable, Sendable {
    /// The first one: the reason that libmosquitto cannot be loaded; nil if it has been.
    case started(missing: String?)
    /// The process is not stuck. Sent every few seconds.
    case alive
    case event(FleetTransportEvent)
}

/// A message between the two processes: a line of JSON, whose strings have no line ends.
enum ConnectionFrame {
    fileprivate static let end = UInt8(ascii: "\n")

    static func bytes(of message: some Encodable) -> [UInt8] {
        // Messages have texts and whole numbers only, which JSON always has a form for.
        try! Array(JSONEncoder().encode(message)) + [end]
    }
}

/// The messages that have arrived on a socket.
struct FrameBuffer<Message: Decodable> {
    /// The largest message, in bytes. A larger one comes from a process that something has taken over.
    private static var largest: Int { 2 << 20 }

    private var bytes: [UInt8] = []

    /// Reads what has arrived, without waiting, and returns false at the end of the messages.
    mutating func fill(from socket: Int32) -> Bool {
        var piece = [UInt8](repeating: 0, count: 65536)
        let count = recv(socket, &piece, piece.count, Int32(MSG_DONTWAIT))
        if count < 0 { return [EAGAIN, EINTR].contains(errno) }
        append(piece[..<count])
        return count > 0
    }

    mutating func append(_ more: ArraySlice<UInt8>) { bytes += more }

    /// Takes the next message; nil if it is not complete yet.
    ///
    /// - Throws: `DecodingError`, also if the message is too large.
    mutating func next() throws -> Message? {
        guard let end = bytes.firstIndex(of: ConnectionFrame.end) else {
            guard bytes.count <= Self.largest else {
                throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "the message is too large"))
            }
            return nil
        }
        defer { bytes.removeFirst(end + 1) }
        return try JSONDecoder().decode(Message.self, fromOutside: Array(bytes[..<end]))
    }
}
