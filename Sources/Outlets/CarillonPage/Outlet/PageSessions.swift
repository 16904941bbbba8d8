import CarillonOutlet
import CarillonScheduling
import Dispatch

/// The recorded session for the page: read one at a time, apart from the page's queue.
///
/// At most one test is written. A newer request ends an older one, so that it does not wait for it.
final class PageSessions: Sendable {
    private let recording: OpenSession?
    private let queue = DispatchQueue(label: "carillon-session", qos: .utility)
    private let test = Locked<SessionTest?>(nil)

    init(_ recording: OpenSession?) { self.recording = recording }

    /// Calls `then` on another thread: with the session, or with nil if there is none or if it cannot be exported.
    ///
    /// - Returns: Ends the work, if it is long.
    func give(
        _ form: BoardPage.SessionForm, then: @escaping @Sendable ([UInt8]?) -> Void
    ) -> (@Sendable () -> Void)? {
        let test = form == .test ? SessionTest() : nil
        if let test {
            let earlier = self.test.withLock { current in
                defer { current = test }
                return current
            }
            earlier?.end()
        }
        queue.async { [recording] in
            let session = try? recording?.contents()
            guard let test, let session else { return then(session) }
            DispatchQueue.global().async { then(test.text(of: session)) }
        }
        return test?.end
    }
}
