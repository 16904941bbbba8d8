import Glibc

/// systemd's journal.
///
/// It takes the severity of a line on standard error from the line's prefix; see sd-daemon(3).
enum Journal {
    /// Whether standard error is connected to the journal, and not to a terminal, a file or another program.
    static var hasStandardError: Bool {
        getenv("JOURNAL_STREAM").map { isStream(String(cString: $0), STDERR_FILENO) } ?? false
    }

    /// Returns whether a descriptor has the device and inode that `$JOURNAL_STREAM` names. A program can inherit the
    /// variable although its own standard error goes elsewhere.
    static func isStream(_ stream: String, _ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && stream == "\(status.st_dev):\(status.st_ino)"
    }
}
