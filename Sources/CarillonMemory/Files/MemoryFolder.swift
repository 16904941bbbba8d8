/// The reason why an operation on a folder failed, in words for the user.
package struct FolderFailure: Error, Equatable, CustomStringConvertible {
    package let description: String
    package init(_ description: String) { self.description = description }
}

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
    /// Returns whether the lock is still held: false if its file has been removed.
    let isHeld: @Sendable () -> Bool
    /// Ends the lock.
    let release: @Sendable () -> Void
    /// Returns the contents of the lock's file, of at most 16 bytes. A crash of the program preserves them, a power cut need
    /// not.
    let read: @Sendable () -> [UInt8]
    /// Replaces the contents of the lock's file. Ignores errors.
    let write: @Sendable ([UInt8]) -> Void

    package init(
        isHeld: @escaping @Sendable () -> Bool, release: @escaping @Sendable () -> Void,
        read: @escaping @Sendable () -> [UInt8] = { [] }, write: @escaping @Sendable ([UInt8]) -> Void = { _ in }
    ) {
        (self.isHeld, self.release) = (isHeld, release)
        (self.read, self.write) = (read, write)
    }
}
