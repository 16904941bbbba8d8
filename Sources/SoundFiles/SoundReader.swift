import CarillonAudio

/// A reader of a sound in an output's format. It decodes, resamples and maps to the channels, piece by piece.
///
///     decoder ── piece ──> (to fewer channels) ──> resampler ──> (to more channels) ──> read(into:)
///
/// Its memory does not depend on the length of the sound. Resampling is the costly step, so it runs on the smaller
/// number of channels.
///
/// Not thread-safe: used by one thread at a time.
final class SoundReader {
    private static let samplesAtOnce = 8192
    /// The bytes of the objects, and of the buffers' alignment.
    private static let overhead = 16 << 10

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
    private let decoder: SoundDecoder
    private let decoded: UnsafeMutableBufferPointer<Float>
    /// The decoded frames, in the number of channels that are resampled.
    private let mapped: UnsafeMutableBufferPointer<Float>
    private let resampled: UnsafeMutableBufferPointer<Float>
    /// The range of `mapped` that has not been resampled.
    private var pending = 0..<0
    private var resampler: Resampler?
    private var hasEnded = false
    /// Whether the last frames of the resampler stay there at the end, for a sound that follows without a seam.
    var keepsRest = false

    private let before: ChannelMap
    private let after: ChannelMap

    /// - Parameters:
    ///   - file: The sound file.
    ///   - container: The sound in it.
    ///   - format: The output's format.
    ///   - limit: The maximum memory in bytes, including the decoder.
    init(_ file: SoundFile, _ container: SoundContainer, in format: AudioFormat, limit: Int) throws(SoundError) {
        guard container.codec.memory <= limit else {
            // The rate is not known before the file is opened, so resampling is counted.
            let reading = 3 * Self.samplesAtOnce * MemoryLayout<Float>.stride + Self.overhead
            let memory = container.codec.memory + reading + Resampler.memory(channels: format.channels)
            throw .limitTooLow(file: file.name, limit: limit, needed: memory + Self.ahead(format))
        }
        let decoder = try SoundDecoder(file, container)
        (self.file, self.decoder, self.format) = (file, decoder, format)
        name = decoder.name
        let channels = min(decoder.format.channels, format.channels)
        before = ChannelMap(source: decoder.format.channels, destination: channels)
        after = ChannelMap(source: channels, destination: format.channels)
        claimedFrameCount = decoder.claimedFrameCount.map { frames in
            Int((Double(frames) * Double(format.rate) / Double(decoder.format.rate)).rounded(.up))
        }

        // A piece that is resampled to a much higher rate grows in libsoxr's memory.
        let growth = max(1, (format.rate + decoder.format.rate - 1) / decoder.format.rate)
        let frames = max(Self.samplesAtOnce / decoder.format.channels / growth, 1)
        let pieces = frames * (decoder.format.channels + channels) + Self.samplesAtOnce / channels * channels
        memory =
            decoder.memory + pieces * MemoryLayout<Float>.stride + Self.overhead
            + (decoder.format.rate == format.rate ? 0 : Resampler.memory(channels: channels))
        guard memory <= limit else {
            throw .limitTooLow(file: name, limit: limit, needed: memory + Self.ahead(format))
        }
        decoded = .allocate(capacity: frames * decoder.format.channels)
        mapped = .allocate(capacity: frames * channels)
        resampled = .allocate(capacity: Self.samplesAtOnce / channels * channels)
        resampler = try makeResampler()
    }

    /// Opens the sound of a file.
    convenience init(_ file: SoundFile, in format: AudioFormat, limit: Int) throws(SoundError) {
        try self.init(file, SoundContainer.found(in: file), in: format, limit: limit)
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
            if pending.isEmpty, !hasEnded { try decode(atMost: resampler == nil ? room : .max) }
            if hasEnded, keepsRest { return 0 }
            if let resampler {
                let produced = try resample(resampler, room: room)
                if produced > 0 {
                    after.map(UnsafeBufferPointer(rebasing: resampled[..<(produced * after.source)]), into: buffer)
                    return produced
                }
                if hasEnded { return 0 }
            } else {
                guard !pending.isEmpty else { return 0 }
                after.map(UnsafeBufferPointer(rebasing: mapped[pending]), into: buffer)
                defer { pending = 0..<0 }
                return pending.count / after.source
            }
        }
    }

    /// The place in the file up to which it has been read, in bytes.
    var bytePosition: Int { decoder.bytePosition }

    /// Drops the next frames of the file, and ends after `length` more, if it is not nil.
    func drop(_ frames: Int, thenEndAfter length: Int?) throws(SoundError) {
        var left = frames
        while left > 0, !hasEnded {
            try decode(atMost: left)
            left -= pending.count / before.destination
        }
        pending = 0..<0
        decoder.framesLeft = length
    }

    /// Takes over the resampler of a sound that has ended, with the frames in it; see `TrackReader.follow`.
    ///
    /// - Returns: The number of these frames; nil if this sound is not resampled in the same way.
    func follow(_ other: SoundReader) -> Int? {
        guard let taken = other.resampler, other.hasEnded, resampler != nil,
            decoder.format.rate == other.decoder.format.rate,
            after == other.after
        else { return nil }
        other.resampler = nil
        resampler = taken
        return taken.delay
    }

    /// Goes back to the first frame.
    func rewind() throws(SoundError) {
        guard decoder.rewind() else { throw .notASound(file: name, reason: decoder.failure ?? "cannot rewind it") }
        pending = 0..<0
        hasEnded = false
        resampler = try makeResampler()
    }

    /// Goes to a frame, of the output's format. Where the file has no index, all before the frame is decoded.
    func skip(to frame: Int) throws(SoundError) {
        let target = Int((Double(frame) * Double(decoder.format.rate) / Double(format.rate)).rounded())
        if decoder.seek(to: target) {
            (pending, hasEnded) = (0..<0, false)
            resampler = try makeResampler()
            return
        }
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
        guard decoder.format.rate != format.rate else { return nil }
        do throws(Resampler.Failure) {
            return try Resampler(channels: after.source, from: decoder.format.rate, to: format.rate)
        } catch {
            throw notConvertible(error)
        }
    }

    private func decode(atMost frames: Int) throws(SoundError) {
        let room = min(decoded.count / before.source, frames)
        let count = decoder.read(into: UnsafeMutableBufferPointer(rebasing: decoded[..<(room * before.source)]))
        before.map(UnsafeBufferPointer(rebasing: decoded[..<(count * before.source)]), into: mapped)
        pending = 0..<(count * before.destination)
        hasEnded = count == 0
        if hasEnded, let errno = file.readError { throw .unreadable(file: name, errno: errno) }
    }

    private func resample(_ resampler: Resampler, room: Int) throws(SoundError) -> Int {
        let room = min(room, resampled.count / after.source)
        do throws(Resampler.Failure) {
            let (consumed, produced) = try resampler.process(
                UnsafeBufferPointer(rebasing: mapped[pending]),
                into: UnsafeMutableBufferPointer(rebasing: resampled[..<(room * after.source)]))
            pending = (pending.lowerBound + consumed * after.source)..<pending.upperBound
            return produced
        } catch {
            throw notConvertible(error)
        }
    }

    private func notConvertible(_ failure: Resampler.Failure) -> SoundError {
        .notConvertible(file: name, rate: decoder.format.rate, wanted: format.rate, reason: failure.reason)
    }
}
