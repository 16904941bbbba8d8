import CarillonAudio

/// A reader of a sound in an output's format. It decodes, resamples and maps to the channels, piece by piece.
///
///     decoder ── piece ──> (to fewer channels) ──> resampler ──> (to more channels) ──> read(into:)
///
/// The format of a file may change within it. The frames in the resampler are then read before those of the new format.
///
/// Its memory does not depend on the length of the sound. Resampling is the costly step, so it runs on the smaller
/// number of channels.
///
/// Not thread-safe: used by one thread at a time.
final class SoundReader {
    private static let samplesAtOnce = 8192
    /// The bytes of the three buffers, of their alignment, and of the objects.
    private static let ownMemory = 3 * samplesAtOnce * MemoryLayout<Float>.stride + 16_384

    /// The minimum number of frames read ahead while a sound plays. With fewer, a thread of ordinary priority would
    /// have to read too often to keep up.
    static let minimumAhead = 4_096

    let name: String
    /// The output's format.
    let format: AudioFormat
    /// The number of frames, if the file declares its length correctly; nil if it declares none.
    let claimedFrameCount: Int?

    /// The maximum memory in bytes, including the decoder and the resampler.
    let memory: Int

    private let file: SoundFile
    private let decoder: any FrameDecoder
    private let decoded: UnsafeMutableBufferPointer<Float>
    /// The decoded frames, in the number of channels that are resampled.
    private let mapped: UnsafeMutableBufferPointer<Float>
    private let resampled: UnsafeMutableBufferPointer<Float>
    /// The range of `mapped` that has not been resampled.
    private var pending = 0..<0
    private var resampler: Resampler?
    private var hasEnded = false
    /// Whether a frame has been decoded.
    private(set) var hasSound = false
    /// The format of the frames that are resampled.
    private var source: AudioFormat
    /// The number of decoded frames of another format, which follow when the resampler is empty.
    private var following = 0
    /// Whether the last frames of the resampler stay there at the end, for a sound that follows without a seam.
    var keepsRest = false

    private var before: ChannelMap
    private var after: ChannelMap

    /// Opens the sound of a file.
    ///
    /// - Parameters:
    ///   - file: The sound file.
    ///   - format: The output's format.
    ///   - limit: The maximum memory in bytes, including the decoder.
    ///   - places: The known places in an MP3 or Ogg file; nil if nothing else reads the file.
    ///   - landmark: Another place of a frame, which may be wrong.
    init(
        _ file: SoundFile, in format: AudioFormat, limit: Int, places: SharedPlaces? = nil,
        near landmark: Landmark? = nil
    ) throws(SoundError) {
        let kind = try SoundKind(of: file)
        guard kind.codec.memory <= limit else {
            // The rate is not known before the file is opened, so resampling is counted.
            let memory = kind.codec.memory + Self.ownMemory + Resampler.memory(channels: format.channels)
            throw .limitTooLow(file: file.name, limit: limit, needed: memory + Self.ahead(format))
        }
        let decoder = try kind.open(file, in: format, places: places, near: landmark)
        (self.file, self.decoder, self.format, source) = (file, decoder, format, decoder.format)
        name = file.name
        (before, after) = Self.maps(from: source, to: format)
        claimedFrameCount = decoder.claimedFrameCount(at: format.rate)
        // The parts of a chain may have other formats than the first one.
        let isChain = decoder is DecoderChain
        let resampling = Resampler.memory(channels: isChain ? format.channels : after.source)
        memory = kind.codec.memory + Self.ownMemory + (isChain || source.rate != format.rate ? resampling : 0)
        decoded = .allocate(capacity: Self.samplesAtOnce)
        mapped = .allocate(capacity: Self.samplesAtOnce)
        resampled = .allocate(capacity: Self.samplesAtOnce)
        guard memory <= limit else { throw limitTooLow(limit) }
        resampler = try makeResampler()
    }

    deinit {
        decoded.deallocate()
        mapped.deallocate()
        resampled.deallocate()
    }

    /// Reads the next frames.
    ///
    /// - Parameter buffer: Room for a whole number of frames, at least one; full scale is 1.
    /// - Returns: The number of frames read; 0 at the end.
    func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(SoundError) -> Int {
        let room = buffer.count / format.channels
        while true {
            if pending.isEmpty, following == 0, !hasEnded { try decode() }
            if hasEnded, keepsRest { return 0 }
            let count: Int
            if let resampler {
                count = try resample(resampler, room: room)
                after.map(UnsafeBufferPointer(rebasing: resampled[..<(count * after.source)]), into: buffer)
            } else {
                count = min(pending.count / after.source, room)
                let taken = pending.prefix(count * after.source)
                after.map(UnsafeBufferPointer(rebasing: mapped[taken]), into: buffer)
                pending = taken.upperBound..<pending.upperBound
            }
            if count > 0 { return count }
            if following > 0 {
                try changeFormat()
            } else if hasEnded {
                return 0
            }
        }
    }

