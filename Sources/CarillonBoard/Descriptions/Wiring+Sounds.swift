import CarillonDevices

extension Wiring {
    /// Where the file of the sound called `name` is. A full path is the file itself.
    ///
    /// - Throws: `BoardError.unknownDevice`, or a `DescriptionError` if the wiring names a file that is not there.
    package func path(ofSound name: SoundName) throws -> String {
        if let sound = file(ofSound: name) { return try find(sound) }
        if name.description.hasPrefix("/") { return name.description }
        guard let path = DataFolders.find("Sounds/\(name).wav") else {
            let known = Set(sounds.map(\.name) + DataFolders.names(in: "Sounds", ending: ".wav"))
            throw BoardError.unknownDevice(kind: "sound", name: name.description, known: known.sorted())
        }
        return path
    }

    /// What the wiring says of the sound called `name`; nil if it does not name it.
    package func file(ofSound name: SoundName) -> SoundFile? { sounds.first { $0.name == name.description } }

    /// Finds fault with a sound whose file is not there, whether or not it is ever played.
    func findSounds() throws(DescriptionError) {
        for sound in sounds { _ = try find(sound) }
    }

    private func find(_ sound: SoundFile) throws(DescriptionError) -> String {
        if let path = DataFolders.find(sound.file, beside: sound.position.file) { return path }
        if let path = DataFolders.find("Sounds/\(sound.file)") { return path }
        throw DescriptionError(
            position: sound.position, message: "no sound file \"\(sound.file)\" beside the wiring or in Sounds/")
    }
}
