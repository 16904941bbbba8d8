import CLibrary
import CSndfile
import CarillonAudio
import CarillonScheduling
import Glibc

/// A sound file that libsndfile decodes, piece by piece.
///
/// Nothing that the file says of its own length is believed, and `memory` is not exceeded, whatever is in the file.
///
/// Not thread-safe: whoever reads the sound keeps it to one thread at a time.
final class SoundDecoder {
    /// What sounds are recorded at: a file that says something else is damaged, or no sound.
    private static let rates = 1_000...1_000_000

    /// A thousand times full scale. A file of floats may say more, of which resampling would make infinities.
    private static let loudest: Float = 1_000

    /// More than ten years: what libsndfile gives for a length that it does not know is beyond.
    private static let mostFrames = 1 << 44

    /// libsndfile keeps the reason of a failed opening in one place for the whole program.
    private static let opening = Locked(())

    /// What to call it in messages.
    let name: String
    let format: AudioFormat
    /// How many frames the file says it has: a hint, not the truth. Nil if it does not say.
    let claimedFrameCount: Int?

    /// How many bytes of memory it takes at most.
    let memory: Int

    private let library: SoundLibrary
    private let file: OpaquePointer
    private let input: DecoderInput

    /// Decodes a file, which stays open.
    ///
    /// - Parameters:
    ///   - sound: The file.
    ///   - container: What has been found in it.
    init(_ sound: SoundFile, _ container: SoundContainer) throws(SoundError) {
        name = sound.name
        memory = container.codec.memory
        do {
            library = try SoundLibrary()
        } catch {
            if let errno = error.errno { throw .unreadable(file: name, errno: errno) }
            throw .noDecoder(file: name, reason: error.reason)
        }
        input = DecoderInput(sound, container)
        (file, format, claimedFrameCount) = try Self.open(name, with: library) { [input, library] info in
            input.open(&info, with: library)
        }
    }

    deinit { _ = library.functions.close(file) }

    /// Decodes the next frames. A sample that is not a finite number counts as 0, one beyond `loudest` as that.
    ///
    /// - Parameter buffer: Room for a whole number of frames, interleaved; full scale is 1.
    /// - Returns: How many frames there were; 0 at the end.
    func read(into buffer: UnsafeMutableBufferPointer<Float>) -> Int {
        let room = buffer.count / format.channels
        let frames = Int(library.functions.readf_float(file, buffer.baseAddress, sf_count_t(room)))
        guard frames > 0, frames <= room else { return 0 }
        input.framesWereGiven()
        for index in 0..<(frames * format.channels) {
            let sample = buffer[index]
            buffer[index] = sample.isFinite ? min(max(sample, -Self.loudest), Self.loudest) : 0
        }
        return frames
    }

    /// Goes back to the first frame; false if the file cannot.
    func rewind() -> Bool { library.functions.seek(file, 0, SEEK_SET) == 0 }

    /// Why nothing could be read, in libsndfile's words; nil if there was nothing to be read.
    var failure: String? {
        library.functions.error(file) == 0 ? nil : Self.trimmed(library.reason(file))
    }
}

// MARK: - Opening

extension SoundDecoder {
    private static func open(
        _ name: String, with library: SoundLibrary, _ open: (inout SF_INFO) -> OpaquePointer?
    ) throws(SoundError) -> (OpaquePointer, AudioFormat, Int?) {
        var info = SF_INFO()
        let (opened, reason) = opening.withLock { _ in
            let file = open(&info)
            return (file, file == nil ? library.reason(nil) : "")
        }
        guard let file = opened else { throw .notASound(file: name, reason: trimmed(reason)) }
        let (rate, channels) = (Int(info.samplerate), Int(info.channels))
        guard rates.contains(rate), (1...SoundContainer.mostChannels).contains(channels) else {
            _ = library.functions.close(file)
            throw .notASound(file: name, reason: "it says that it has \(rate) Hz and \(channels) channels")
        }
        let claimed = (0...mostFrames).contains(Int(info.frames)) ? Int(info.frames) : nil
        return (file, AudioFormat(rate: rate, channels: channels), claimed)
    }

    /// libsndfile's words without the full stop, which would stand in the middle of a line.
    private static func trimmed(_ reason: String) -> String { reason.trimmed { $0 == "." || $0.isWhitespace } }
}
