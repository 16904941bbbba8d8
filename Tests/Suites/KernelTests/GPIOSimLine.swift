/// The outer end of a simulated line: what is wired to the pin.
struct GPIOSimLine {
    enum Level: String {
        case low = "pull-down"
        case high = "pull-up"
    }

    /// The line's place on its chip.
    let offset: Int
    /// The line's folder in sysfs.
    let folder: String

    /// Pulls the line, which a program sees where the line is its input.
    func pull(_ level: Level) throws {
        try KernelFile(path: "\(folder)/pull").write(level.rawValue)
    }

    /// The line's level: what is pulled, or what a program drives. A program's level is gone when it closes the line.
    var level: Level {
        get throws { try KernelFile(path: "\(folder)/value").read() == "1" ? .high : .low }
    }

    /// Pulls the line to one level after the other, each held for its time. A level that was held for much longer than
    /// it should have been is an error: what was played is not what the test meant.
    func play(_ levels: [(level: Level, duration: Duration)]) throws {
        for (level, duration) in levels {
            let start = ContinuousClock.now
            try pull(level)
            while start.duration(to: .now) < duration {}
            let held = start.duration(to: .now)
            guard held < duration + .milliseconds(2) else {
                throw Late(description: "a level was to be held for \(duration), and was for \(held)")
            }
        }
    }

    struct Late: Error, CustomStringConvertible {
        let description: String
    }
}
