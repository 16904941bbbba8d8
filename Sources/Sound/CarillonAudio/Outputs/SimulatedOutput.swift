import CarillonScheduling

/// An output for tests that records its samples, with the frame at which they were heard.
///
///     let time = VirtualTime()
///     let output = SimulatedOutput(pacedBy: time)
///     let engine = try AudioEngine(output: output, on: time)
///     time.advance(by: .seconds(1))
///     engine.play(alert)
///     time.advance(by: .seconds(1))
///     #expect(output.passages.map(\.start) == [48_000])
public final class SimulatedOutput: AudioOutput {
    /// A section of sound between two silences.
    public struct Passage: Equatable, Sendable {
        /// The first frame, counted from the start of the output.
        public var start: Int
        /// The samples, interleaved, as a 16-bit device receives them.
        public var samples: [Int16]
    }

    /// The recorded passages. Used by the pacer, under its lock, and by `passages`.
    private final class Memory: AudioSink, Sendable {
        let passages = Locked<[Passage]>([])
        let channels: Int

        init(channels: Int) { self.channels = channels }

        func write(_ samples: UnsafeBufferPointer<Int16>, at frame: Int) {
            let heard = Array(samples)
            passages.withLock { passages in
                let last = passages.indices.last
                if let last, passages[last].start + passages[last].samples.count / channels == frame {
                    passages[last].samples += heard
                } else {
                    passages.append(Passage(start: frame, samples: heard))
                }
            }
        }

        func finish(at frame: Int) {}
    }

    public let format: AudioFormat
    private let memory: Memory
    private let pacer: Pacer

    /// Creates an output that has not recorded any passages.
    ///
    /// - Parameters:
    ///   - format: The format of the output.
    ///   - scheduler: The clock of the output.
    public init(format: AudioFormat = .standard, pacedBy scheduler: any Scheduler) {
        self.format = format
        memory = Memory(channels: format.channels)
        pacer = Pacer(format: format, scheduler: scheduler, sink: memory)
    }

    /// The recorded passages, the earliest first. The end of a sound that is still playing may be missing: samples are added when
    /// a command arrives, when a sound ends, and when the output is closed. May be read from any thread.
    public var passages: [Passage] { memory.passages.withLock { $0 } }

    public var description: String { "simulated (\(format))" }
    public var mayBlock: Bool { true }
    public func start(_ renderer: AudioRenderer) { pacer.start(renderer) }
    public func commandsDidArrive() { pacer.catchUp() }
    public func close() { pacer.close() }
}
