/// What stands for libsndfile in a build without hardware.
final class WAVFileWriter: AudioSink {
    init(path: String, format: AudioFormat) throws(AudioOutputError) {
        throw .cannotWrite(file: path, reason: "Carillon was built without hardware, and without libsndfile")
    }

    func write(_ samples: UnsafeBufferPointer<Int16>, at frame: Int) throws(AudioOutputError) {}
    func finish(at frame: Int) throws(AudioOutputError) {}
}
