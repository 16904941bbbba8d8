import CHardware
import CarillonAudio
import CarillonScheduling
import Glibc

/// An MP3 file, or a part of one, which libmpg123 decodes and searches.
final class MP3File: FrameDecoder {
    /// The bytes without a frame after which the rest is not decoded.
    private static let mostUseless = 4 << 20
    /// The most bytes of a file whose only frame is not followed by another one.
    private static let mostOfOneFrame = 8 << 10
    /// The interval in bytes at which the place of the frame that is decoded is noted.
    private static let interval = 64 << 10
    /// The version, the layer and the rate in the header of a frame, which are the same in all frames of a file.
    private static let sameInAll: UInt32 = 0xFFFE_0C00

    /// The place in the file of the first frame with sound.
    let firstPlace: Int
    /// The length in samples of a channel that the tag in the first frame declares; nil if it declares none.
    let length: Int?
    var format: AudioFormat { decoder.format }
    var failure: String? { nil }
    private let range: Range<Int>
    private let input: MP3Input
    private let decoder: MP3Decoder
    /// The format of the first frame.
    private let first: AudioFormat
    private let places: SharedPlaces
    /// The place in the file behind the last frame that has been noted.
    private var notedPlace = 0

    /// Opens a part of a file that begins behind its tags.
    ///
    /// - Parameter places: The places of frames in the file, as far as they are known; nil if nobody else reads the file.
    init(_ file: SoundFile, _ range: Range<Int>, places: SharedPlaces? = nil) throws(SoundError) {
        if let reason = MP3Decoder.fault { throw .noDecoder(file: file.name, reason: reason) }
        (input, self.range) = (MP3Input(file, range), range)
        self.places = places ?? SharedPlaces(of: file)
        // libmpg123 wants a second frame that agrees with the first one.
        var opened = try Self.open(input, trustsFirst: false)
        if opened == nil, range.count <= Self.mostOfOneFrame { opened = try Self.open(input, trustsFirst: true) }
        guard let decoder = opened else {
            if let errno = file.readError { throw .unreadable(file: file.name, errno: errno) }
            throw .notASound(file: file.name, reason: "Format not recognised")
        }
        (self.decoder, first) = (decoder, decoder.format)
        let claimed = cmpg123_length(decoder.handle, Int64(range.count))
        length = claimed >= 0 ? Int(claimed) : nil
        let first = min(max(Int(decoder.index.places.first ?? 0), 0), range.count)
        firstPlace = range.lowerBound + first
        self.places.places.withLock { places in
            places.begin(rate: decoder.format.rate, frameLength: Int(cmpg123_frame_length(decoder.handle)))
        }
        note()
    }

    private static func open(_ input: MP3Input, trustsFirst: Bool) throws(SoundError) -> MP3Decoder? {
        _ = input.seek(by: 0, from: SEEK_SET)
        let handle = cmpg123_open(
            Unmanaged.passUnretained(input).toOpaque(),
            { MP3Input.of($0).read(into: UnsafeMutableRawBufferPointer(start: $1, count: $2)) },
            { MP3Input.of($0).seek(by: Int($1), from: $2) }, trustsFirst)
        guard let decoder = MP3Decoder(handle) else { throw .unreadable(file: input.file.name, errno: ENOMEM) }
        return decoder.findFormat() ? decoder : nil
    }

    func claimedFrameCount(at rate: Int) -> Int? { length.map { first.frames($0, at: rate) } }

    func read(into buffer: UnsafeMutableBufferPointer<Float>) -> Int {
        let useful = input.position
        var last = -1
        while true {
            let (count, step) = decoder.decode(into: buffer)
            if count > 0 {
                note()
                let frames = count / format.channels
                DecodedSamples.repair(UnsafeMutableBufferPointer(rebasing: buffer[..<(frames * format.channels)]))
                return frames
            }
            if step == .ended || step == .wantsBytes { return 0 }
            // After a failure, it continues behind the damage.
            if step == .failed {
                if input.position == last || input.position - useful > Self.mostUseless { return 0 }
                last = input.position
            }
        }
    }

    func seek(to frame: Int, at rate: Int) -> Bool {
        // libmpg123 multiplies it without a check.
        let sample = min(first.frame(nearest: frame, at: rate), 1 << 40)
        let start = places.places.withLock { $0.landmark(beforeSample: sample) }
        if let start, start.frame > 0 {
            let (first, byte) = (firstPlace - range.lowerBound, start.byte - range.lowerBound)
            cmpg123_set_index(decoder.handle, Int64(first), Int64(start.frame), Int64(byte))
        }
        guard cmpg123_seek(decoder.handle, Int64(sample)) else { return false }
        noteAll()
        return true
    }

    // MARK: Places

    /// Notes a landmark that may be wrong, if a frame like the first one is there.
    func note(_ landmark: Landmark) {
        guard landmark.frame > 0, range.contains(landmark.byte),
            landmark.frame <= (landmark.byte - range.lowerBound) / 24,
            let found = header(at: landmark.byte), let first = header(at: firstPlace),
            (found ^ first) & Self.sameInAll == 0
        else { return }
        places.places.withLock { $0.note(landmark) }
    }

    private func header(at place: Int) -> UInt32? {
        let bytes = input.file.bytes(place..<(place + 4))
        return bytes.count == 4 ? bytes.reduce(0) { $0 << 8 | UInt32($1) } : nil
    }

    /// Notes the place of the frame decoded last.
    private func note() {
        var byte: Int64 = 0
        let frame = cmpg123_frame(decoder.handle, &byte)
        guard frame >= 0, byte >= 0, Int(byte) >= notedPlace + Self.interval || notedPlace == 0 else { return }
        notedPlace = Int(byte) + 1
        places.places.withLock { $0.note(Landmark(frame: Int(frame), byte: range.lowerBound + Int(byte))) }
    }

    /// Notes the places that libmpg123 has passed.
    private func noteAll() {
        let index = decoder.index
        places.places.withLock { places in
            for (number, byte) in index.places.enumerated() {
                places.note(Landmark(frame: number * index.step, byte: range.lowerBound + Int(byte)))
            }
        }
    }
}

extension MP3Decoder {
    /// The places of each `step`th frame, as far as they have been read. Valid until the decoder is used again.
    fileprivate var index: (places: UnsafeBufferPointer<Int64>, step: Int) {
        var (places, step): (UnsafePointer<Int64>?, Int64) = (nil, 0)
        let count = cmpg123_index(handle, &places, &step)
        return (UnsafeBufferPointer(start: places, count: count), Int(step))
    }
}
