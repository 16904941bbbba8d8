import CarillonScheduling
import MobiusCore
import Synchronization

/// What takes samples that a `Pacer` renders, each at its frame; frames that are left out are silent.
package protocol AudioSink: AnyObject {
    /// - Parameters:
    ///   - samples: Interleaved; valid during the call only.
    ///   - frame: The first frame's number, counted from the start of the output.
    func write(_ samples: UnsafeBufferPointer<Int16>, at frame: Int) throws(AudioOutputError)

    /// Nothing comes any more; `frame` is the first frame that is not part of the stream.
    func finish(at frame: Int) throws(AudioOutputError)
}

/// Renders in time for outputs that have no clock of their own.
///
/// The frame that is due follows from the scheduler's time. Rendering catches up with it when a command arrives and
/// when a voice comes to its end, and at no other time: while nothing sounds nothing wakes up.
///
/// `@unchecked Sendable`: what is variable is touched under `lock` only.
package final class Pacer: @unchecked Sendable {
    private static let framesAtOnce = 1024

    private let format: AudioFormat
    private let scheduler: any Scheduler
    private let sink: (any AudioSink)?

    private let lock = Mutex(())
    private var renderer: AudioRenderer?
    private var epoch = Duration.zero
    private var position = 0
    private var wakeUp: (any Disposable)?
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
        attempt { renderer throws(AudioOutputError) in
            try renderDue(renderer)
            renderer.takeCommands()
            scheduleWakeUp(renderer)
        }
    }

    /// Renders what is due and completes the stream.
    package func close() {
        attempt { renderer throws(AudioOutputError) in
            stop()
            try renderDue(renderer)
            try sink?.finish(at: position)
        }
    }

    /// Does `work` under the lock, while there is something to do; if it fails, says so when the lock is free again.
    private func attempt(_ work: (AudioRenderer) throws(AudioOutputError) -> Void) {
        let failed = lock.withLock { _ -> (AudioRenderer, AudioOutputError)? in
            guard let renderer else { return nil }
            do throws(AudioOutputError) {
                try work(renderer)
                return nil
            } catch {
                stop()
                renderer.finish()
                return (renderer, error)
            }
        }
        if let (renderer, error) = failed { renderer.fail(error) }
    }

    private func stop() {
        renderer = nil
        wakeUp?.dispose()
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

    private func scheduleWakeUp(_ renderer: AudioRenderer) {
        wakeUp?.dispose()
        wakeUp = renderer.framesToNextEnd.map { frames in
            scheduler.schedule(at: epoch + format.duration(ofFrames: position + frames)) { [weak self] in
                self?.catchUp()
            }
        }
    }
}
