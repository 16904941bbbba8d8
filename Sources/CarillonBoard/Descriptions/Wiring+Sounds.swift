import CarillonAudio
import CarillonDevices

extension Wiring {
    /// Loads the sound called `name`: the wiring's, or else that of the file of this name in `Sounds/`.
    ///
    /// A file that the wiring names stands beside the wiring, or in `Sounds/`.
    ///
    /// - Throws: What is wrong with the file; for one that the wiring names with the place where it does.
    func load(_ name: SoundName, for engine: AudioEngine) throws -> Sound {
        guard let sound = sounds.first(where: { $0.name == name.description }) else {
            guard let path = DataFolders.find("Sounds/\(name).wav") else {
                let known = sounds.map(\.name) + DataFolders.names(in: "Sounds", ending: ".wav")
                throw BoardError.unknownPart(kind: "sound", name: name.description, known: known)
            }
            return try engine.load(path)
        }
        let path = DataFolders.find(sound.file, beside: sound.position.file) ?? DataFolders.find("Sounds/\(sound.file)")
        do {
            return try engine.load(path ?? sound.file)
        } catch {
            throw DescriptionError(position: sound.position, message: "\(error)")
        }
    }
}
