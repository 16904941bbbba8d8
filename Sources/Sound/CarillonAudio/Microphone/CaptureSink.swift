import CarillonScheduling

/// The consumer of an input's sound: passes its frames to the analysis and to the recording, and reports what was heard.
///
/// Commands come from any thread and take effect at the next frames. All else is called on the thread of the input.
///
/// `@unchecked Sendable`: the state is accessed on the thread of the input only.
package final class CaptureSink: @unchecked Sendable {
    /// A command of the program.
    package enum Command: Sendable {
        case want(LoudnessRule)
        case wantClaps
        case wantLevels(every: Int)
        /// Keeps the newest milliseconds, which a recording can begin with.
        case keep(Int)
        /// Begins a recording, and ends the one before.
        case record(Int, limit: Duration, preRoll: Duration, RecordingFormat)
        /// Ends a recording if it is the present one.
        case stop(Int)
    }

    /// A report to the program.
    package enum Report: Sendable {
        case heard(Heard)
        /// The recording with this number has ended.
        case recorded(Int, SoundRecording)
        case lost(MicrophoneLost)
    }

    private struct Running {
        let number: Int
        let file: any RecordingFile
        /// The frames that may follow.
        var left: Int
    }

    private let store: any RecordingStore
    private let isSounding: @Sendable () -> Bool
    /// The pause after a sound of the program's own, in milliseconds; 0 for none.
    private let deafTime: Int
    private let report: @Sendable (Report) -> Void
    private let commands = Locked<[Command]>([])

    /// The frames per second; 0 before the first ones.
    private var rate = 0
    private var hearing = Hearing(rate: 48_000)
    private var wanted: [Command] = []
    private var deafFrames = 0
    private var running: Running?
    private var history = History()
    private var isLost = false

    /// - Parameters:
    ///   - deafTime: The milliseconds after a sound of the loudspeaker in which nothing is heard; 0 to hear that, too.
    ///   - store: Takes the recordings.
    ///   - isSounding: Returns whether the loudspeaker sounds. Called on the thread of the input.
    ///   - report: Called on any thread.
    package init(
        deafTime: Int, store: any RecordingStore, isSounding: @escaping @Sendable () -> Bool,
        report: @escaping @Sendable (Report) -> Void
    ) {
        (self.deafTime, self.store, self.isSounding, self.report) = (deafTime, store, isSounding, report)
    }

    /// Sends a command. May be called from any thread.
    package func send(_ command: Command) { commands.withLock { $0.append(command) } }

    // MARK: On the thread of the input

    /// Whether nothing would be reported however long silence lasts.
    package var isAtRest: Bool {
        running == nil && deafFrames == 0 && hearing.isAtRest && history.isSilent && commands.withLock { $0.isEmpty }
    }

    /// Takes frames of one channel, full scale 1.
    package func hear(_ samples: UnsafeBufferPointer<Float>, rate: Int) {
        begin(rate)
        let isDeaf = isDeaf(for: samples.count)
        hearing.hear(samples, isDeaf: isDeaf) { report(.heard($0)) }
        guard running != nil || history.capacity > 0 else { return }
        let recorded = [Int16](unsafeUninitializedCapacity: samples.count) { buffer, count in
            SampleConversion.convert(samples, to: buffer.baseAddress!)
            count = samples.count
        }
        history.append(recorded)
        record(recorded)
    }

    /// Takes frames of silence.
    package func hearSilence(frames: Int, rate: Int) {
        begin(rate)
        let isDeaf = isDeaf(for: frames)
        hearing.hearSilence(frames: frames, isDeaf: isDeaf) { report(.heard($0)) }
        guard running != nil || history.capacity > 0 else { return }
        let silence = [Int16](repeating: 0, count: frames)
        history.append(silence)
        record(silence)
    }

    /// Notes that the device is absent: ends the recording.
    package func lose(_ loss: MicrophoneLost) {
        end(.lost)
        guard !isLost else { return }
        isLost = true
        report(.lost(loss))
    }

    /// Passes a second without the device.
    package func passLostSecond() { hearSilence(frames: rate > 0 ? rate : 48_000, rate: rate > 0 ? rate : 48_000) }

    /// Notes that the device is present.
    package func find() { isLost = false }

    /// Ends the recording, because the input is stopped.
    package func close() { end(.stopped) }

    private func begin(_ rate: Int) {
        if rate != self.rate {
            self.rate = rate
            (hearing, history) = (Hearing(rate: rate), History())
            for command in wanted { want(command) }
        }
        for command in commands.withLock({ commands in
            defer { commands = [] }
            return commands
        }) { take(command) }
    }

    private func take(_ command: Command) {
        switch command {
        case .want, .wantClaps, .wantLevels, .keep:
            wanted.append(command)
            want(command)
        case .record(let number, let limit, let preRoll, let format):
            end(.stopped)
            let frames = max(Int(limit / .milliseconds(1)) * rate / 1000, 1)
            running = Running(number: number, file: store.begin(format, rate: rate), left: frames)
            let kept = history.last(Int(preRoll / .milliseconds(1)) * rate / 1000)
            // Without frames before the command, too, so that a full disk ends it at once.
            record(isLost ? [] : kept)
            if isLost { end(.lost) }
        case .stop(let number): if running?.number == number { end(.stopped) }
        }
    }

    private func want(_ command: Command) {
        switch command {
        case .want(let rule): hearing.want(rule)
        case .wantClaps: hearing.wantClaps()
        case .wantLevels(let interval): hearing.wantLevels(every: interval)
        case .keep(let milliseconds): history.keep(milliseconds * rate / 1000)
        case .record, .stop: break
        }
    }

    private func isDeaf(for frames: Int) -> Bool {
        guard deafTime > 0 else { return false }
        if isSounding() { deafFrames = frames + deafTime * rate / 1000 }
        defer { deafFrames = max(deafFrames - frames, 0) }
        return deafFrames > 0
    }

    // MARK: Recording

    private func record(_ samples: [Int16]) {
        guard let present = running else { return }
        if present.file.failure != nil { return end(.failed) }
        let count = min(samples.count, present.left)
        if count > 0 { present.file.write(count == samples.count ? samples : Array(samples[..<count])) }
        running?.left -= count
        if present.left == count { end(.limit) }
    }

    private func end(_ reason: SoundRecording.End) {
        guard let ended = running else { return }
        running = nil
        let number = ended.number
        ended.file.finish(reason) { [report] recording in report(.recorded(number, recording)) }
    }
}

/// The newest samples of a microphone.
private struct History {
    private var samples: [Int16] = []
    private var next = 0
    private(set) var capacity = 0
    /// The number of zeros since the newest other sample.
    private var zeros = 0

    /// Whether more silence changes nothing.
    var isSilent: Bool { samples.count == capacity && zeros >= capacity }

    mutating func keep(_ frames: Int) {
        guard frames > capacity else { return }
        (samples, next, capacity) = (last(capacity), 0, frames)
        samples.reserveCapacity(frames)
        next = samples.count
    }

    mutating func append(_ new: [Int16]) {
        guard capacity > 0 else { return }
        for sample in new.suffix(capacity) {
            if samples.count < capacity { samples.append(sample) } else { samples[next % capacity] = sample }
            next += 1
            zeros = sample == 0 ? zeros + 1 : 0
        }
    }

    /// Returns the newest samples, the oldest of them first.
    func last(_ count: Int) -> [Int16] {
        let count = min(count, samples.count)
        return (0..<count).map { samples[(next - count + $0) % capacity] }
    }
}
