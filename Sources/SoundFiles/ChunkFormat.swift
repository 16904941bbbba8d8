import CarillonAudio

/// A container that is a row of chunks, each with a name of four letters and a length: RIFF (Microsoft's Multimedia
/// Programming Interface 1.0), RF64 (EBU Tech 3306), AIFF (Apple's specification 1.3) and CAF (Apple's 1.0).
struct ChunkFormat {
    /// How long what comes before the first chunk is.
    let prologue: Int
    let isBigEndian: Bool
    /// How many bytes tell a chunk's length.
    let lengthSize: Int
    /// Whether a chunk of odd length is followed by one byte more.
    let isPadded: Bool
    /// The chunk that says how the samples are coded.
    let coding: String
    /// Where in it the number of channels stands.
    let channels: Range<Int>
    /// Chunks that tell more of that, or how many samples there are.
    let others: [String]
    /// The chunk of the samples.
    let samples: String
    /// What the first of these chunks says of that many channels; nil if libsndfile is not to be given such samples.
    private let codec: (_ format: ChunkFormat, _ coding: [UInt8], _ channels: Int) -> Codec?

    /// Before all that is needed has been found. Ordinary files have three or four.
    static let mostChunks = 64
    /// Of a chunk that is kept.
    static let mostBytes = 4_096

    /// The format of a file that begins so; nil if it is none of these.
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

    /// What the chunk says; nil if it is too short, or says what libsndfile is not to be given.
    func codec(_ coding: [UInt8]) -> Codec? {
        guard coding.count >= channels.upperBound else { return nil }
        let channels = number(coding[channels])
        guard channels <= SoundContainer.mostChannels else { return nil }
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
            // Of Apple Lossless libsndfile takes as much memory as the header says, and prints what is wrong.
            ["lpcm", "alaw", "ulaw"].contains { coding.dropFirst(8).starts(with: $0.utf8) } ? .samples : nil
        }
    }
}
