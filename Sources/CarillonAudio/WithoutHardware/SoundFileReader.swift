/// What stands for libsndfile in a build without hardware.
enum SoundFileReader {
    static func read(_ path: String, limit: Int) throws(SoundError) -> Recording { throw .noDecoder(file: path) }
}
