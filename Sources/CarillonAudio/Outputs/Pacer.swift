import CarillonScheduling

/// A consumer of the samples that a `Pacer` renders, each at its frame; frames that are left out are silent.
///
/// After an error nothing is called any more: the sink itself keeps what it has taken.
package protocol AudioSink: AnyObject {
    /// - Parameters:
    ///   - samples: Interleaved; valid during the call only.
    ///   - frame: The first frame's number, counted from the start of the output.
    func write(_ samples: UnsafeBufferPointer<Int16>, at frame: Int) throws(AudioOutputError)

    /// Completes the stream; `frame` is the first frame that is not part of it.
    func finish(at frame: Int) throws(AudioOutputError)
}

/// Renders in time for outputs that have no clock of their own.
///
/// The frame that is due follows from the scheduler's time. Rendering catches up with it when a command arrives and
/// when a voice comes to its end, and at no other time: while nothing sounds nothing wakes up. After a failure of the sink
/// the renderer is paced until the failure has been reported.
///
/// `@unchecked Sendable`: what is variable is touched under `lock` only.
package final class Pacer: @unchecked Sendable {
    private static let framesAtOnce = 1024

    private let format: AudioFormat
    private let scheduler: any Scheduler

    private let lock = Locked(())
    private var sink: (any AudioSink)?
    private var renderer: AudioRenderer?
    private var epoch = Duration.zero
    private var position = 0
    private var wakeUp: (any Disposable)?
    /// Counts the times that a wake-up was due to be scheduled: only the last one is kept.
    private var wakeUps = 0
    private let mix: UnsafeMutableBufferPointer<Float>
    private let samples: UnsafeMutablePointer<Int16>

    /// - Parameter sink: Without one, what is rendered is not heard of again.
    package init(format: AudioFormat, scheduler: any Scheduler, sink: (any AudioSink)?) {
        self.format = format
        self.scheduler = scheduler
        self.sink = sink
        mix = .allocate(capacity: Self.framesAtOnce * format.channels)
        samples = .allocate(capacity: mix.count)
    }

    deinit {
        mix.deallocate()
        samples.deallocate()
    }

    package func start(_ renderer: AudioRenderer) {
        lock.withLock { _ in
            self.renderer = renderer
            epoch = scheduler.now
        }
    }

    /// Renders what is due, and then lets the commands that wait begin.
    package func catchUp() {
        let next = lock.withLock { _ -> (time: Duration, number: Int)? in
            attempt { renderer throws(AudioOutputError) in try renderDue(renderer) }
            renderer?.takeCommands()
            return nextWakeUp()
        }
        if let next { schedule(next.time, next.number) }
    }

    /// Renders what is due and completes the stream.
    package func close() {
        lock.withLock { _ in
            attempt { renderer throws(AudioOutputError) in
                try renderDue(renderer)
                try sink?.finish(at: position)
            }
            sink = nil
            renderer = nil
            wakeUp?.dispose()
        }
    }

    private func attempt(_ work: (AudioRenderer) throws(AudioOutputError) -> Void) {
        guard let renderer else { return }
        do throws(AudioOutputError) {
            try work(renderer)
        } catch {
            sink = nil
            renderer.fail(error)
        }
    }

    private func renderDue(_ renderer: AudioRenderer) throws(AudioOutputError) {
        let due = format.frames(in: scheduler.now - epoch)
        while position < due, let framesToNextEnd = renderer.framesToNextEnd {
            let frames = min(due - position, framesToNextEnd, Self.framesAtOnce)
            let stretch = UnsafeMutableBufferPointer(rebasing: mix[..<(frames * format.channels)])
            renderer.render(into: stretch)
            if let sink {
                SampleConversion.convert(UnsafeBufferPointer(stretch), to: samples)
                try sink.write(UnsafeBufferPointer(start: samples, count: stretch.count), at: position)
            }
            position += frames
        }
        if position < due {
            renderer.skip(frames: due - position)
            position = due
        }
    }

    private func nextWakeUp() -> (time: Duration, number: Int)? {
        wakeUp?.dispose()
        wakeUps += 1
        return renderer?.framesToNextEnd.map { frames in
            (epoch + format.duration(ofFrames: position + frames), wakeUps)
        }
    }

    /// Schedules a wake-up without the lock: a scheduler that is full waits for its own thread, which may be waiting for
    /// the lock.
    private func schedule(_ time: Duration, _ number: Int) {
        let scheduled = scheduler.schedule(at: time) { [weak self] in self?.catchUp() }
        lock.withLock { _ in
            if number == wakeUps, renderer != nil { wakeUp = scheduled } else { scheduled.dispose() }
        }
    }
}
