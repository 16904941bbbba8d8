import CarillonScheduling

/// An input without a device, in the time of a scheduler: sounds that it is given, and silence between them.
///
/// While the sink is at rest, nothing is scheduled. So hours of silence cost nothing on a bench.
///
/// `@unchecked Sendable`: mutable state is accessed on the scheduler only.
package final class PacedInput: AudioInput, @unchecked Sendable {
    private static let period = Duration.milliseconds(20)

    /// The frames per second.
    package let rate: Int
    private let device: String
    private let time: any Scheduler
    private var sink: CaptureSink?
    private var waiting: ArraySlice<Float>
    private var isPresent = true
    private var tick: (any Disposable)?

    /// - Parameters:
    ///   - device: The name in messages.
    ///   - time: The scheduler, on whose thread the sink is called.
    ///   - sound: Heard when the input is started for the first time.
    package init(_ device: String, rate: Int, time: any Scheduler, sound: [Float] = []) {
        (self.device, self.rate, self.time, waiting) = (device, rate, time, sound[...])
    }

    package func start(_ sink: CaptureSink) {
        time.async { [self] in
            self.sink = sink
            if !isPresent { sink.lose(MicrophoneLost(device: device, reason: "No such device")) }
            run()
        }
    }

    package func stop() {
        // At once if possible, because the scheduler may be about to end.
        time.performOrEnqueue { [self] in end() }
    }

    private func end() {
        sink?.close()
        sink = nil
        waiting = []
        tick?.dispose()
        tick = nil
    }

    package func commandsDidArrive() { time.async { [self] in run() } }

    /// Passes a sound to the sink after those before it; drops it while the input is stopped. Call on the scheduler.
    package func play(_ samples: [Float]) {
        guard sink != nil, isPresent else { return }
        waiting += samples
        run()
    }

    /// Removes the device (false), or brings it back (true). Call on the scheduler.
    package func setPresence(_ isPresent: Bool) {
        guard isPresent != self.isPresent else { return }
        self.isPresent = isPresent
        waiting = []
        isPresent ? sink?.find() : sink?.lose(MicrophoneLost(device: device, reason: "No such device"))
        run()
    }

    private func run() {
        guard sink != nil, tick == nil else { return }
        tick = time.schedule(at: time.now + Self.period) { [weak self] in self?.pass() }
    }

    private func pass() {
        tick = nil
        guard let sink else { return }
        let frames = rate / 50
        if waiting.isEmpty {
            sink.hearSilence(frames: frames, rate: rate)
        } else {
            var samples = Array(waiting.prefix(frames))
            waiting = waiting.dropFirst(frames)
            samples += Array(repeating: 0, count: frames - samples.count)
            samples.withUnsafeBufferPointer { sink.hear($0, rate: rate) }
        }
        if !waiting.isEmpty || !sink.isAtRest { run() }
    }
}
