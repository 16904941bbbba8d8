import Glibc

/// The number of connections of a page's server.
struct ConnectionLimit: Equatable, Sendable {
    /// The number that the library accepts. Beyond it, it leaves new ones waiting.
    let accepted: Int
    /// The number from which the oldest one is closed. The difference leaves the library time to close it. A browser
    /// opens up to six.
    let kept: Int

    /// Returns the limit for a program with descriptors left. The page takes at most half of them, because the program
    /// opens sounds and files while it runs.
    init(freeDescriptors: Int) {
        accepted = min(max(freeDescriptors / 2, 4), 64)
        kept = accepted * 3 / 4
    }

    /// The limit for this program.
    static var present: ConnectionLimit {
        // RLIMIT_NOFILE; negative without a limit.
        let most = sysconf(Int32(_SC_OPEN_MAX))
        // Descriptors are given out from 0, so the next one is about the number of those in use.
        let next = dup(STDERR_FILENO)
        if next >= 0 { close(next) }
        return ConnectionLimit(freeDescriptors: next < 0 ? 0 : most < 0 ? .max : most - Int(next))
    }
}
