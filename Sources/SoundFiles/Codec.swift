import CarillonAudio

/// What decoding takes of memory, at most: as libsndfile's sources and those of its codecs say, and measurements show
/// (libsndfile 1.2.0, libFLAC 1.4, mpg123 1.31). The libraries' code, 1.2 MiB that all files share, is not counted.
struct Codec {
    /// In bytes.
    let memory: Int
    /// How many bytes of the file are read at a time.
    var mostAtOnce = Int.max

    /// Samples that stand in the file as they are: libsndfile's state, and what it keeps of the header.
    static let samples = Codec(memory: 64 << 10)

    /// The codecs of the telephone's age and their like: a block of up to 64 KiB, and its samples.
    static func blocks(channels: Int) -> Codec { Codec(memory: (512 + 256 * channels) << 10) }

    /// Each frame says how many channels and samples it has, whatever the header says. Of 8 times 65,535 samples libFLAC
    /// has two numbers and the parameters of as many partitions, libsndfile one.
    static let flac = Codec(memory: 9 << 20)

    /// mpg123 keeps tags of ID3 that stand between two frames, and their texts once more. It asks for as much memory as
    /// a tag says, up to 256 MiB, of which the system gives what is written to: that is why no more is read. A frame has
    /// 2881 bytes at most.
    static let mp3 = Codec(memory: 512 << 10, mostAtOnce: 64 << 10)
}
