import CSystemd
import Glibc

/// systemd's journal, where it is what reads the program's standard error.
///
/// What is written there as lines loses its severity; an entry of its own keeps it.
struct Journal: Sendable {
    let program: String

    /// Nil if somebody else reads standard error: a person, a file, a program.
    ///
    /// - Throws: `ServiceError.noLibrary`.
    init?(program: String) throws(ServiceError) {
        guard let stream = Self.stream, Self.isStream(stream, STDERR_FILENO) else { return nil }
        try ServiceError.loadLibrary()
        self.program = program
    }

    /// - Returns: Whether the journal has taken it.
    func write(_ text: String, _ severity: Severity) -> Bool {
        csystemd_journal(severity.priority, program, text) >= 0
    }

    /// Whether a descriptor is what `$JOURNAL_STREAM` names by its device and inode: a program can inherit the variable
    /// from one whose standard error went elsewhere.
    static func isStream(_ stream: String, _ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && stream == "\(status.st_dev):\(status.st_ino)"
    }

    private static var stream: String? { getenv("JOURNAL_STREAM").map { String(cString: $0) } }
}
