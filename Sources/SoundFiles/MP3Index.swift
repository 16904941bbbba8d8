import CarillonAudio

/// The places of frames in an MP3 file, as far as they are known, so that the file can be decoded from any of them on.
///
/// An MP3 file has no index, and libsndfile decodes everything before a place that it seeks. This index follows the headers
/// of the frames instead, each of which gives the length of its frame. It keeps a landmark every 10 s. The places are exact,
/// as long as the file has nothing but frames.
struct MP3Index {
    /// The number of frames that are decoded before a place, because a frame may use bits of earlier ones, and overlaps with
    /// the one before it.
    private static let preparation = 10
    /// The largest number of landmarks: eleven hours.
    private static let mostLandmarks = 4_096
    /// The number of bytes that are read at once.
    static let blockLength = 64 << 10
    private let first: MP3Frame
    private let body: Range<Int>
    /// The number of samples that the encoder has put before the sound. Those of the decoder are not counted, because mpg123
    /// leaves them out, also where it begins within a file.
    private let lead: Int
    /// The number of frames of the sound at the file's rate, if the file declares it.
    private let length: Int?
    /// In ascending order. The first one is the beginning.
    private var landmarks: [Landmark]

    /// Returns nil if the file is not an MP3 file, or if the lengths of its frames are not known.
    init?(_ container: SoundContainer, _ read: SoundContainer.Reading) {
        guard let first = container.mp3, let frameLength = first.length else { return nil }
        (self.first, body) = (first, container.body)
        if container.declaresLength {
            guard let tag = Tag(first, read(body.prefix(frameLength))) else { return nil }
            (lead, length) = (tag.delay, tag.length)
            landmarks = [Landmark(frame: 0, byte: body.lowerBound + frameLength)]
        } else {
            (lead, length) = (0, nil)
            landmarks = [Landmark(frame: 0, byte: body.lowerBound)]
        }
    }

    /// The number of frames of the sound at another rate, if the file declares it.
    func length(at rate: Int) -> Int? {
        length.map { Int((Double($0) * Double(rate) / Double(first.rate)).rounded(.up)) }
    }

    // MARK: Landmarks

    /// Returns the last landmark before a frame of the sound at some rate.
    func landmark(before frame: Int, at rate: Int) -> Landmark? {
        let target = max(sample(frame, rate) / first.frames - Self.preparation, 0)
        return landmarks.last { $0.frame <= target }
    }

    /// Follows the headers from a frame on up to a byte, and returns the frame there.
    mutating func follow(from start: Landmark, upTo byte: Int, _ read: SoundContainer.Reading) -> Landmark {
        walk(from: start, to: .max, byte, read).last
    }

    /// The part of the file from some frames before a place on.
    struct Passage {
        let start: Landmark
        let container: SoundContainer
        /// The number of decoded frames before the place, at the file's rate.
        let dropped: Int
        /// The number of those after it; nil up to the end of the file.
        let length: Int?
    }

    /// Finds a frame of the sound at some rate, and notes the landmarks on the way there.
    ///
    /// - Parameter hint: A landmark that may be wrong; it is used if frames are there.
    /// - Returns: nil if the frames cannot be followed up to there.
    mutating func passage(
        at frame: Int, rate: Int, near hint: Landmark?, _ read: SoundContainer.Reading
    ) -> Passage? {
        let sample = sample(frame, rate)
        let target = max(sample / first.frames - Self.preparation, 0)
        if let hint, hint.frame <= target, isPlausible(hint, read) { note(hint) }
        guard let known = landmarks.last(where: { $0.frame <= target }) else { return nil }
        let (start, isFound) = walk(from: known, to: target, body.upperBound, read)
        // The last frame of a file that has been cut off claims to be longer than the file.
        guard isFound, start.byte <= body.upperBound else { return nil }
        return Passage(
            start: start, container: .mp3(first, from: start.byte..<body.upperBound),
            dropped: sample - start.frame * first.frames, length: length.map { max($0 + lead - sample, 0) })
    }

    /// Returns the decoded sample of a frame of the sound at some rate.
    private func sample(_ frame: Int, _ rate: Int) -> Int {
        lead + Int((Double(frame) * Double(first.rate) / Double(rate)).rounded())
    }

    /// Whether three frames follow each other at a landmark.
    private func isPlausible(_ landmark: Landmark, _ read: SoundContainer.Reading) -> Bool {
        let most = body.count / MP3Frame.headerLength
        guard (1...most).contains(landmark.frame), body.contains(landmark.byte) else { return false }
        var copy = self
        return copy.walk(from: landmark, to: landmark.frame + 3, body.upperBound, read).isFound
    }

    private mutating func note(_ landmark: Landmark) {
        guard landmarks.count < Self.mostLandmarks else { return }
        let index = landmarks.lastIndex { $0.frame <= landmark.frame } ?? 0
        let interval = 10 * first.rate / first.frames
        if landmark.frame >= landmarks[index].frame + interval { landmarks.insert(landmark, at: index + 1) }
    }

    /// Follows the headers of frames.
    ///
    /// - Returns: The frame reached, and whether it is `frame`; otherwise there is no header, or it is behind `byte`.
    private mutating func walk(
        from start: Landmark, to frame: Int, _ byte: Int, _ read: SoundContainer.Reading
    ) -> (last: Landmark, isFound: Bool) {
        // Tags may follow the frames.
        let byte = min(byte, body.upperBound)
        var (place, blockStart, block) = (start, start.byte, ArraySlice<UInt8>())
        while place.frame < frame, place.byte < byte {
            if place.byte + MP3Frame.headerLength > blockStart + block.count {
                blockStart = place.byte
                block = read(blockStart..<min(blockStart + Self.blockLength, body.upperBound))[...]
            }
            guard let header = MP3Frame(block.dropFirst(place.byte - blockStart)), header.continues(first),
                let length = header.length
            else { return (place, false) }
            place = Landmark(frame: place.frame + 1, byte: place.byte + length)
            note(place)
        }
        return (place, place.frame == frame)
    }
}

extension MP3Index {
    /// The tag in the first frame: `Xing` or `Info`, and the encoder's part of it, as LAME and ffmpeg write it.
    private struct Tag {
        /// The number of samples that the encoder has put before the sound.
        let delay: Int
        /// The number of samples of the sound.
        let length: Int

        /// Returns nil if the tag does not have the number of frames.
        init?(_ first: MP3Frame, _ frame: [UInt8]) {
            let start = first.tagOffset
            func number(_ offset: Int, _ count: Int) -> Int {
                frame.dropFirst(offset).prefix(count).reduce(0) { $0 << 8 | Int($1) }
            }
            let flags = number(start + 4, 4)
            guard flags & 1 == 1, frame.count >= start + 12 else { return nil }
            // As the flags say: the numbers of frames and bytes, a table, a quality.
            let sizes = [4, 4, 100, 4].enumerated().map { flags >> $0.offset & 1 == 1 ? $0.element : 0 }
            // After nine letters of the encoder's name and twelve bytes: twelve bits of delay and twelve of padding.
            let gaps = number(start + 8 + sizes.reduce(21, +), 3)
            delay = gaps >> 12
            length = max(number(start + 8, 4) * first.frames - delay - (gaps & 0xFFF), 0)
        }
    }
}
