/// The outer end of a simulated line: the side of the device that is wired to the pin.
struct GPIOSimLine {
    enum Level: String {
        case low = "pull-down"
        case high = "pull-up"
    }

    /// The line's offset on its chip.
    let offset: Int
    /// The line's folder in sysfs.
    let folder: String

    /// Pulls the line. A program sees the level if the line is an input.
    func pull(_ level: Level) throws {
        try KernelFile(path: "\(folder)/pull").write(level.rawValue)
    }

    /// The line's level: the pull, or the level that a program drives until it closes the line.
    var level: Level {
        get throws { try KernelFile(path: "\(folder)/value").read() == "1" ? .high : .low }
    }

    /// Pulls the line to one level after the other, each for its duration. A level that lasted much longer is an error,
    /// because the test would not have played what it describes.
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
