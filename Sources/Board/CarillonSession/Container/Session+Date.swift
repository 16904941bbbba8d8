import CLibrary

extension Session.Header {
    /// Returns a time in seconds since 1970 as text, such as `2026-11-22 09:30:00 UTC`.
    package static func date(_ seconds: Int64) -> String {
        var (time, parts) = (time_t(seconds), tm())
        gmtime_r(&time, &parts)
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { text in
            // A year of many digits does not fit.
            guard strftime(text.baseAddress!, text.count, "%F %T UTC", &parts) > 0 else { return "\(seconds)" }
            return String(cString: text.baseAddress!)
        }
    }
}
