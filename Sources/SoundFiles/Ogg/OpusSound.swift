import CarillonAudio

/// The memory that libopus, and libsndfile for it, need for an Opus stream: RFC 7845, section 5.1.
struct OpusSound {
    /// The number of Opus streams decoded in parallel, with one channel or two each.
    let streams: Int
    /// The maximum number of bytes.
    let memory: Int

    /// The frames of 120 ms, the longest packet, at 48 kHz.
    private static let maximumFrames = 5_760

    /// Reads the header; nil if it is malformed.
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
        // With 64-bit integers, a decoder of one channel takes 18 KiB, one of two channels 27 KiB. All are in one
        // block.
        let decoders = (24 << 10) * (streams - coupled) + (34 << 10) * coupled + (1 << 10)
        memory = HeapBlock.size(decoders) + HeapBlock.size(4 * Self.maximumFrames * channels)
    }
}
