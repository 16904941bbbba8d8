import Glibc

/// The time of day.
enum WallClock {
    /// The local time with milliseconds, such as `14:02:03.120`.
    static var time: String {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        var parts = tm()
        localtime_r(&now.tv_sec, &parts)
        let numbers = [Int(parts.tm_hour), Int(parts.tm_min), Int(parts.tm_sec)].map {
            $0 < 10 ? "0\($0)" : "\($0)"
        }
        let milliseconds = "\(1000 + now.tv_nsec / 1_000_000)".dropFirst()
        return "\(numbers.joined(separator: ":")).\(milliseconds)"
    }
}
