import CSystemd
import CarillonOutlet
import Glibc

/// systemd's journal, if the program's standard error is connected to it.
///
/// Lines on standard error lose their severity; journal entries keep it.
struct Journal: Sendable {
    let program: String

    /// Nil if standard error goes anywhere else, such as to a terminal, a file or another program.
    ///
    /// - Throws: `ServiceError.noLibrary`.
    init?(program: String) throws(ServiceError) {
        guard let stream = Self.stream, Self.isStream(stream, STDERR_FILENO) else { return nil }
        try ServiceError.loadLibrary()
        self.program = program
    }

    /// - Returns: Whether the journal has accepted the entry.
    func write(_ text: String, _ severity: Severity) -> Bool {
        csystemd_journal(severity.priority, program, text) >= 0
    }

    /// Returns whether a descriptor has the device and inode that `$JOURNAL_STREAM` names. A program can inherit the
    /// variable although its own standard error goes elsewhere.
    static func isStream(_ stream: String, _ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && stream == "\(status.st_dev):\(status.st_ino)"
    }

    private static var stream: String? { getenv("JOURNAL_STREAM").map { String(cString: $0) } }
}
