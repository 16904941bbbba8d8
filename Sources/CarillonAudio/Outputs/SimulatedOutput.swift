import CarillonScheduling

/// An output for tests: remembers what was heard, and when, to the frame.
///
///     let time = VirtualTime()
///     let output = SimulatedOutput(pacedBy: time)
///     let engine = try AudioEngine(output: output, on: time)
///     time.advance(by: .seconds(1))
///     engine.play(alert)
///     time.advance(by: .seconds(1))
///     #expect(output.passages.map(\.start) == [48_000])
public final class SimulatedOutput: AudioOutput {
    /// What was heard between two silences.
    public struct Passage: Equatable, Sendable {
        /// Its first frame, counted from the start of the output.
        public var start: Int
        /// Interleaved, as a 16-bit device would get them.
        public var samples: [Int16]
    }

    /// Touched by the pacer, under its lock, and by `passages`.
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

    /// - Parameters:
    ///   - format: What it is to take.
    ///   - scheduler: Says how time passes.
    public init(format: AudioFormat = .standard, pacedBy scheduler: any Scheduler) {
        self.format = format
        memory = Memory(channels: format.channels)
        pacer = Pacer(format: format, scheduler: scheduler, sink: memory)
    }

    /// What was heard up to the last start or end of a sound, the earliest first. May be read from any thread.
    public var passages: [Passage] { memory.passages.withLock { $0 } }

    public var description: String { "simulated (\(format))" }
    public var mayWait: Bool { true }
    public func start(_ renderer: AudioRenderer) { pacer.start(renderer) }
    public func commandsWait() { pacer.catchUp() }
    public func close() { pacer.close() }
}
