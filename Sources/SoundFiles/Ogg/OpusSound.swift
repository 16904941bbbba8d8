import CarillonAudio

/// What libopus, and libsndfile for it, need for a stream of Opus: RFC 7845, section 5.1.
struct OpusSound {
    /// How many streams of Opus are decoded side by side, of one channel or two.
    let streams: Int
    /// How many bytes it takes at most.
    let memory: Int

    /// Frames of 120 ms, the longest packet there is, at 48 kHz.
    private static let mostFrames = 5_760

    /// Nil if it is malformed.
    ///
    /// - Parameter header: The first packet.
    init?(_ header: ArraySlice<UInt8>) {
        let bytes = Array(header)
        guard bytes.starts(with: "OpusHead".utf8), bytes.count >= 19, bytes[8] <= 1 else { return nil }
        let channels = Int(bytes[9])
        let coupled: Int
        if bytes[18] == 0 {
            guard bytes.count == 19, 1...2 ~= channels else { return nil }
            (streams, coupled) = (1, channels - 1)
        } else {
            guard bytes.count == 21 + channels, channels > 0 else { return nil }
            (streams, coupled) = (Int(bytes[19]), Int(bytes[20]))
            guard streams > 0, coupled <= streams, coupled + streams <= 255 else { return nil }
        }
        // A decoder of one channel takes 18 KiB where integers have 64 bits, one of two takes 27. All are in one block.
        let decoders = (24 << 10) * (streams - coupled) + (34 << 10) * coupled + (1 << 10)
        memory = HeapBlock.size(decoders) + HeapBlock.size(4 * Self.mostFrames * channels)
    }
}
