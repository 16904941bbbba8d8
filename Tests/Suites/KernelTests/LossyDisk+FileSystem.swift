import Glibc
import Testing

/// A disk with the file system of a board (ext4).
extension LossyDisk {
    private static let program = "/sbin/mkfs.ext4"

    /// Whether this system has the program that makes file systems. Debian 13's root has none.
    static var canHaveFileSystem: Bool { access(program, X_OK) == 0 }

    /// Makes an empty file system.
    ///
    /// Like `Program`, not through Foundation's `Process`, which needs a network interface.
    func makeFileSystem() throws {
        let arguments = [Self.program, "-q", "-F", "-b", "4096", "-J", "size=4", path]
        var words = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var (process, status): (pid_t, Int32) = (0, 0)
        try #require(posix_spawn(&process, Self.program, nil, nil, &words, environ) == 0)
        waitpid(process, &status, 0)
        try #require(status == 0)
    }

    func mount(at folder: String) throws {
        try #require(Glibc.mount(path, folder, "ext4", 0, nil) == 0, "\(String(cString: strerror(errno)))")
    }

    static func unmount(_ folder: String) throws {
        try #require(umount(folder) == 0, "\(String(cString: strerror(errno)))")
    }
}
