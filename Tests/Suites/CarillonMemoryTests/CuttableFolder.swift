import CarillonScheduling

@testable import CarillonMemory

/// A folder whose disk loses what has not been flushed.
///
/// A file is flushed with its name when it is written. Renames reach the disk in their order, and some of the last ones
/// only with the next flush.
final class CuttableFolder: MemoryFolder {
    typealias Files = [String: [UInt8]]

    private struct State {
        var files: Files
        /// All states that the disk may have after a power cut now.
        var possible: [Files]
        /// The states of each moment so far.
        var moments: [[Files]] = []
        /// The number of operations until one fails; nil for none.
        var untilFailure: Int?
    }

    let path = "disk"
    private let state: Locked<State>

    init(_ files: Files = [:], failingAt operation: Int? = nil) {
        state = Locked(State(files: files, possible: [files], untilFailure: operation))
    }

    var files: Files { state.withLock { $0.files } }
    /// For each moment, the states that the disk may have after a power cut in it.
    var moments: [[Files]] { state.withLock { $0.moments } }

    func lock(_ file: String) -> MemoryLock? { MemoryLock(isHeld: { true }, release: {}) }
    func has(_ file: String) -> Bool { files[file] != nil }
    func read(_ file: String) -> [UInt8]? { files[file] }

    func write(_ bytes: [UInt8], to file: String) throws(FolderFailure) {
        try operate { state in
            for length in [0, 1, bytes.count / 2, bytes.count - 1] {
                state.moments.append(
                    state.possible.flatMap { files in
                        [files, files.merging([file: Array(bytes.prefix(length))]) { $1 }]
                    })
            }
            state.files[file] = bytes
            state.possible = [state.files]
        }
    }

    func move(_ file: String, to other: String) throws(FolderFailure) {
        try operate { state in
            guard let contents = state.files.removeValue(forKey: file) else { return }
            state.files[other] = contents
            state.possible.append(state.files)
        }
    }

    func flush() throws(FolderFailure) {
        try operate { state in state.possible = [state.files] }
    }

    private func operate(_ body: (inout State) -> Void) throws(FolderFailure) {
        try state.withLock { state throws(FolderFailure) in
            if let left = state.untilFailure {
                state.untilFailure = left == 0 ? nil : left - 1
                guard left > 0 else { throw FolderFailure("Input/output error") }
            }
            body(&state)
            state.moments.append(state.possible)
        }
    }
}
