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

    /// Pulls the line to one level after the other, each held for its time as exactly as a busy processor allows.
    ///
    /// - Returns: The longest that the line was held at one level. The last level counts as held until this returns.
    func play(_ levels: [(level: Level, duration: Duration)]) throws -> Duration {
        var longest = Duration.zero
        var start = ContinuousClock.now
        for (level, duration) in levels {
            try pull(level)
            let end = start + duration
            while ContinuousClock.now < end {}
            let now = ContinuousClock.now
            longest = max(longest, now - start)
            start = now
        }
        return longest
    }
}
