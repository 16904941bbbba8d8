import CarillonScheduling

/// A folder in memory, for boards in virtual time.
package final class TransientFolder: MemoryFolder {
    private struct State {
        var files: [String: [UInt8]]
        var locked: Set<String> = []
        var failure: FolderFailure?
    }

    package let path = "memory"
    private let state: Locked<State>

    package init(_ files: [String: [UInt8]] = [:]) {
        state = Locked(State(files: files))
    }

    /// The contents of all files.
    package var files: [String: [UInt8]] {
        get { state.withLock { $0.files } }
        set { state.withLock { $0.files = newValue } }
    }

    /// The reason why nothing can be written; nil if everything can.
    package var failure: FolderFailure? {
        get { state.withLock { $0.failure } }
        set { state.withLock { $0.failure = newValue } }
    }

    package func lock(_ file: String) -> MemoryLock? {
        guard state.withLock({ $0.locked.insert(file).inserted }) else { return nil }
        return MemoryLock { [state] in state.withLock { _ = $0.locked.remove(file) } }
    }

    package func has(_ file: String) -> Bool { files[file] != nil }
    package func read(_ file: String) -> [UInt8]? { files[file] }
    package func write(_ bytes: [UInt8], to file: String) throws(FolderFailure) { try change { $0[file] = bytes } }

    package func move(_ file: String, to other: String) throws(FolderFailure) {
        try change { files in
            if let contents = files.removeValue(forKey: file) { files[other] = contents }
        }
    }

    package func flush() {}

    private func change(_ body: (inout [String: [UInt8]]) -> Void) throws(FolderFailure) {
        try state.withLock { state throws(FolderFailure) in
            if let failure = state.failure { throw failure }
            body(&state.files)
        }
    }
}
