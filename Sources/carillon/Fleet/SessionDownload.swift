#if CARILLON_FLEET
    import CarillonFleet

    /// The session file of a box, fetched from it.
    struct SessionDownload {
        private let box: String
        private let client: FleetClient

        init(of box: String, _ client: FleetClient) {
            (self.box, self.client) = (box, client)
        }

        /// Returns the file. Waits for the box.
        ///
        /// - Throws: `FleetSessionError.failed`, or `FleetClientError` if the broker is lost.
        func bytes() throws -> [UInt8] {
            let topics = FleetTopics(id: box)
            let token = String(UInt64.random(in: 0...UInt64.max), radix: 16)
            let answers = topics.session(token)
            _ = try client.observe([answers])
            var fetch = SessionFetch(token: token, at: client.now)
            do {
                while true {
                    for request in try fetch.requests(at: client.now) {
                        client.publish(request.text, on: topics.session)
                    }
                    if let file = fetch.file { return file }
                    guard let message = try client.next(atMost: fetch.wakeUp - client.now), message.topic == answers
                    else { continue }
                    try fetch.received(message.payload, at: client.now)
                }
            } catch let failure as SessionFetch.Failure {
                throw FleetSessionError.failed(box: box, failure)
            }
        }
    }

    /// The reason that a session is not fetched.
    enum FleetSessionError: Error, CustomStringConvertible {
        case offline(box: String)
        case failed(box: String, SessionFetch.Failure)
        case notASession(box: String)

        var description: String {
            switch self {
            case .offline(let box): "\(box) is offline"
            case .failed(let box, let failure): "no session of \(box): \(failure)"
            case .notASession(let box): "what \(box) has sent is no session"
            }
        }
    }
#endif
