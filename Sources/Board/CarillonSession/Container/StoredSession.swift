/// A session as read from a file.
package struct StoredSession: Sendable {
    /// The session's number in its file, from 1.
    package let number: UInt32
    /// Nil if a power cut in the first moments has destroyed it.
    package let header: Session.Header?
    /// The event log. Its beginning may have been overwritten.
    package let eventLog: [EventLogLine]
    /// The inputs, with a gap in the place of missing blocks.
    package let entries: [Session.Entry]

    /// - Parameter inputs: The blocks with the inputs, in order.
    init(number: UInt32, header: Session.Header?, inputs: [SessionBlock], eventLog: [EventLogLine]) {
        (self.number, self.header, self.eventLog) = (number, header, eventLog)
        var (next, length): (UInt32, Int) = (0, 0)
        entries = inputs.flatMap { block in
            var decoder = SessionDecoder(block.payload, start: block.start)
            let isNext = block.key.number == next && block.previousLength == length
            (next, length) = (block.key.next.number, block.payload.count)
            // The number of missing entries is unknown. It is positive.
            return (isNext ? [] : [Session.Entry(time: block.start, .gap(1))]) + decoder.entries()
        }
    }
}

extension StoredSession {
    /// The session, for a replay.
    ///
    /// - Throws: `SessionError.noHeader`, `.controlCharacters` or `.noBeginning`.
    package func replayable() throws(SessionError) -> Session {
        guard let header else { throw .noHeader(session: number) }
        guard header.isPrintable else { throw .controlCharacters(session: number) }
        if case .gap? = entries.first?.input { throw .noBeginning(session: number) }
        return Session(header, entries: entries, eventLog: eventLog)
    }
}
