/// The loudness of each bus within a mixer: its volume, that of the whole, and how far another bus turns it down.
///
/// They are one ramp for each bus, which goes into the gain that each voice already has. So a bus needs no buffer of its own.
struct BusLevels {
    /// A bus that is turned down while another one sounds.
    private struct Rule {
        let bus, under: AudioBus
        let factor: Float
    }

    private struct Level {
        var ramp = Ramp(1)
        var volume: Float = 1
        var duck: Float = 1
        /// The frames for which the bus still turns others down after its last sound.
        var framesHeld = 0
    }

    private var levels = AudioBus.allCases.map { _ in Level() }
    private var main: Float = 1
    private let buses = AudioBus.allCases
    private let rules: [Rule]
    private let changeFrames, duckFrames, holdFrames, unduckFrames: Int

    init(rate: Int) {
        func rule(_ bus: AudioBus, under other: AudioBus, _ decibels: Double) -> Rule {
            Rule(bus: bus, under: other, factor: Gain.amplitude(decibels: decibels))
        }
        rules = [
            rule(.music, under: .speech, -15), rule(.music, under: .alarm, -25), rule(.effects, under: .alarm, -15),
            rule(.speech, under: .alarm, -15),
        ]
        changeFrames = max(rate * 30 / 1000, 1)
        duckFrames = max(rate * 30 / 1000, 1)
        // So that the music does not rise and fall between two sentences.
        holdFrames = rate * 400 / 1000
        unduckFrames = max(rate * 500 / 1000, 1)
    }

    /// The factor of a bus, from the next frame on.
    subscript(bus: AudioBus) -> Ramp { levels[bus.index].ramp }

    /// Takes the volumes over.
    ///
    /// - Parameter heard: The buses with a voice that has been heard, which change without a click. Others change at once,
    ///   so that a sound that starts after a change begins at its volume.
    mutating func set(_ volumes: BusVolumes, heard: AudioBusSet) {
        main = volumes.mainFactor
        for bus in buses {
            levels[bus.index].volume = volumes.factor(of: bus)
            move(bus, over: heard.contains(bus) ? changeFrames : 0)
        }
    }

    /// Turns buses down, or up again. Call before each stretch of frames.
    ///
    /// - Parameter sounding: The buses that sound.
    mutating func duck(under sounding: AudioBusSet, frames: Int) {
        for bus in buses {
            levels[bus.index].framesHeld =
                sounding.contains(bus) ? holdFrames : max(levels[bus.index].framesHeld - frames, 0)
        }
        for bus in buses {
            // The rule that turns down the most applies; they do not add up.
            var factor: Float = 1
            for rule in rules where rule.bus == bus && levels[rule.under.index].framesHeld > 0 {
                factor = min(factor, rule.factor)
            }
            let isDown = factor < levels[bus.index].duck
            guard factor != levels[bus.index].duck else { continue }
            levels[bus.index].duck = factor
            move(bus, over: isDown ? duckFrames : unduckFrames)
        }
    }

    mutating func advance(by frames: Int) {
        for index in levels.indices { levels[index].ramp.advance(by: frames) }
    }

    private mutating func move(_ bus: AudioBus, over frames: Int) {
        let level = levels[bus.index]
        let target = (bus == .alarm ? 1 : main) * level.volume * level.duck
        guard level.ramp.target != target else { return }
        // A volume that changes while a bus rises again arrives together with it.
        levels[bus.index].ramp.move(to: target, over: frames == 0 ? 0 : max(frames, level.ramp.framesLeft))
    }
}
