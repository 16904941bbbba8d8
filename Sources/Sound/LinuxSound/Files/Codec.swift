import CarillonAudio

/// The memory that decoding counts with: the maximum, except for Ogg. From the sources of libsndfile and its codecs and
/// from measurements (libsndfile 1.2.0, libFLAC 1.4, mpg123 1.31). The libraries' code, 1.2 MiB that all files share, is
/// not counted.
struct Codec {
    /// In bytes.
    let memory: Int

    /// Uncompressed samples: libsndfile's state, and the part of the header that it keeps.
    static let samples = Codec(memory: 64 << 10)

    /// Block codecs such as ADPCM and GSM: a block of up to 64 KiB, and its samples.
    static func blocks(channels: Int) -> Codec { Codec(memory: (512 + 256 * channels) << 10) }

    /// Each frame declares its own number of channels and samples, whatever the header says. For 8 times 65,535 samples
    /// libFLAC keeps two numbers each and the parameters of as many partitions, and libsndfile keeps one number each.
    static let flac = Codec(memory: 9 << 20)

    /// Vorbis or Opus as encoders write it: up to 0.4 MiB were measured, with 8 channels. A header or a packet made for
    /// that purpose takes more: Documentation/Sounds.md.
    static let ogg = Codec(memory: 1 << 20)

    /// libmpg123's state, which is 66 KiB, with its index, and the blocks that it reads. It leaves ID3 tags out; a frame has
    /// 3456 bytes at most.
    static let mp3 = Codec(memory: 256 << 10)

    /// The part of this process for ffmpeg. The process of ffmpeg takes 30 to 60 MB, which are not counted.
    static let ffmpeg = Codec(memory: 64 << 10)
}
