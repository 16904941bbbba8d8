import CarillonScheduling

@testable import CarillonMemory

/// A folder whose disk loses what has not been flushed.
///
/// The contents of a file are flushed when it is written, and its name if it is new. Renames reach the disk in their order,
/// and some of the last ones only with the next flush of the folder.
final class CuttableFolder: MemoryFolder {
    typealias Files = [String: [UInt8]]

    private struct State {
        /// The contents of all files by their numbers.
        var contents: [[UInt8]]
        /// The numbers of files by their names.
        var names: [String: Int]
        /// All names that the disk may have after a power cut now.
        var possible: [[String: Int]]
        /// The states of each moment so far.
        var moments: [[Files]] = []
        /// The number of operations until one fails; nil for none.
        var untilFailure: Int?

        /// The states that the disk may have after a power cut now.
        var states: [Files] { possible.map { $0.mapValues { contents[$0] } } }

        /// Notes the moments in which a part of a file has been written.
        mutating func noteParts(of bytes: [UInt8], in number: Int) {
            let old = contents[number]
            for length in [0, 1, bytes.count / 2, bytes.count - 1] {
                contents[number] = Array(bytes.prefix(length) + old.dropFirst(length))
                moments.append(states)
                contents[number] = Array(old.prefix(length) + bytes.dropFirst(length))
                moments.append(states)
            }
            contents[number] = bytes
        }
    }

    let path = "disk"
    private let state: Locked<State>

    init(_ files: Files = [:], failingAt operation: Int? = nil) {
        let sorted = files.sorted { $0.key < $1.key }
        let names = Dictionary(uniqueKeysWithValues: zip(sorted.map(\.key), 0...))
        state = Locked(
            State(contents: sorted.map(\.value), names: names, possible: [names], untilFailure: operation))
    }

    var files: Files { state.withLock { state in state.names.mapValues { state.contents[$0] } } }
    /// For each moment, the states that the disk may have after a power cut in it.
    var moments: [[Files]] { state.withLock { $0.moments } }

    func lock(_ file: String) -> MemoryLock? { MemoryLock {} }
    func has(_ file: String) -> Bool { files[file] != nil }
    func read(_ file: String) -> [UInt8]? { files[file] }

    func write(_ bytes: [UInt8], to file: String) throws(FolderFailure) {
        try operate { state in
            if let number = state.names[file] { return state.noteParts(of: bytes, in: number) }
            let number = state.contents.count
            state.contents.append([])
            state.names[file] = number
            state.possible.append(state.names)
            state.noteParts(of: bytes, in: number)
            state.possible = [state.names]
        }
    }

    func move(_ file: String, to other: String) throws(FolderFailure) {
        try operate { state in
            guard let number = state.names.removeValue(forKey: file) else { return }
            state.names[other] = number
            state.possible.append(state.names)
        }
    }

    func flush() throws(FolderFailure) {
        try operate { state in state.possible = [state.names] }
    }

    private func operate(_ body: (inout State) -> Void) throws(FolderFailure) {
        try state.withLock { state throws(FolderFailure) in
            if let left = state.untilFailure {
                state.untilFailure = left == 0 ? nil : left - 1
                guard left > 0 else { throw FolderFailure("Input/output error") }
            }
            body(&state)
            state.moments.append(state.states)
        }
    }
}
