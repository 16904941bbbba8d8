import CarillonAudio
import CarillonBoard
import CarillonScheduling
import LinuxSound

/// `carillon sounds`: lists the sounds that programs can play by their names.
struct SoundsCommand: Command {
    static let name = "sounds"
    static let summary = "list the sounds that programs play by name, with their durations"
    static let help = """

        Lists the sounds in the folders `Sounds` that programs find: their names, as board.speaker.handler("alert") takes
        them, their durations, and their files, which `carillon play` plays.
        """

    init(_ arguments: Arguments) throws {
        try arguments.read([]) { _, _ in }
    }

    func run() throws {
        let names = DataFolders.names(in: "Sounds", ending: ".wav").sorted()
        guard !names.isEmpty else {
            return print("no sounds; set CARILLON_PATH to the folder that contains \"Sounds\"")
        }
        let width = names.map(\.count).max() ?? 0
        for name in names {
            guard let path = DataFolders.find("Sounds/\(name).wav") else { continue }
            let duration = try Sound(contentsOf: path, for: .standard).duration.inWords
            print("\(name.padded(to: width))  \(duration.padded(to: 7, isOnRight: true))  \(path)")
        }
    }
}
