import CarillonDevices

extension Wiring {
    /// Returns the path of the file of the sound called `name`. A full path is returned unchanged.
    ///
    /// - Throws: `BoardError.unknownDevice` for an unknown sound, `DescriptionError` if the wiring names a missing
    ///   file.
    package func path(ofSound name: SoundName) throws -> String {
        if let sound = file(ofSound: name) { return try find(sound) }
        if name.description.hasPrefix("/") { return name.description }
        guard let path = DataFolders.find("Sounds/\(name).wav") else {
            let known = Set(sounds.map(\.name) + DataFolders.names(in: "Sounds", ending: ".wav"))
            throw BoardError.unknownDevice(kind: "sound", name: name.description, known: known.sorted())
        }
        return path
    }

    /// Returns the wiring's entry for the sound called `name`; nil if there is none.
    package func file(ofSound name: SoundName) -> SoundFile? { sounds.first { $0.name == name.description } }

    /// Throws if the file of any sound is missing, even if the program never plays it.
    func findSounds() throws(DescriptionError) {
        for sound in sounds { _ = try find(sound) }
    }

    /// Reports each sound whose file is missing.
    func findSounds(faults: inout Faults) {
        for sound in sounds { _ = faults.attempt(try find(sound)) }
    }

    private func find(_ sound: SoundFile) throws(DescriptionError) -> String {
        if let path = DataFolders.find(sound.file, beside: sound.position.file) { return path }
        if let path = DataFolders.find("Sounds/\(sound.file)") { return path }
        throw DescriptionError(
            position: sound.position, message: "no sound file \"\(sound.file)\" beside the wiring or in Sounds/")
    }
}
