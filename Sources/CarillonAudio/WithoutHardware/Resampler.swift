/// What stands for libsoxr in a build without hardware: it resamples nothing.
final class Resampler {
    struct Failure: Error {
        let reason: String
    }

    static func memory(channels: Int) -> Int { 0 }

    init(channels: Int, from rate: Int, to wanted: Int) throws(Failure) {
        throw Failure(reason: "Carillon was built without hardware, and without libsoxr")
    }

    func process(
        _ input: UnsafeBufferPointer<Float>, into output: UnsafeMutableBufferPointer<Float>
    ) throws(Failure) -> (taken: Int, given: Int) {
        (0, 0)
    }
}
