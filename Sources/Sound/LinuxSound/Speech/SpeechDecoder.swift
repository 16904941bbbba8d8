import CarillonAudio

/// A decoder of what espeak-ng writes, in pieces of any size: the header, then samples, which it resamples.
///
/// Not thread-safe: used by one thread at a time.
final class SpeechDecoder {
    /// The most bytes of a piece.
    static let mostBytes = 16 << 10

    private let samples: SpokenSamples
    private let program: String
    private let map: ChannelMap
    private var header: [UInt8] = []
    private var isOpen = false
    /// nil if the rate needs no conversion.
    private var resampler: Resampler?
    /// The first byte of a sample whose second one has not arrived.
    private var half: UInt8?
    private let decoded = UnsafeMutableBufferPointer<Float>.allocate(capacity: mostBytes / 2 + 1)
    private let resampled = UnsafeMutableBufferPointer<Float>.allocate(capacity: mostBytes)

    init(into samples: SpokenSamples, from program: String) {
        (self.samples, self.program) = (samples, program)
        map = ChannelMap(source: 1, destination: samples.format.channels)
    }

    deinit {
        decoded.deallocate()
        resampled.deallocate()
    }

    /// Whether a byte has arrived.
    var hasBegun: Bool { !header.isEmpty }

    /// - Parameter bytes: At most `mostBytes`.
    func decode(_ bytes: UnsafeRawBufferPointer) throws(SpeechError) {
        var rest = bytes[...]
        if !isOpen {
            let missing = WaveHeader.size - header.count
            header += rest.prefix(missing)
            rest = rest.dropFirst(missing)
            guard header.count == WaveHeader.size else { return }
            try open()
        }
        var count = 0
        for byte in rest {
            if let low = half {
                decoded[count] = Float(Int16(bitPattern: UInt16(low) | UInt16(byte) << 8)) / 32_768
                count += 1
                half = nil
            } else {
                half = byte
            }
        }
        try resample(UnsafeBufferPointer(rebasing: decoded[..<count]))
    }

    /// Completes the samples after the last byte. Without a byte, the speech is silent.
    func finish() throws(SpeechError) {
        guard hasBegun else { return }
        guard isOpen else { throw .notASound(program: program) }
        guard resampler != nil else { return }
        while try process(UnsafeBufferPointer(start: nil, count: 0)).produced > 0 {}
    }

    private func open() throws(SpeechError) {
        guard let rate = WaveHeader(header)?.rate else { throw .notASound(program: program) }
        isOpen = true
        guard rate != samples.format.rate else { return }
        do throws(Resampler.Failure) {
            resampler = try Resampler(channels: 1, from: rate, to: samples.format.rate)
        } catch {
            throw .notConvertible(reason: error.reason)
        }
    }

    private func resample(_ input: UnsafeBufferPointer<Float>) throws(SpeechError) {
        guard resampler != nil else { return try write(input) }
        var rest = input
        while !rest.isEmpty {
            rest = UnsafeBufferPointer(rebasing: rest[(try process(rest).consumed)...])
        }
    }

    /// Resamples and writes a piece; an empty one marks the end.
    private func process(
        _ input: UnsafeBufferPointer<Float>
    ) throws(SpeechError) -> (consumed: Int, produced: Int) {
        guard let resampler else { return (0, 0) }
        var done = (consumed: 0, produced: 0)
        do throws(Resampler.Failure) {
            done = try resampler.process(input, into: resampled)
        } catch {
            throw .notConvertible(reason: error.reason)
        }
        try write(UnsafeBufferPointer(rebasing: resampled[..<done.produced]))
        return done
    }

    private func write(_ mono: UnsafeBufferPointer<Float>) throws(SpeechError) {
        var isFull = false
        samples.write { room in
            let count = min(mono.count, room.count / map.destination)
            isFull = count < mono.count
            map.map(UnsafeBufferPointer(rebasing: mono[..<count]), into: room)
            return count
        }
        if isFull { throw .tooLong(limit: SpokenSamples.longest) }
    }
}
