/// How thoroughly the rows are measured.
enum Form: String, Codable {
    /// All rows, with enough samples to compare commits.
    case full
    /// Few samples, and no rows that need a package or a virtual machine: under 3 minutes. It shows the size of a
    /// change, not a change of a few per cent.
    case quick

    /// How often each benchmark of CPU time is run.
    var rounds: Int { self == .full ? 51 : 15 }
    /// The seconds that each contender of `QueueBenchmarks` runs before the next one takes its turn.
    var slice: Double { self == .full ? 5 : 2 }
    /// The seconds that each contender of `QueueBenchmarks` runs in total.
    var contenderSeconds: Double { self == .full ? 60 : 4 }
    /// How often the controllers of `ControllerBenchmarks.latencies` take turns. A disturbance of the machine lasts about
    /// as long as a few turns, so that one of 20 turns would decide on the 99th percentile.
    var latencyRounds: Int { self == .full ? 100 : 5 }
    var throughputRounds: Int { self == .full ? 11 : 2 }
    /// How often `AudioStart` starts a sound in the engine.
    var presses: Int { self == .full ? 300 : 100 }
    /// How often `AudioStart` starts aplay.
    var programStarts: Int { self == .full ? 25 : 9 }
    /// The seconds for which the pulsing LEDs are measured.
    var pulseSeconds: Double { self == .full ? 5 : 2 }
}
