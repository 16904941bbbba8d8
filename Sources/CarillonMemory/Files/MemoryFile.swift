/// The file of one memory in a folder, and the order of the operations on it.
///
/// The newest model is in `NAME.json`, the one before it in `NAME.previous.json`. A model is first written to
/// `NAME.new.json` and flushed, and then the files are renamed. So at each moment the folder has the last model or the one
/// before, whole. A file that cannot be used gets another name before the first write, and no file is overwritten but these
/// three. `NAME.lock` counts the starts that did not come to a steady state.
package struct MemoryFile: Sendable {
    private struct Rename {
        let file: String
        let name: String
    }

    private let folder: any MemoryFolder
    private let name: String
    /// Nil while the folder cannot be used.
    private var lock: MemoryLock?
    /// The renames that complete a change which a power cut has interrupted. They come before the next write.
    private var interrupted: [Rename] = []
    /// The files to keep, with their new names. They are renamed when the next model has been written.
    private var kept: [Rename] = []
    /// The contents of `NAME.json`; nil if they are unknown.
    private var contents: [UInt8]?
    /// The number of starts in a row, with this one, that have not come to a steady state.
    private var starts = 0
    /// The number of memories that were not used because the program crashed with them.
    private var crashed = 0

    /// The number of starts after which the next memory is used.
    private static let maximumStarts = 3

    /// - Throws: `MemoryError.invalidName`, or `.inUse` if another program has locked the memory.
    package init(_ name: String, in folder: any MemoryFolder) throws(MemoryError) {
        (self.name, self.folder) = (name, folder)
        guard !name.isEmpty, name.utf8.count <= 100, name.utf8.allSatisfy(Self.isAllowed) else {
            throw .invalidName(name)
        }
        // If the file cannot be locked now, the first write tries again and reports the reason.
        var isInUse = false
        do throws(FolderFailure) {
            lock = try folder.lock(lockName)
            isInUse = lock == nil
        } catch {}
        if isInUse { throw .inUse(name: name, path: path) }
        let count = Int(String(decoding: lock?.read() ?? [], as: UTF8.self)) ?? 0
        starts = 0...3 * Self.maximumStarts ~= count ? count : 0
    }

    /// The path of the file.
    package var path: String { path(current) }

    private var current: String { "\(name).json" }
    private var new: String { "\(name).new.json" }
    private var previous: String { "\(name).previous.json" }
    private var lockName: String { "\(name).lock" }

    /// Reads the newest memory that can be used, and counts the start. Changes no file but the lock's.
    ///
    /// - Parameters:
    ///   - version: The version of the application's model.
    ///   - report: Called for each file that cannot be used.
    ///   - use: Returns the ending under which a text that was changed to be used is kept, such as `version-1`; nil if it
    ///     was used as it is. Throws if the text cannot be used.
    /// - Returns: The text; nil if there is none.
    package mutating func load(
        expecting version: Int, report: (MemoryError) -> Void, use: ([UInt8]) throws(MemoryFault) -> String?
    ) -> [UInt8]? {
        var crashing: [UInt8]?
        // A power cut between two renames leaves the newest model in the new file.
        for file in [current, new, previous] {
            do throws(MemoryFault) {
                guard let text = try read(file) else { continue }
                guard crashed >= starts / Self.maximumStarts, text != crashing else {
                    if text != crashing { crashed += 1 }
                    crashing = text
                    let reason = "the program crashed at \(Self.maximumStarts) starts with it"
                    report(.unusable(path: path(file), reason: reason, keptAs: keep(file, as: "crashed")))
                    // The new file is renamed before it is written again.
                    if file == new { interrupted.append(kept.removeLast()) }
                    continue
                }
                let ending = try use(text)
                if file == new { (interrupted, kept) = (kept + [Rename(file: new, name: current)], []) }
                if let ending { keep(file == new ? current : file, as: ending) }
                if file == current { contents = text }
                setStarts(starts + 1)
                return text
            } catch {
                // A power cut while it is written leaves a part of the new file.
                guard file != new else { continue }
                switch error {
                case .unusable(let reason):
                    report(.unusable(path: path(file), reason: reason, keptAs: keep(file, as: "damaged")))
                case .version(let found):
                    let name = keep(file, as: "version-\(found)")
                    report(.otherVersion(path: path(file), version: found, expected: version, keptAs: name))
                }
            }
        }
        return nil
    }

    /// Writes a memory, unless the file has the same contents. At the return the disk has it.
    ///
    /// - Throws: `MemoryError.inUse` or `.notWritten`. If the files have been changed only in part, they can be loaded, and
    ///   the next call completes the change.
    package mutating func write(_ text: [UInt8]) throws(MemoryError) {
        guard text != contents else { return }
        do throws(FolderFailure) {
            try holdLock()
            contents = nil
            if !interrupted.isEmpty {
                try move(&interrupted)
                try folder.flush()
            }
            try folder.write(text, to: new)
            try move(&kept)
            try folder.move(current, to: previous)
            try folder.move(new, to: current)
            try folder.flush()
            contents = text
            // From now on, the file has the memory that was used instead.
            if crashed > 0 { setStarts(1) }
            crashed = 0
        } catch {
            throw .notWritten(path: path, reason: error.description)
        }
    }

    /// Forgets the start that was counted: the program has come to a steady state, or to its end.
    package mutating func settle() {
        if starts > 0 { setStarts(crashed * Self.maximumStarts) }
    }

    /// Lets other programs use the memory.
    package mutating func close() {
        lock?.release()
        lock = nil
    }

    private mutating func setStarts(_ count: Int) {
        starts = count
        lock?.write(count == 0 ? [] : Array("\(count)".utf8))
    }

    private func path(_ file: String) -> String { "\(folder.path)/\(file)" }

    private func read(_ file: String) throws(MemoryFault) -> [UInt8]? {
        do throws(FolderFailure) {
            return try folder.read(file)
        } catch {
            throw .unusable(error.description)
        }
    }

    /// Locks the memory, unless it is locked. If the folder was removed, the lock was removed with it.
    private mutating func holdLock() throws(FolderFailure) {
        if let lock, lock.isHeld() { return }
        close()
        lock = try folder.lock(lockName)
        guard lock != nil else { throw FolderFailure("another program uses it") }
    }

    private func move(_ renames: inout [Rename]) throws(FolderFailure) {
        while let rename = renames.first {
            try folder.move(rename.file, to: rename.name)
            renames.removeFirst()
        }
    }

    /// Keeps a file under another name, which is free.
    @discardableResult
    private mutating func keep(_ file: String, as reason: String) -> String {
        let names = (1...).lazy.map { [name] in $0 == 1 ? "\(name).\(reason).json" : "\(name).\(reason)-\($0).json" }
        let taken = (interrupted + kept).map(\.name)
        let free = names.first { !folder.has($0) && !taken.contains($0) }!
        kept.append(Rename(file: file, name: free))
        return free
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
