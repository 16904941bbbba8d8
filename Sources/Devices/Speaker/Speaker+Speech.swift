extension Speaker {
    /// The speech of the loudspeaker. Access it before the program's loops start, so that the page and the fleet show the
    /// spoken text. They show it only for programs that speak.
    public var speech: SpeechQueue {
        if let speechQueue = existingSpeechQueue.withLock({ $0 }) { return speechQueue }
        return queue.perform {
            if let speechQueue = existingSpeechQueue.withLock({ $0 }) { return speechQueue }
            var speechQueue: SpeechQueue!
            add { observer in
                speechQueue = SpeechQueue(
                    synthesizer, speechSettings, engine: engine, queue: queue, session: session, observer: observer)
                return speechQueue
            }
            existingSpeechQueue.withLock { $0 = speechQueue }
            return speechQueue
        }
    }
}
