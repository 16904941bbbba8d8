import Glibc

/// The time of day.
enum WallClock {
    /// The local time with milliseconds, such as `14:02:03.120`.
    static var time: String {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        var parts = tm()
        localtime_r(&now.tv_sec, &parts)
        let text = String(unsafeUninitializedCapacity: 16) { room in
            room.withMemoryRebound(to: CChar.self) { strftime($0.baseAddress!, $0.count, "%H:%M:%S", &parts) }
        }
        return "\(text).\(now.tv_nsec / 1_000_000, digits: 3)"
    }
}
