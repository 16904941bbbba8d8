/// The kind of what a server sends.
enum StreamKind: Equatable {
    case mp3, ogg, flac
    /// Another format, which ffmpeg decodes.
    case other(String)

    /// The bytes from which a kind is recognised: the first page of an Ogg stream with the name of the codec.
    static let bytes = 64

    /// Finds the kind. The first bytes count more than the media type, because servers are wrong about it.
    ///
    /// - Parameters:
    ///   - type: The media type in small letters; nil if the server names none.
    ///   - first: The first bytes, fewer if the stream has fewer.
    /// - Returns: nil if it is no sound.
    static func find(type: String?, first: [UInt8]) -> StreamKind? {
        func begins(_ marker: String, at offset: Int = 0) -> Bool {
            first.dropFirst(offset).starts(with: marker.utf8)
        }
        if begins("OggS") {
            let packet = 27 + Int(first.count > 26 ? first[26] : 0)
            return begins("OpusHead", at: packet) || begins("\u{1}vorbis", at: packet) ? .ogg : .other("Ogg")
        }
        if begins("fLaC") { return .flac }
        if begins("ftyp", at: 4) { return .other("MP4") }
        if begins("RIFF") { return .other("WAV") }
        if begins("ID3") { return .mp3 }
        if type != "audio/mpeg", first.count > 1, first[0] == 0xFF {
            // ADTS has layer 0; the other layers are those of MPEG audio.
            if first[1] & 0xF6 == 0xF0 { return .other("AAC") }
            if first[1] & 0xE0 == 0xE0, first[1] & 0x06 != 0 { return .mp3 }
        }
        guard let type else { return .mp3 }
        switch type {
        case "audio/mpeg", "audio/mp3", "audio/x-mpeg", "audio/mpeg3", "audio/x-mp3": return .mp3
        case "audio/aac", "audio/aacp", "audio/x-aac": return .other("AAC")
        case "application/octet-stream", "application/ogg", "binary/octet-stream": return .mp3
        default: return type.hasPrefix("audio/") ? .other(type) : nil
        }
    }
}