    /// Takes over the resampler of a sound that has ended, with the frames in it; see `TrackReader.follow`.
    ///
    /// - Returns: The number of these frames; nil if this sound is not resampled in the same way, or if the other one has
    ///   begun to return them.
    func follow(_ other: SoundReader) -> Int? {
        guard let taken = other.resampler, other.hasEnded, !taken.hasEnded, resampler != nil,
            source.rate == other.source.rate, after == other.after
        else { return nil }
        other.resampler = nil
        resampler = taken
        return taken.delay
    }

    /// Goes back to the first frame.
    func rewind() throws(SoundError) {
        guard decoder.seek(to: 0, at: format.rate) else {
            throw .notASound(file: name, reason: decoder.failure ?? "cannot rewind it")
        }
        try begin()
    }

    /// Goes to a frame, of the output's format. If the file cannot be sought, all before the frame is decoded.
    func skip(to frame: Int) throws(SoundError) {
        if decoder.seek(to: frame, at: format.rate) { return try begin() }
        try rewind()
        let room = UnsafeMutableBufferPointer<Float>.allocate(
            capacity: Self.samplesAtOnce / format.channels * format.channels)
        defer { room.deallocate() }
        var left = frame
        while left > 0 {
            let count = try read(into: UnsafeMutableBufferPointer(rebasing: room.prefix(left * format.channels)))
            guard count > 0 else { return }
            left -= count
        }
    }

    /// Begins at the place to which the decoder has gone.
    private func begin() throws(SoundError) {
        (pending, following, hasEnded) = (0..<0, 0, false)
        source = decoder.format
        (before, after) = Self.maps(from: source, to: format)
        resampler = try makeResampler()
    }

    /// Continues with the decoded frames of another format.
    private func changeFormat() throws(SoundError) {
        let count = following
        try begin()
        map(count)
    }

    private static func maps(from source: AudioFormat, to format: AudioFormat) -> (ChannelMap, ChannelMap) {
        let channels = min(source.channels, format.channels)
        return (
            ChannelMap(source: source.channels, destination: channels),
            ChannelMap(source: channels, destination: format.channels)
        )
    }

    /// Returns the error for a limit that is too low for streaming. The limit that it names is enough for any length.
    func limitTooLow(_ limit: Int) -> SoundError {
        .limitTooLow(file: name, limit: limit, needed: memory + Self.ahead(format))
    }

    /// Returns the bytes of the minimum that is read ahead.
    private static func ahead(_ format: AudioFormat) -> Int {
        minimumAhead * MemoryLayout<Float>.stride * format.channels
    }

    /// The error for a file without a frame.
    var emptyFileError: SoundError {
        decoder.failure.map { .notASound(file: name, reason: $0) } ?? .empty(file: name)
    }

    private func makeResampler() throws(SoundError) -> Resampler? {
        guard source.rate != format.rate else { return nil }
        do throws(Resampler.Failure) {
            return try Resampler(channels: after.source, from: source.rate, to: format.rate)
        } catch {
            throw notConvertible(error)
        }
    }

    private func decode() throws(SoundError) {
        let count = try decoder.read(into: decoded)
        hasEnded = count == 0
        if count > 0 { hasSound = true }
        if hasEnded, let errno = file.readError { throw .unreadable(file: name, errno: errno) }
        if decoder.format == source { map(count) } else { following = count }
    }

    private func map(_ count: Int) {
        before.map(UnsafeBufferPointer(rebasing: decoded[..<(count * before.source)]), into: mapped)
        pending = 0..<(count * before.destination)
    }

    private func resample(_ resampler: Resampler, room: Int) throws(SoundError) -> Int {
        let room = min(room, resampled.count / after.source)
        // A piece that is resampled to a much higher rate grows in libsoxr's memory.
        let growth = max(1, (format.rate + source.rate - 1) / source.rate)
        let frames = max(Self.samplesAtOnce / after.source / growth, 1)
        do throws(Resampler.Failure) {
            let (consumed, produced) = try resampler.process(
                UnsafeBufferPointer(rebasing: mapped[pending.prefix(frames * after.source)]),
                into: UnsafeMutableBufferPointer(rebasing: resampled[..<(room * after.source)]))
            pending = (pending.lowerBound + consumed * after.source)..<pending.upperBound
            return produced
        } catch {
            throw notConvertible(error)
        }
    }

    private func notConvertible(_ failure: Resampler.Failure) -> SoundError {
        .notConvertible(file: name, rate: source.rate, wanted: format.rate, reason: failure.reason)
    }
}
