import CarillonBoard
import CarillonDevices

extension BoardDescription {
    /// The names of all available boards, sorted.
    public static var names: [String] { DataFolders.names(in: "Boards", ending: ".yaml") }

    /// Returns the board called `name`.
    ///
    /// - Throws: `BoardError.unknownBoard`, or a `DescriptionError` with the place in the file.
    public static func named(_ name: String) throws -> BoardDescription {
        guard !name.contains("/"), let path = DataFolders.find("Boards/\(name).yaml") else {
            throw BoardError.unknownBoard(name: name, known: names)
        }
        return try read(path, name: name)
    }

    /// Identifies the board that this program runs on by its device tree.
    ///
    /// - Returns: The board, or nil if no known board matches; and the faults in board files. A file with a fault does
    ///   not stop the search, but it may be the file of the board that was not found.
    public static func detect() -> (board: BoardDescription?, faults: [DescriptionError]) {
        detect(compatible: DeviceTree.compatible, in: DataFolders.files(in: "Boards", ending: ".yaml"))
    }

    /// Returns the board that matches a device tree's compatible strings.
    ///
    /// - Parameters:
    ///   - compatible: The machine's compatible strings, the most specific first. The first one that a board has
    ///     decides.
    ///   - files: The boards' files. Of two equal matches, the first one is returned.
    static func detect(
        compatible: [String], in files: [DataFolders.File]
    ) -> (board: BoardDescription?, faults: [DescriptionError]) {
        let (boards, faults) = read(files)
        let board = compatible.lazy.compactMap { entry in boards.first { $0.compatible.contains(entry) } }.first
        return (board, faults)
    }

    /// Returns all boards whose files can be read, in search order, and the faults in the other files.
    package static func all() -> (boards: [BoardDescription], faults: [DescriptionError]) {
        read(DataFolders.files(in: "Boards", ending: ".yaml"))
    }

    private static func read(_ path: String, name: String) throws(DescriptionError) -> BoardDescription {
        try BoardDescription(YAMLFile.read(path), name: name, readFile: YAMLFile.read)
    }

    private static func read(
        _ files: [DataFolders.File]
    ) -> (boards: [BoardDescription], faults: [DescriptionError]) {
        var boards: [BoardDescription] = []
        var faults: [DescriptionError] = []
        for file in files {
            do throws(DescriptionError) {
                boards.append(try read(file.path, name: file.name))
            } catch {
                faults.append(error)
            }
        }
        return (boards, faults)
    }
}
