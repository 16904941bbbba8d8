import CarillonAudio
import CarillonScheduling

/// The places of frames in an MP3 file, as far as they are known: one every 10 s. libmpg123 has an index of its own, which
/// ends with the decoder.
struct MP3Places {
    /// The frames before a place that are decoded for it, and those that the encoder has put before the sound.
    private static let preparation = 26
    /// The largest number of landmarks: eleven hours.
    private static let mostLandmarks = 4_096

    /// In ascending order.
    private var landmarks: [Landmark] = []
    private var (rate, frameLength) = (44_100, 1_152)

    /// Notes the file's rate, and the number of samples of a channel in a frame.
    mutating func begin(rate: Int, frameLength: Int) { (self.rate, self.frameLength) = (rate, max(frameLength, 1)) }

    mutating func note(_ landmark: Landmark) {
        guard landmarks.count < Self.mostLandmarks else { return }
        let index = landmarks.lastIndex { $0.frame <= landmark.frame }
        if let index, landmark.frame < landmarks[index].frame + 10 * rate / frameLength { return }
        landmarks.insert(landmark, at: index.map { $0 + 1 } ?? 0)
    }

    /// Returns the last landmark from which a sample of the file can be decoded.
    func landmark(beforeSample sample: Int) -> Landmark? {
        landmarks.last { $0.frame <= max(sample / frameLength - Self.preparation, 0) }
    }

    /// Returns the last landmark before a frame of the sound at some rate.
    func landmark(before frame: Int, at rate: Int) -> Landmark? {
        landmark(beforeSample: Int(Double(frame) * Double(self.rate) / Double(rate)))
    }
}

/// The places in a file, for all readers of the file.
final class SharedPlaces: Sendable {
    let path: String
    let version: [Int]
    let places = Locked(MP3Places())
    /// The links of an Ogg file; nil until they have been searched for.
    let links = Locked<[Range<Int>]?>(nil)

    init(of file: SoundFile) { (path, version) = (file.name, file.version) }
}
