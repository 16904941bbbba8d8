import CarillonFleet
import Glibc

/// The session file of a box, fetched from it.
struct SessionDownload {
    /// The pause before the next attempt to connect.
    private static let pause: useconds_t = 500_000

    private let box: String
    private let client: FleetClient
    private var fetch: SessionFetch

    init(of box: String, _ client: FleetClient) {
        (self.box, self.client) = (box, client)
        fetch = SessionFetch(token: String(UInt64.random(in: 0...UInt64.max), radix: 16), at: client.now)
    }

    /// Returns the file. Waits for the box, and goes on after the broker has been lost.
    ///
    /// - Throws: `Failure`, or `FleetClientError` if the broker does not come back.
    mutating func bytes() throws -> [UInt8] {
        while true {
            do {
                return try ask()
            } catch let failure as SessionFetch.Failure {
                throw Failure("no session of \(box): \(failure)")
            } catch let refusal as FleetClient.Refusal {
                throw Failure(
                    "no session of \(box): the broker does not let this user ask the box: \(refusal.reason); see the"
                        + " access control list in Documentation/Fleet.md")
            } catch let error as FleetClientError where error.isTemporary {
                try reconnect(after: error)
            }
        }
    }

    private mutating func ask() throws -> [UInt8] {
        let topics = FleetTopics(id: box)
        let answers = topics.session(fetch.token)
        _ = try client.observe([answers])
        while true {
            for request in try fetch.requests(at: client.now) { client.publish(request.text, on: topics.session) }
            if let file = fetch.file { return file }
            guard let message = try client.next(atMost: fetch.wakeUp - client.now), message.topic == answers
            else { continue }
            try fetch.received(message.payload, at: client.now)
        }
    }

    private func reconnect(after error: FleetClientError) throws {
        while true {
            guard fetch.isAlive(at: client.now) else { throw error }
            usleep(Self.pause)
            do {
                return try client.connect()
            } catch let error as FleetClientError where error.isTemporary {}
        }
    }
}
