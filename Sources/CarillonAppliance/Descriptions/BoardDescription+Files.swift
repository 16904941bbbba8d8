import CarillonBoard
import CarillonDevices

extension BoardDescription {
    /// The boards there are, sorted by name.
    public static var names: [String] { DataFolders.names(in: "Boards", ending: ".yaml") }

    /// The board called `name`.
    ///
    /// - Throws: `BoardError.unknownBoard`, or a `DescriptionError` with the place in the file.
    public static func named(_ name: String) throws -> BoardDescription {
        guard !name.contains("/"), let path = DataFolders.find("Boards/\(name).yaml") else {
            throw BoardError.unknownBoard(name: name, known: names)
        }
        return try read(path, name: name)
    }

    /// The board that this program runs on, by its device tree.
    ///
    /// - Returns: The board, nil if none is known that fits; and what is wrong with files of boards. They stand in
    ///   nobody's way: theirs may be the board that was not found.
    public static func detect() -> (board: BoardDescription?, faults: [DescriptionError]) {
        detect(compatible: DeviceTree.compatible, in: DataFolders.files(in: "Boards", ending: ".yaml"))
    }

    /// The board whose device tree says `compatible`.
    ///
    /// - Parameters:
    ///   - compatible: What the machine is, from the most special to the most general: the first that a board has counts.
    ///   - files: The boards' files. Of two boards that fit equally the first one counts.
    static func detect(
        compatible: [String], in files: [DataFolders.File]
    ) -> (board: BoardDescription?, faults: [DescriptionError]) {
        let (boards, faults) = read(files)
        let board = compatible.lazy.compactMap { entry in boards.first { $0.compatible.contains(entry) } }.first
        return (board, faults)
    }

    /// All boards whose files can be read, in the order in which they are looked for, and what is wrong with the others.
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
