/// What stands for libsoxr in a build without hardware.
enum Resampler {
    struct Failure: Error {
        let reason: String
    }

    static func resample(
        _ samples: [Float], channels: Int, from rate: Int, to wanted: Int
    ) throws(Failure) -> [Float] {
        throw Failure(reason: "Carillon was built without hardware, and without libsoxr")
    }
}
