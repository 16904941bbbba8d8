/// The two files of one memory in a folder, and the order of the operations on them.
///
/// A model overwrites the older file, which is flushed, and then the files exchange their names. So `NAME.json` is the newest
/// model and `NAME.previous.json` the one before. The names are not flushed: after a power cut, the numbers in the files
/// decide, and one of the files is whole. A file that cannot be used gets another name before the first write, and no file is
/// overwritten but these two. `NAME.lock` counts the starts that did not come to a steady state.
package struct MemoryFile: Sendable {
    /// A file that gets another name before the next write.
    private struct Kept {
        let file: String
        let name: String
        /// The contents, if the file is to be copied because its model is in use.
        let copy: [UInt8]?
    }

    private let folder: any MemoryFolder
    private let name: String
    /// Nil while the folder cannot be used.
    private var lock: MemoryLock?
    private var kept: [Kept] = []
    /// The file with the newest model.
    private var newest: String
    /// The contents of the newest file; nil if they are unknown, or have no checksum.
    private var contents: [UInt8]?
    /// The highest number in the files.
    private var number = 0
    private var starts = StartCount() {
        didSet { if starts.count != oldValue.count { lock?.contents = starts.text } }
    }

    /// - Throws: `StoredModelError.invalidName`, or `.inUse` if another program has locked the memory.
    package init(_ name: String, in folder: any MemoryFolder) throws(StoredModelError) {
        (self.name, self.folder, newest) = (name, folder, "\(name).json")
        guard !name.isEmpty, name.utf8.count <= 100,
            name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) || "-_".contains($0) })
        else {
            throw .invalidName(name)
        }
        // If the file cannot be locked now, the first write tries again and reports the reason.
        var isInUse = false
        do throws(FolderFailure) {
            lock = try folder.lock(lockName)
            isInUse = lock == nil
        } catch {}
        if isInUse { throw .inUse(name: name, path: path) }
        starts = StartCount(lock?.contents ?? [])
    }

    /// The path of the file.
    package var path: String { path(current) }

    private var current: String { "\(name).json" }
    /// A name for the time between two renames.
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
        expecting version: Int, report: (StoredModelError) -> Void, use: ([UInt8]) throws(MemoryFault) -> String?
    ) -> [UInt8]? {
        let numbered = [current, new, previous].map { (file: $0, number: number(of: $0)) }
        let highest = numbered.compactMap(\.number).max()
        number = highest ?? 0
        // A power cut can undo the last exchanges of names. If the current file has no number, it has been edited or damaged.
        let files = numbered.sorted { ($0.number ?? unnumbered($0.file)) > ($1.number ?? unnumbered($1.file)) }
        for (file, _) in files {
            var text: [UInt8] = []
            do throws(MemoryFault) {
                guard let found = try read(file) else { continue }
                text = found
                guard !starts.hasCrashed(with: text) else {
                    let reason = "the program crashed at \(StartCount.maximum) starts with it"
                    report(.unusable(path: path(file), reason: reason, keptAs: keep(file, as: "crashed")))
                    continue
                }
                if let ending = try use(text) { keep(file, as: ending, copy: text) }
                newest = file
                if MemoryText.number(of: text) != nil { contents = text }
                starts.start()
                return text
            } catch {
                // A power cut leaves a part of the file that is being written.
                guard file != new, highest == nil || !MemoryText.isTorn(text) else { continue }
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
    /// - Parameter text: The text without number and checksum.
    /// - Throws: `StoredModelError.inUse` or `.notWritten`. If the files have been changed only in part, they can be loaded, and
    ///   the next call completes the change.
    package mutating func write(_ text: [UInt8]) throws(StoredModelError) {
        let isChanged = MemoryText.sealed(text, number: number) != contents
        guard isChanged || !kept.isEmpty else { return }
        do throws(FolderFailure) {
            try holdLock()
            try keepFiles()
            if newest != current, !folder.has(current) {
                try folder.move(newest, to: current)
                newest = current
            }
            guard isChanged else { return }
            let isNumbered = contents != nil
            contents = nil
            number += 1
            let sealed = MemoryText.sealed(text, number: number)
            try folder.write(sealed, to: newest == current ? previous : current)
            if newest == current {
                try folder.move(current, to: new)
                try folder.move(previous, to: current)
                newest = new
            }
            if newest == new { try folder.move(new, to: previous) }
            newest = current
            // An edited file has no number that makes it the earlier one.
            if !isNumbered { try folder.flush() }
            contents = sealed
        } catch {
            throw .notWritten(path: path, reason: error.description)
        }
    }

    /// Forgets the start that was counted: the program has come to a steady state, or to its end.
    package mutating func settle() {
        starts.settle()
    }

    /// Lets other programs use the memory.
    package mutating func close() {
        lock?.release()
        lock = nil
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
        if let lock, lock.isHeld { return }
        close()
        lock = try folder.lock(lockName)
        guard lock != nil else { throw FolderFailure("another program uses it") }
    }

    /// The number of a file; nil if it is missing, damaged, or without a checksum.
    private func number(of file: String) -> Int? { (try? folder.read(file)).flatMap(MemoryText.number) }

    private func unnumbered(_ file: String) -> Int { file == current && folder.has(file) ? .max : -1 }

    private mutating func keepFiles() throws(FolderFailure) {
        while let next = kept.first {
            if let copy = next.copy {
                try folder.write(copy, to: next.name)
            } else {
                try folder.move(next.file, to: next.name)
            }
            kept.removeFirst()
        }
        starts.setAside()
    }

    /// Keeps a file under another name, which is free.
    @discardableResult
    private mutating func keep(_ file: String, as reason: String, copy: [UInt8]? = nil) -> String {
        let names = (1...).lazy.map { [name] in $0 == 1 ? "\(name).\(reason).json" : "\(name).\(reason)-\($0).json" }
        let free = names.first { name in !folder.has(name) && !kept.contains { $0.name == name } }!
        kept.append(Kept(file: file, name: free, copy: copy))
        return free
    }
}
