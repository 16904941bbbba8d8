/// The requests for pieces of a box's session file.
///
/// One piece at a time is on its way to the broker, and a pause follows each one. So the clients, which may be hostile, take
/// the memory of one piece and a limited share of the network and of the disk.
struct SessionShare: Sendable {
    /// The largest number of requests that wait. Others are ignored; a client asks again.
    static let mostWaiting = 16
    /// The time from a piece to the next one: at most 1.6 MB/s.
    static let pause = Duration.milliseconds(10)

    private var waiting: [SessionRequest] = []
    private var isSending = false
    private var nextTime = Duration.zero

    /// The time of the next call of `next(at:)`; nil for no call.
    var wakeUp: Duration? { isSending || waiting.isEmpty ? nil : nextTime }

    mutating func add(_ request: SessionRequest) {
        guard waiting.count < Self.mostWaiting, !waiting.contains(request) else { return }
        waiting.append(request)
    }

    /// Returns the request to answer now; nil if there is none. `delivered()` has to follow.
    mutating func next(at now: Duration) -> SessionRequest? {
        guard let wakeUp, now >= wakeUp else { return nil }
        (isSending, nextTime) = (true, now + Self.pause)
        return waiting.removeFirst()
    }

    /// Notes that the broker has the last answer.
    mutating func delivered() { isSending = false }

    /// Forgets the requests of a connection that has been lost.
    mutating func lost() { (waiting, isSending) = ([], false) }
}
