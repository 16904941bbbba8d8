import CarillonRealTime
import Glibc
import Synchronization

/// An output to a PCM of ALSA: a sound card, or one of alsa-lib's plug-ins.
///
/// A thread of its own, of real-time priority where the system allows it, supplies the device a period at a time. The
/// device plays all the time, silence if nothing else, so that a sound begins at the next period and is heard a buffer
/// later. On the thread nothing is locked or allocated; it waits for the device only.
///
/// `@unchecked Sendable`: `pcm` is used by the thread that opens until the output's thread starts, then by that one
/// alone; `thread` under its lock.
public final class ALSAOutput: AudioOutput, @unchecked Sendable {
    /// Above the loop's 50, as a period that comes late is heard.
    private static let priority: Int32 = 60

    public let format: AudioFormat
    public let latency: Int
    /// What was agreed with the device: format, period and buffer.
    public let description: String

    private let name: String
    private let memory: UnsafeMutableBufferPointer<Float>
    private var pcm: ALSAPCM?
    private let thread = Mutex<RealTimeThread?>(nil)
    private let isClosing = Atomic(false)
    private let xrunCount = Atomic(0)

    /// Opens a PCM. It does not play before the output is started.
    ///
    /// - Parameters:
    ///   - name: As in `aplay -D`: `default`, `hw:0,0`, `plughw:CARD=Headphones`.
    ///   - buffering: How far ahead of the device to be.
    /// - Throws: `AudioOutputError`: there is no such device, it is in use, not allowed, or of no use.
    public init(_ name: String, buffering: AudioBuffering = .standard) throws(AudioOutputError) {
        let pcm = try ALSAPCM(name, buffering: buffering)
        self.name = name
        self.pcm = pcm
        format = pcm.format
        description = pcm.summary
        // The buffer, and some time for what the device has on its way.
        latency = pcm.buffer + 2 * pcm.period
        memory = .allocate(capacity: 2 * pcm.period * pcm.format.channels)
    }

    deinit { memory.deallocate() }

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

    /// Nothing to do: the thread looks every period.
    public func commandsWait() {}

    public func close() {
        isClosing.store(true, ordering: .releasing)
        thread.withLock { $0.take() }?.join()
    }

    private func run(_ renderer: AudioRenderer) {
        guard let pcm = pcm.take() else { return }
        var stream = PCMStream(pcm, memory: memory)
        var pause = timespec(
            tv_sec: pcm.period / format.rate, tv_nsec: pcm.period % format.rate * 1_000_000_000 / format.rate)
        stream.start()
        while !isClosing.load(ordering: .acquiring) {
            let step = stream.step { buffer in
                renderer.takeCommands()
                renderer.render(into: buffer)
            }
            xrunCount.store(stream.xruns, ordering: .relaxed)
            switch step {
            case .supplied: continue
            case .unpaced: nanosleep(&pause, nil)
            case .failed(let error): return renderer.fail(.lost(device: name, reason: ALSAPCM.reason(error)))
            }
        }
    }
}
