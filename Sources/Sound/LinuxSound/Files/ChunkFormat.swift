import CarillonAudio

/// A container that is a sequence of chunks, each with a name of four letters and a length: RIFF (Microsoft's
/// Multimedia Programming Interface 1.0), RF64 (EBU Tech 3306), AIFF (Apple's specification 1.3) and CAF (Apple's 1.0).
struct ChunkFormat {
    /// The number of bytes before the first chunk.
    let prologue: Int
    let isBigEndian: Bool
    /// The number of bytes of a chunk's length field.
    let lengthSize: Int
    /// Whether a padding byte follows a chunk of odd length.
    let isPadded: Bool
    /// The name of the chunk that describes the coding of the samples.
    let coding: String
    /// The position of the number of channels in that chunk.
    let channels: Range<Int>
    /// The names of chunks with more about the coding, or with the number of samples.
    let others: [String]
    /// The name of the chunk of the samples.
    let samples: String
    /// Returns the codec that the coding chunk declares; nil if libsndfile must not decode such samples.
    private let codec: (_ format: ChunkFormat, _ coding: [UInt8], _ channels: Int) -> Codec?

    /// The number of chunks read at most to find the needed ones. Ordinary files have three or four.
    static let maximumChunks = 64
    /// The maximum size of a chunk that is kept.
    static let maximumBytes = 4_096

    /// Returns the format of a file that begins with `prefix`; nil if it is none of these.
    static func find(_ prefix: [UInt8]) -> ChunkFormat? {
        let (name, type) = (String(decoding: prefix.prefix(4), as: UTF8.self), prefix.dropFirst(8))
        return switch name {
        case "RIFF", "RF64": type.elementsEqual("WAVE".utf8) ? riff(isBigEndian: false) : nil
        case "RIFX": type.elementsEqual("WAVE".utf8) ? riff(isBigEndian: true) : nil
        case "FORM": type.elementsEqual("AIFF".utf8) || type.elementsEqual("AIFC".utf8) ? aiff : nil
        case "caff": caf
        default: nil
        }
    }

    /// Returns the codec that the coding chunk declares; nil if the chunk is too short, or if libsndfile must not
    /// decode it.
    func codec(_ coding: [UInt8]) -> Codec? {
        guard coding.count >= channels.upperBound else { return nil }
        let channels = number(coding[channels])
        guard channels <= SoundContainer.maximumChannels else { return nil }
        return codec(self, coding, channels)
    }

    func number(_ bytes: some BidirectionalCollection<UInt8>) -> Int {
        let number: UInt64 =
            isBigEndian
            ? bytes.reduce(0) { $0 << 8 | UInt64($1) } : bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
        return Int(truncatingIfNeeded: number)
    }
}

// MARK: - The formats

extension ChunkFormat {
    static func riff(isBigEndian: Bool) -> ChunkFormat {
        ChunkFormat(
            prologue: 12, isBigEndian: isBigEndian, lengthSize: 4, isPadded: true, coding: "fmt ",
            channels: 2..<4, others: ["ds64", "fact"], samples: "data"
        ) { format, coding, channels in
            let extensible = 0xFFFE
            var tag = format.number(coding[0..<2])
            if tag == extensible, coding.count >= 26 { tag = format.number(coding[24..<26]) }
            return switch tag {
            case 1, 3, 6, 7, extensible: .samples  // integers, floats, A-law, mu-law
            case 0x55: .mp3
            default: .blocks(channels: channels)
            }
        }
    }

    static var aiff: ChunkFormat {
        ChunkFormat(
            prologue: 12, isBigEndian: true, lengthSize: 4, isPadded: true, coding: "COMM",
            channels: 0..<2, others: ["FVER"], samples: "SSND"
        ) { _, coding, channels in
            let blocks = ["ima4", "GSM ", "DWVW"].contains { coding.dropFirst(18).starts(with: $0.utf8) }
            return blocks ? .blocks(channels: channels) : .samples
        }
    }

    static var caf: ChunkFormat {
        ChunkFormat(
            prologue: 8, isBigEndian: true, lengthSize: 8, isPadded: false, coding: "desc",
            channels: 24..<28, others: [], samples: "data"
        ) { _, coding, _ in
            // Not Apple Lossless: libsndfile allocates as much memory for it as the header says, and prints errors.
            ["lpcm", "alaw", "ulaw"].contains { coding.dropFirst(8).starts(with: $0.utf8) } ? .samples : nil
        }
    }
}
