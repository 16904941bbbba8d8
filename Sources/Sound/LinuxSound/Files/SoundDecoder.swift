import CHardware
import CLibrary
import CarillonAudio
import CarillonScheduling
import Glibc

/// A sound file that libsndfile decodes, piece by piece.
///
/// The decoder does not rely on the length that the file declares. It does not exceed `memory`, whatever the file
/// contains, except for Ogg.
///
/// Not thread-safe: used by one thread at a time.
final class SoundDecoder: FrameDecoder {
    /// The sample rates of recordings. A file that declares another rate is damaged, or not a sound.
    private static let rates = 1_000...1_000_000

    /// The maximum plausible length, more than ten years. libsndfile reports an unknown length as a larger number.
    private static let maximumFrames = 1 << 44

    /// A lock for opening: libsndfile keeps one reason of a failed opening for the whole process.
    private static let opening = Locked(())

    /// The name in messages.
    let name: String
    let format: AudioFormat
    /// The number of frames that the file declares; nil if it declares none.
    private let length: Int?
    private let library: SoundLibrary
    private let file: OpaquePointer
    private let input: DecoderInput
    private var hasDecoded = false

    /// Opens a file for decoding. The file stays open.
    ///
    /// - Parameters:
    ///   - sound: The file.
    ///   - container: The container found in the file.
    init(_ sound: SoundFile, _ container: SoundContainer) throws(SoundError) {
        name = sound.name
        do {
            library = try SoundLibrary()
        } catch {
            if let errno = error.errno { throw .unreadable(file: name, errno: errno) }
            throw .noDecoder(file: name, reason: error.reason)
        }
        input = DecoderInput(sound, container)
        (file, format, length) = try Self.open(name, with: library) { [input, library] info, errno in
            input.open(&info, with: library, errno: &errno)
        }
    }

    deinit { _ = library.functions.close(file) }

    func claimedFrameCount(at rate: Int) -> Int? { length.map { format.frames($0, at: rate) } }

    func read(into buffer: UnsafeMutableBufferPointer<Float>) -> Int {
        let room = buffer.count / format.channels
        guard room > 0 else { return 0 }
        let frames = Int(library.functions.readf_float(file, buffer.baseAddress, sf_count_t(room)))
        guard frames > 0, frames <= room else { return 0 }
        hasDecoded = true
        DecodedSamples.repair(UnsafeMutableBufferPointer(rebasing: buffer[..<(frames * format.channels)]))
        return frames
    }

    func seek(to frame: Int, at rate: Int) -> Bool {
        let target = sf_count_t(format.frame(nearest: frame, at: rate))
        guard frame == 0 || canDecode else { return false }
        // libsndfile's seek forward in a Vorbis file misses up to 448 frames of a packet that has been begun.
        if input.isOgg { _ = library.functions.seek(file, 0, SEEK_SET) }
        return library.functions.seek(file, target, SEEK_SET) == target
    }

    /// Whether a frame can be decoded. libsndfile's seek crashes in a Vorbis file for which libvorbis has no decoder, because
    /// its codebooks are damaged; reading returns no frame then.
    private var canDecode: Bool {
        if hasDecoded { return true }
        return withUnsafeTemporaryAllocation(of: Float.self, capacity: format.channels) { read(into: $0) > 0 }
    }

    /// The message of libsndfile about the last failure; nil if there was no failure.
    var failure: String? {
        library.functions.error(file) == 0 ? nil : Self.trimmed(library.reason(file))
    }
}

// MARK: - Opening

extension SoundDecoder {
    private static func open(
        _ name: String, with library: SoundLibrary, _ open: (inout SF_INFO, inout Int32) -> OpaquePointer?
    ) throws(SoundError) -> (OpaquePointer, AudioFormat, Int?) {
        var info = SF_INFO()
        var errno: Int32 = 0
        let (opened, reason) = opening.withLock { _ in
            let file = open(&info, &errno)
            return (file, file == nil ? library.reason(nil) : "")
        }
        guard errno == 0 else { throw .unreadable(file: name, errno: errno) }
        guard let file = opened else { throw .notASound(file: name, reason: trimmed(reason)) }
        let (rate, channels) = (Int(info.samplerate), Int(info.channels))
        guard rates.contains(rate), (1...SoundContainer.maximumChannels).contains(channels) else {
            _ = library.functions.close(file)
            throw .notASound(file: name, reason: "its header claims \(rate) Hz and \(channels) channels")
        }
        let claimed = (0...maximumFrames).contains(Int(info.frames)) ? Int(info.frames) : nil
        return (file, AudioFormat(rate: rate, channels: channels), claimed)
    }

    /// Returns a message of libsndfile without its full stop, because it is used within a line.
    private static func trimmed(_ reason: String) -> String { reason.trimmed { $0 == "." || $0.isWhitespace } }
}
