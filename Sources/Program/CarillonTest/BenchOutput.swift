import CarillonAudio
import CarillonScheduling

/// A bench's loudspeaker, which records its sound and can fail.
final class BenchOutput: AudioOutput {
    let output: SimulatedOutput
    private let renderer = Locked<AudioRenderer?>(nil)

    init(format: AudioFormat, pacedBy time: VirtualTime) {
        output = SimulatedOutput(format: format, pacedBy: time)
    }

    var format: AudioFormat { output.format }
    var description: String { output.description }
    var mayBlock: Bool { output.mayBlock }

    func start(_ renderer: AudioRenderer) throws(AudioOutputError) {
        self.renderer.withLock { $0 = renderer }
        output.start(renderer)
    }

    func commandsDidArrive() { output.commandsDidArrive() }
    func close() { output.close() }

    /// Fails like an unplugged sound card.
    func fail(_ error: AudioOutputError) {
        output.close()
        renderer.withLock { $0 }?.fail(error)
    }
}
