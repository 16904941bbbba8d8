import CLibrary
import CarillonBoard

/// The reason why an operation on a folder failed, in words for the user.
package typealias FolderFailure = FileContents.Failure

/// A folder with the files of memories.
package protocol MemoryFolder: AnyObject, Sendable {
    /// The path, for messages.
    var path: String { get }

    /// Creates the folder if it is missing, and locks a file in it.
    ///
    /// - Returns: The lock; nil if the file is locked already.
    func lock(_ file: String) throws(FolderFailure) -> MemoryLock?
    /// Whether a file exists.
    func has(_ file: String) -> Bool
    /// Returns the contents of a file; nil if it is missing.
    func read(_ file: String) throws(FolderFailure) -> [UInt8]?
    /// Creates or overwrites a file. The disk has its contents at the return, and the name of a new file.
    func write(_ bytes: [UInt8], to file: String) throws(FolderFailure)
    /// Renames a file if it exists, and replaces the other one.
    func move(_ file: String, to other: String) throws(FolderFailure)
    /// Waits until the disk has the names of all files.
    func flush() throws(FolderFailure)
}

/// A lock on a file, by which a loop has a memory for itself.
package struct MemoryLock: Sendable {
    /// The locked file; nil in a folder in memory.
    let descriptor: Int32?
    /// Ends the lock.
    let release: @Sendable () -> Void

    package init(descriptor: Int32? = nil, release: @escaping @Sendable () -> Void) {
        (self.descriptor, self.release) = (descriptor, release)
    }

    /// Whether the lock is still held: false if its file has been removed.
    var isHeld: Bool {
        guard let descriptor else { return true }
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_nlink > 0
    }

    /// The contents of the lock's file, of at most 16 bytes. A crash of the program preserves them, a power cut need not.
    /// Errors are ignored.
    var contents: [UInt8] {
        get {
            guard let descriptor else { return [] }
            return [UInt8](unsafeUninitializedCapacity: 16) { buffer, count in
                count = max(0, pread(descriptor, buffer.baseAddress, buffer.count, 0))
            }
        }
        nonmutating set {
            guard let descriptor else { return }
            _ = ftruncate(descriptor, 0)
            _ = newValue.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        }
    }
}
