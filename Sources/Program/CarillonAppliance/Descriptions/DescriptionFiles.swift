import CarillonAudio
import CarillonBoard
import CarillonDevices
import LinuxSound

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

extension Wiring {
    /// Whether this build reads wirings from files. A build without hardware has no libyaml and does not.
    public static let canReadFiles = true

    /// Returns the wiring called `name` that comes with a program, in a folder `Boards/wirings`.
    ///
    /// - Parameters:
    ///   - name: The name of the wiring.
    ///   - kinds: The application's own kinds of devices.
    /// - Throws: `BoardError.unknownWiring`, or a `DescriptionError` with the place in the file.
    public static func named(_ name: String, kinds: [any Device.Type] = []) throws -> Wiring {
        try file(path(named: name), kinds: kinds)
    }

    /// Returns the path of the wiring called `name` that comes with a program.
    static func path(named name: String) throws(BoardError) -> String {
        guard !name.contains("/"), let path = DataFolders.find("Boards/wirings/\(name).yaml") else {
            throw .unknownWiring(name: name, known: DataFolders.names(in: "Boards/wirings", ending: ".yaml"))
        }
        return path
    }

    /// Reads the wiring in the file at `path`.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - kinds: The application's own kinds of devices.
    /// - Throws: A `DescriptionError` with the place in the file.
    public static func file(
        _ path: String, kinds: [any Device.Type] = []
    ) throws(DescriptionError) -> Wiring {
        try Wiring(YAMLFile.read(path), kinds: DeviceKinds.builtIn + kinds)
    }

    /// Reads a wiring from the text of a file called `name`.
    ///
    /// - Throws: A `DescriptionError` with the place in the text.
    package static func text(
        _ text: String, name: String, kinds: [any Device.Type] = []
    ) throws(DescriptionError) -> Wiring {
        try Wiring(YAMLFile.parse(Array(text.utf8), name: name), kinds: DeviceKinds.builtIn + kinds)
    }

    /// Checks that no resistor of the board that `--board simulated` simulates opposes the one that a device needs.
    ///
    /// - Throws: A `DescriptionError` with the place in the wiring.
    package func checkBiases() throws(DescriptionError) {
        if let board = Self.simulatedBoard { try checkBiases(on: board) }
    }

    private static let simulatedBoard = try? BoardDescription.named("simulated")

    /// Loads the sound called `name`: the wiring's, or the file of this name in `Sounds/`.
    ///
    /// A file that the wiring names is beside the wiring or in `Sounds/`.
    ///
    /// - Throws: The error of the file. If the wiring names the file, it is a `DescriptionError` with the position in
    ///   the wiring, unless the system could not read the file.
    package func load(_ name: SoundName, for engine: AudioEngine) throws -> Sound {
        do {
            return try engine.load(path(ofSound: name))
        } catch let error as SoundError {
            // An error of the system is not a fault of the wiring.
            if case .unreadable = error { throw error }
            guard let sound = file(ofSound: name) else { throw error }
            throw DescriptionError(position: sound.position, message: "\(error)")
        }
    }
}

extension DescriptionCheck {
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - board: The board that a wiring must fit; nil to leave its lines unchecked.
    ///   - kinds: The application's own kinds of devices.
    /// - Throws: `DescriptionError` if the file cannot be read.
    package init(
        path: String, board: BoardDescription?, kinds: [any Device.Type] = []
    ) throws(DescriptionError) {
        let bytes = try YAMLFile.bytes(of: path)
        let node: DescriptionNode
        do throws(DescriptionError) {
            node = try YAMLFile.parse(bytes, name: path)
        } catch {
            self.init(fault: error)
            return
        }
        self.init(
            node, path: path, board: board, kinds: DeviceKinds.builtIn + kinds,
            readFile: YAMLFile.read
        ) { wiring, faults in
            for outlet in Outlets.all {
                do throws(DescriptionError) { try outlet.check(wiring) } catch { faults.add(error) }
            }
        }
    }
}
