import CarillonAudio
import CarillonScheduling

/// The streams of a simulated board: silence, titles and faults that a test makes.
package final class SimulatedStreams: Sendable {
    /// The server of a stream.
    struct Server: Sendable {
        var titles: [String] = []
        var isStalled = false
        var hasEnded = false
        var failure: String?
        var name: String?
    }

    private let servers = Locked<[String: Server]>([:])

    package init() {}

    func server(of address: String) -> Server { servers.withLock { $0[address] ?? Server() } }

    /// Sets the name of the station of a stream.
    package func setName(_ address: String, _ name: String?) { change(address) { $0.name = name } }

    /// Sends a title to those who hear a stream.
    package func send(_ title: String, on address: String) { change(address) { $0.titles.append(title) } }

    /// Stops the frames of a stream, or lets them flow again.
    package func setStalled(_ address: String, _ isStalled: Bool) { change(address) { $0.isStalled = isStalled } }

    /// Lets a stream fail for a reason from now on; nil for no more.
    package func setFailure(_ address: String, _ reason: String?) { change(address) { $0.failure = reason } }

    /// Ends a stream.
    package func end(_ address: String) { change(address) { $0.hasEnded = true } }

    private func change(_ address: String, _ change: (inout Server) -> Void) {
        servers.withLock { change(&$0[address, default: Server()]) }
    }
}

/// A stream of silence.
final class SilentStream: TrackReader {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let address: String
    private let streams: SimulatedStreams
    private let channels: Int
    /// The titles of the server that have been heard.
    private var titles: Int
    private(set) var isWaiting = false
    let claimedFrameCount: Int? = nil

    init(_ address: String, of streams: SimulatedStreams, channels: Int) {
        (self.address, self.streams, self.channels) = (address, streams, channels)
        titles = streams.server(of: address).titles.count
    }

    var tags: TrackTags {
        var tags = TrackTags()
        tags.title = streams.server(of: address).name
        return tags
    }

    func takeTitle() -> String? {
        let sent = streams.server(of: address).titles
        guard titles < sent.count else { return nil }
        defer { titles += 1 }
        return sent[titles]
    }

    func read(into buffer: UnsafeMutableBufferPointer<Float>) throws -> Int {
        let server = streams.server(of: address)
        if let reason = server.failure { throw Failure(description: reason) }
        isWaiting = server.isStalled && !server.hasEnded
        if isWaiting || server.hasEnded { return 0 }
        buffer.update(repeating: 0)
        return buffer.count / channels
    }
}
