import CarillonAudio

/// The memory that decoding an Ogg file takes: in libsndfile, in libogg, and in libvorbis or libopus.
///
/// It follows from the header packets. It was derived from the sources of libsndfile 1.2.0, libogg 1.3.5, libvorbis
/// 1.3.7 and libopus 1.3.1, for integers and pointers of 64 bits. Smaller ones take less memory.
struct OggSound {
    /// The maximum memory that these libraries hold at once, from opening to closing, in bytes.
    let decoderMemory: Int
    /// The guard that must check all reads. Without it there is no bound.
    let packetGuard: OggPacketGuard

    /// Reads the header packets; nil if the first stream is neither Vorbis nor Opus, or if a header packet is
    /// incomplete or invalid.
    ///
    /// - Parameters:
    ///   - start: The position of the first page.
    ///   - read: Returns the bytes of a range of the file, fewer at its end.
    init?(start: Int, _ read: (Range<Int>) -> [UInt8]) {
        let sound = withoutActuallyEscaping(read) { read in
            OggHeaders(start: start, read).flatMap { headers in Self.vorbis(headers) ?? Self.opus(headers) }
        }
        guard let sound else { return nil }
        self = sound
    }

    /// The memory that any file takes in libsndfile, such as its log, names and the packets of a page, and that any
    /// stream takes in the other libraries.
    private static let fixed = 36 << 10

    private init(_ headers: OggHeaders, comments: OggComments, codec: Int, unfinished: Int) {
        let ogg = OggMemory(headers: headers.packets.reduce(0) { $0 + $1.size }, unfinished: unfinished)
        let opening = ogg.whileOpening + comments.copies
        let reading = ogg.whileReading + comments.copies + comments.strings + codec
        decoderMemory = Self.fixed + max(opening, reading)
        packetGuard = OggPacketGuard(stream: headers.stream, headersLength: headers.length, limit: unfinished)
    }

    private static func vorbis(_ headers: OggHeaders) -> OggSound? {
        var headers = headers
        guard headers.packets[0].beginning.starts(with: [1] + Array("vorbis".utf8)), headers.readPackets(3),
            headers.packets[1].beginning.starts(with: [3] + Array("vorbis".utf8)),
            let vorbis = VorbisSound(
                identification: headers.packets[0].beginning[...], setUp: headers.packets[2].beginning[...])
        else { return nil }
        // Half the bytes of the packet's samples as floats: no packet is that large.
        let packet = 2 * vorbis.blocks.long * vorbis.channels
        return OggSound(
            headers, comments: OggComments(headers.packets[1], from: 7), codec: vorbis.memory,
            unfinished: OggPacketGuard.minimumLimit + 2 * packet)
    }

    private static func opus(_ headers: OggHeaders) -> OggSound? {
        var headers = headers
        guard let opus = OpusSound(headers.packets[0].beginning[...]), headers.readPackets(2),
            headers.packets[1].beginning.starts(with: "OpusTags".utf8)
        else { return nil }
        // A packet of 120 ms has 7650 bytes for each stream of Opus in it: RFC 6716, section 3.4.
        return OggSound(
            headers, comments: OggComments(headers.packets[1], from: 8), codec: opus.memory,
            unfinished: OggPacketGuard.minimumLimit + 2 * 7_650 * opus.streams)
    }
}
