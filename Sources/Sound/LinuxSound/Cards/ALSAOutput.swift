import CarillonAudio
import CarillonRealTime
import Glibc
import Synchronization

/// An output to an ALSA PCM: a sound card, or one of alsa-lib's plug-ins.
///
/// A separate thread, of real-time priority where the system allows it, supplies the device a period at a time. The
/// device always plays, silence if nothing else, so that a sound can be passed to it immediately and is heard one
/// buffer later. While the device plays, the thread takes no lock, allocates nothing and waits only for the device.
///
///              open              silent for long
///     (start) ──────> playing ─────────────────────> released
///                      │   ^ <──────────────────────────┘ a command
///      the device fails│   │it can be opened again
///                      v   │
///                      lost: time goes on, unheard
///
/// `@unchecked Sendable`: `pcm` is used by the opening thread until the output's thread starts, and then only by the
/// output's thread; `thread` is used under its lock.
public final class ALSAOutput: AudioOutput, @unchecked Sendable {
    /// Above the loop's priority of 50, because a late period is audible.
    private static let priority: Int32 = 60
    /// The interval at which the output looks for a lost device.
    private static let searchMilliseconds: Int32 = 200

    /// The configuration negotiated when the device was first opened.
    public let configuration: ALSAConfiguration
    /// The name of the device, with its configuration.
    public let description: String

    private let name: String
    private let buffering: AudioBuffering
    private let idlePolicy: AudioIdlePolicy
    private let waker: Waker
    private var pcm: ALSAPCM?
    private let thread = Locked<RealTimeThread?>(nil)
    private let isClosing = Atomic(false)
    private let xrunCount = Atomic(0)

    /// Opens a PCM. The PCM does not play until the output is started.
    ///
    /// - Parameters:
    ///   - name: As in `aplay -D`: `default`, `hw:0,0`, `plughw:CARD=Headphones`.
    ///   - buffering: The amount of sound that is rendered in advance for the device.
    ///   - idlePolicy: The use of the device while nothing sounds.
    /// - Throws: `AudioOutputError` if the device does not exist, is in use, is not permitted, or cannot be used.
    public init(
        _ name: String, buffering: AudioBuffering = .standard, idlePolicy: AudioIdlePolicy = .keepRunning
    ) throws(AudioOutputError) {
        let waker = try Waker(for: name)
        let pcm = try ALSAPCM(name, buffering: buffering, waker: waker)
        self.name = name
        self.buffering = buffering
        self.idlePolicy = idlePolicy
        self.waker = waker
        self.pcm = pcm
        configuration = pcm.configuration
        description = pcm.summary
    }

    public var format: AudioFormat { configuration.format }
    /// The maximum delay in frames: the buffer, and two periods for samples that the device has already taken.
    public var latency: Int { configuration.buffer + 2 * configuration.period }
    public var xruns: Int { xrunCount.load(ordering: .relaxed) }

    public func start(_ renderer: AudioRenderer) throws(AudioOutputError) {
        do {
            let started = try RealTimeThread(name: "carillon-audio", priority: Self.priority) { [self] in
                run(renderer)
            }
            thread.withLock { $0 = started }
        } catch {
            throw .unusable(device: name, reason: String(describing: error))
        }
    }

    public func commandsDidArrive() { waker.wake() }

    public func close() {
        isClosing.store(true, ordering: .releasing)
        waker.wake()
        thread.withLock { $0.take() }?.join()
    }

    private func open() throws(AudioOutputError) -> ALSAPCM {
        try ALSAPCM(name, buffering: buffering, as: format, waker: waker)
    }
}

// MARK: - On the output's thread

extension ALSAOutput {
    /// The reason why the output stopped playing on its device.
    private enum Pause {
        case closing
        case idle
        case lost(AudioOutputError)
    }

    private var isOpen: Bool { !isClosing.load(ordering: .acquiring) }

    private func run(_ renderer: AudioRenderer) {
        while isOpen {
            let pause = play(renderer)
            // Releasing the PCM closes the device.
            pcm = nil
            switch pause {
            case .closing: break
            case .idle: waitForCommands(renderer)
            case .lost(let error): search(renderer, after: error)
            }
        }
        pcm = nil
    }

    /// Plays on the device until it fails, idles for long, or the output is closed.
    private func play(_ renderer: AudioRenderer) -> Pause {
        guard let pcm else { return .closing }
        let memory = UnsafeMutableBufferPointer<Float>.allocate(capacity: 2 * pcm.period * format.channels)
        defer { memory.deallocate() }
        var stream = PCMStream(pcm, memory: memory, resumption: format.rate / 200)
        let earlierXruns = xruns
        var suspensions = 0
        var idleFrames = 0
        stream.start()
        while isOpen {
            waker.willWait()
            let step = stream.step(isUrgent: renderer.hasCommands) { buffer in
                renderer.takeCommands()
                idleFrames = renderer.isIdle ? idleFrames + buffer.count / format.channels : 0
                renderer.render(into: buffer)
            }
            xrunCount.store(earlierXruns + stream.xruns, ordering: .relaxed)
            if stream.suspensions != suspensions {
                suspensions = stream.suspensions
                renderer.deviceWokeUp()
            }
            switch step {
            case .supplied: break
            case .unpaced: waker.wait(milliseconds: Int32(max(pcm.period * 1000 / format.rate, 1)))
            case .failed(let error): return .lost(.lost(device: name, reason: ALSAPCM.reason(error)))
            }
            if case .release(let delay) = idlePolicy, idleFrames >= max(format.frames(in: delay), latency) {
                return .idle
            }
        }
        return .closing
    }

    /// Waits for commands without a device, and then opens the device again.
    private func waitForCommands(_ renderer: AudioRenderer) {
        while isOpen {
            waker.willWait()
            if renderer.hasCommands { break }
            waker.wait(milliseconds: -1)
        }
        guard isOpen else { return }
        do {
            pcm = try open()
        } catch {
            search(renderer, after: error)
        }
    }

    /// Looks for the device until it is available again. Voices continue unheard.
    private func search(_ renderer: AudioRenderer, after error: AudioOutputError) {
        renderer.deviceWasLost(error)
        var time = SuspendingClock.now
        while isOpen {
            waker.willWait()
            waker.wait(milliseconds: Self.searchMilliseconds)
            let frames = format.frames(in: SuspendingClock.now - time)
            time += format.duration(ofFrames: frames)
            pass(frames, of: renderer)
            guard let found = try? open() else { continue }
            pcm = found
            return renderer.deviceReturned(found.summary)
        }
    }

    private func pass(_ frames: Int, of renderer: AudioRenderer) {
        renderer.takeCommands()
        let scratch = UnsafeMutableBufferPointer<Float>.allocate(capacity: 1024 * format.channels)
        defer { scratch.deallocate() }
        scratch.initialize(repeating: 0)
        for start in stride(from: 0, to: frames, by: 1024) {
            let count = min(frames - start, 1024) * format.channels
            renderer.render(into: UnsafeMutableBufferPointer(rebasing: scratch[..<count]))
        }
    }
}
