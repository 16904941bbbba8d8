import CarillonScheduling

/// An input without a device, in the time of a scheduler: sounds that it is given, and silence between them.
///
/// While the ear is at rest, nothing is scheduled. So hours of silence cost nothing on a bench.
///
/// `@unchecked Sendable`: mutable state is accessed on the scheduler only.
package final class PacedInput: AudioInput, @unchecked Sendable {
    private static let period = Duration.milliseconds(20)

    /// The frames per second.
    package let rate: Int
    private let device: String
    private let time: any Scheduler
    private var ear: Ear?
    private var waiting: ArraySlice<Float>
    private var isPresent = true
    private var tick: (any Disposable)?

    /// - Parameters:
    ///   - device: The name in messages.
    ///   - time: The scheduler, on whose thread the ear is called.
    ///   - sound: Heard when the input is started for the first time.
    package init(_ device: String, rate: Int, time: any Scheduler, sound: [Float] = []) {
        (self.device, self.rate, self.time, waiting) = (device, rate, time, sound[...])
    }

    package func start(_ ear: Ear) {
        time.async { [self] in
            self.ear = ear
            if !isPresent { ear.lose(MicrophoneLost(device: device, reason: "No such device")) }
            run()
        }
    }

    package func stop() {
        // At once if possible, because the scheduler may be about to end.
        if time.isCurrent { end() } else { time.async { [self] in end() } }
    }

    private func end() {
        ear?.close()
        ear = nil
        waiting = []
        tick?.dispose()
        tick = nil
    }

    package func commandsDidArrive() { time.async { [self] in run() } }

    /// Passes a sound to the ear after those before it; drops it while the input is stopped. Call on the scheduler.
    package func play(_ samples: [Float]) {
        guard ear != nil, isPresent else { return }
        waiting += samples
        run()
    }

    /// Removes the device (false), or brings it back (true). Call on the scheduler.
    package func setPresence(_ isPresent: Bool) {
        guard isPresent != self.isPresent else { return }
        self.isPresent = isPresent
        waiting = []
        isPresent ? ear?.find() : ear?.lose(MicrophoneLost(device: device, reason: "No such device"))
        run()
    }

    private func run() {
        guard ear != nil, tick == nil else { return }
        tick = time.schedule(at: time.now + Self.period) { [weak self] in self?.pass() }
    }

    private func pass() {
        tick = nil
        guard let ear else { return }
        let frames = rate / 50
        if waiting.isEmpty {
            ear.hearSilence(frames: frames, rate: rate)
        } else {
            var samples = Array(waiting.prefix(frames))
            waiting = waiting.dropFirst(frames)
            samples += Array(repeating: 0, count: frames - samples.count)
            samples.withUnsafeBufferPointer { ear.hear($0, rate: rate) }
        }
        if !waiting.isEmpty || !ear.isAtRest { run() }
    }
}
