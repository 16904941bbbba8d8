/// What stands for libsndfile in a build without hardware: it decodes nothing.
final class SoundDecoder {
    let name: String
    let format = AudioFormat.standard
    let claimedFrameCount: Int? = nil
    let memory = 0
    let failure: String? = nil

    init(_ file: SoundFile, _ container: SoundContainer) throws(SoundError) {
        name = file.name
        throw .noDecoder(file: name, reason: "Carillon was built without hardware, and without libsndfile")
    }

    func read(into buffer: UnsafeMutableBufferPointer<Float>) -> Int { 0 }
    func rewind() -> Bool { false }
}
