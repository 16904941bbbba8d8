/// What stands for libsndfile in a build without hardware: it opens no file.
final class SoundDecoder {
    static let rates = 1_000...1_000_000
    static let mostChannels = 64

    let name = ""
    let format = AudioFormat.standard
    let claimedFrameCount: Int? = nil
    let failure: String? = nil

    init(contentsOf path: String) throws(SoundError) { throw Self.missing(path) }
    init(bytes: [UInt8], name: String) throws(SoundError) { throw Self.missing(name) }

    func read(into buffer: UnsafeMutableBufferPointer<Float>) -> Int { 0 }
    func rewind() -> Bool { false }

    private static func missing(_ file: String) -> SoundError {
        .noDecoder(file: file, reason: "Carillon was built without hardware, and without libsndfile")
    }
}
