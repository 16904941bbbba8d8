import CarillonAudio

/// The library that decodes a sound file, found by the first bytes.
enum SoundKind {
    /// libsndfile, which decodes one container, or one link of a chained Ogg file after the other.
    case container(SoundContainer)
    /// libmpg123, which decodes what is in a range, and looks for the first frame of MP3 itself.
    case mp3(Range<Int>)
    /// ffmpeg as a process, for a format of this name.
    case other(String)

    /// The beginnings of files that do not contain MP3.
    private static let others = ["RIFF", "RF64", "FORM", "caff", "fLaC", "OggS", ".snd", "dns."]

    /// Finds the kind of a file, or throws the reason why it is not a sound.
    init(of file: SoundFile) throws(SoundError) {
        let rest = ID3Tag.end(in: file)..<file.length
        let prefix = file.bytes(rest.prefix(12))
        if let name = Self.otherFormat(prefix) {
            self = .other(name)
        } else if let container = SoundContainer.find(in: file, rest) {
            self = .container(container)
        } else if let errno = file.readError {
            throw .unreadable(file: file.name, errno: errno)
        } else if Self.others.contains(where: { prefix.starts(with: $0.utf8) }) {
            // The same words as libsndfile's.
            throw .notASound(file: file.name, reason: "Format not recognised")
        } else {
            self = .mp3(rest)
        }
    }

    var codec: Codec {
        switch self {
        case .container(let container): container.codec
        case .mp3: .mp3
        case .other: .ffmpeg
        }
    }

    /// Returns the name of a format that only ffmpeg decodes: MP4, Windows Media, and AAC in ADTS.
    private static func otherFormat(_ prefix: [UInt8]) -> String? {
        if prefix.dropFirst(4).starts(with: "ftyp".utf8) { return "M4A" }
        if prefix.starts(with: [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]) { return "WMA" }
        return prefix.count > 1 && prefix[0] == 0xFF && prefix[1] & 0xF6 == 0xF0 ? "AAC" : nil
    }

    /// Opens a file of this kind.
    ///
    /// - Parameters:
    ///   - format: The format of the output.
    ///   - places: The known places in an MP3 or Ogg file; nil if nothing else reads the file.
    ///   - landmark: Another place of a frame, which may be wrong.
    func open(
        _ file: SoundFile, in format: AudioFormat, places: SharedPlaces?, near landmark: Landmark?
    ) throws(SoundError) -> any FrameDecoder {
        switch self {
        case .container(let container):
            guard container.isOgg else { return try SoundDecoder(file, container) }
            let links = places?.links.withLock { $0 } ?? OggChain.links(in: container.body, file.bytes)
            if file.readError == nil { places?.links.withLock { $0 = links } }
            let open: DecoderChain.Opening = { link in
                SoundContainer.find(in: file, link).flatMap { try? SoundDecoder(file, $0) }
            }
            if links.count > 1, let chain = DecoderChain(links, open) { return chain }
            return try SoundDecoder(file, container)
        case .mp3(let range):
            let parts = MP3Parts.ranges(in: range, of: file)
            if parts.count > 1, let chain = DecoderChain(parts, { try? MP3File(file, $0) }) { return chain }
            let decoder = try MP3File(file, range, places: places)
            if let landmark { decoder.note(landmark) }
            return decoder
        case .other(let name): return try FFmpegFile(file, name, in: format)
        }
    }
}
