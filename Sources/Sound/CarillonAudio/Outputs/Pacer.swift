import CarillonScheduling

/// A consumer of the samples that a `Pacer` renders, each at its frame. Frames that are not written are silent.
///
/// After an error the pacer makes no further calls. The sink itself keeps the samples that it has taken.
package protocol AudioSink: AnyObject {
    /// - Parameters:
    ///   - samples: Interleaved; valid during the call only.
    ///   - frame: The first frame's number, counted from the start of the output.
    func write(_ samples: UnsafeBufferPointer<Int16>, at frame: Int) throws(AudioOutputError)

    /// Completes the stream. `frame` is the first frame after its end.
    func finish(at frame: Int) throws(AudioOutputError)
}

/// Renders in time for outputs that have no clock of their own.
///
/// The scheduler's time determines the frame that is due. The pacer renders up to that frame only when a command
/// arrives and when a voice ends, so nothing wakes up while nothing sounds. After a failure of the sink, the renderer
/// is paced until the failure has been reported.
///
/// `@unchecked Sendable`: mutable state is accessed under `lock` only.
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
    /// The number of the latest wake-up. Earlier ones are discarded.
    private var wakeUps = 0
    private let mix: UnsafeMutableBufferPointer<Float>
    private let samples: UnsafeMutablePointer<Int16>

    /// - Parameter sink: The consumer of the samples; nil discards them.
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

    /// Renders the frames that are due, and then processes the waiting commands.
    package func catchUp() {
        let next = lock.withLock { _ -> (time: Duration, number: Int)? in
            attempt { renderer throws(AudioOutputError) in try renderDue(renderer) }
            renderer?.takeCommands()
            return nextWakeUp()
        }
        if let next { schedule(next.time, next.number) }
    }

    /// Renders the frames that are due, and completes the stream.
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

    /// Schedules a wake-up. Called without the lock, because a full scheduler waits for its own thread, which may be
    /// waiting for the lock.
    private func schedule(_ time: Duration, _ number: Int) {
        let scheduled = scheduler.schedule(at: time) { [weak self] in self?.catchUp() }
        lock.withLock { _ in
            if number == wakeUps, renderer != nil { wakeUp = scheduled } else { scheduled.dispose() }
        }
    }
}
