import CLibrary
import CarillonAudio
import CarillonDevices
import CarillonGPIO
import CarillonScheduling

/// The microphones of a simulated board, which hear what a hand or a test lets them hear.
package final class SimulatedMicrophones: AudioInputs {
    private let chip: SimulatedChip?
    private let time: any Scheduler

    /// - Parameters:
    ///   - chip: Operates the microphones; nil for silence.
    ///   - time: The board's queue without its session.
    package init(on chip: SimulatedChip?, time: any Scheduler) { (self.chip, self.time) = (chip, time) }

    package func input(_ device: String, gain: Double) -> any AudioInput {
        let input = PacedInput(device, rate: SimulatedMicrophone.rate, time: time)
        chip?.add(SimulatedMicrophone(input), at: .microphone(device))
        return input
    }
}

/// A simulated microphone. Texts make the noise: `clap`, `claps` for two of them, `noise` for a second of it at -20 dBFS,
/// `noise 3000 -30` for three seconds at -30 dBFS. A noise lasts at most a minute, because it is made on the board's queue.
package final class SimulatedMicrophone: SimulatedOperation {
    /// The frames per second, enough to hear claps.
    package static let rate = 16_000
    private let input: PacedInput

    init(_ input: PacedInput) { self.input = input }

    package func operate(_ text: String) -> Bool {
        guard let samples = Self.samples(text) else { return false }
        play(samples)
        return true
    }

    /// Lets the microphone hear a sound, at the rate of 16 kHz. Call on the queue.
    package func play(_ samples: [Float]) { input.play(samples) }

    package func setPresence(_ isPresent: Bool) { input.setPresence(isPresent) }

    /// Returns the noise of a text; nil if it makes none.
    package static func samples(_ text: String) -> [Float]? {
        let words = text.split(separator: " ")
        let numbers = words.dropFirst().compactMap { Int($0) }
        guard let kind = words.first, numbers.count == words.count - 1 else { return nil }
        switch (kind, numbers.count) {
        case ("clap", 0): return clap + silence(milliseconds: 280)
        case ("claps", 0): return clap + silence(milliseconds: 280) + clap
        case ("noise", 0): return noise(milliseconds: 1000, level: -20)
        case ("noise", 2) where (1...60_000).contains(numbers[0]) && (-90...0).contains(numbers[1]):
            return noise(milliseconds: numbers[0], level: numbers[1])
        default: return nil
        }
    }

    private static func silence(milliseconds: Int) -> [Float] { Array(repeating: 0, count: rate * milliseconds / 1000) }

    /// Noise that decays within 20 ms, as a clap of hands does.
    private static let clap: [Float] = noise(milliseconds: 40, level: -6).enumerated().map { frame, sample in
        sample * max(0, 1 - Float(frame) / Float(rate) / 0.02)
    }

    /// Returns noise with an rms level in dBFS.
    private static func noise(milliseconds: Int, level: Int) -> [Float] {
        var state: UInt64 = 1
        // Noise of the amplitude 1 that is evenly distributed has the power 1/3.
        let amplitude = Float(3).squareRoot() * Float(pow(10, Double(level) / 20))
        return (0..<(rate * milliseconds / 1000)).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return amplitude * (Float(state >> 40) / Float(1 << 23) - 1)
        }
    }
}
