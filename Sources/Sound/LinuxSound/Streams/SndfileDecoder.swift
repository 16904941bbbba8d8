import CHardware
import CarillonAudio
import Glibc

/// A decoder of Ogg Vorbis, Ogg Opus and FLAC by libsndfile, which reads from a file without an end.
final class SndfileDecoder: StreamDecoder {
    private static let frames = 1_024
    private static let rates = 1_000...1_000_000
    private static let mostChannels = 8

    private let input: StreamInput
    private let library: SoundLibrary
    private let isOgg: Bool
    private var file: OpaquePointer?
    private let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: frames * mostChannels)
    private(set) var format = AudioFormat(rate: 48_000, channels: 2)
    private(set) var title: String?

    init(_ connection: StreamConnection, isOgg: Bool) throws(StreamFailure) {
        do throws(SoundLibrary.Missing) {
            library = try SoundLibrary()
        } catch {
            throw .noLibrary(reason: error.reason)
        }
        self.isOgg = isOgg
        input = StreamInput(connection, isOgg: isOgg)
        if !isOgg { try input.readFLACHead() }
    }

    deinit {
        close()
        buffer.deallocate()
    }

    func decode() throws(StreamFailure) -> UnsafeBufferPointer<Float> {
        while true {
            if file == nil { try open() }
            guard let file else { return UnsafeBufferPointer(start: nil, count: 0) }
            let room = Self.frames
            let count = Int(library.functions.readf_float(file, buffer.baseAddress, sf_count_t(room)))
            if let failure = input.failure { throw failure }
            if count > 0, count <= room {
                input.hasSound()
                return UnsafeBufferPointer(rebasing: buffer[..<(count * format.channels)])
            }
            close()
            guard isOgg, input.hasMore else { return UnsafeBufferPointer(start: nil, count: 0) }
            input.goToNextLink()
        }
    }

    private func close() {
        if let file { _ = library.functions.close(file) }
        file = nil
    }

    /// Opens the next link of an Ogg stream, or the FLAC stream. Opens none at the end.
    private func open() throws(StreamFailure) {
        var info = SF_INFO()
        var errno: Int32 = 0
        var callbacks = StreamInput.callbacks
        let opened = csndfile_open_deep(
            library.functions.open_virtual, &callbacks, &info, Unmanaged.passUnretained(input).toOpaque(), &errno)
        guard errno == 0 else { throw .noMemory }
        guard let opened else {
            if let failure = input.failure { throw failure }
            if input.hasMore || !input.hasRead { throw .notASound(type: nil) }
            return
        }
        file = opened
        input.isOpening = false
        let (rate, channels) = (Int(info.samplerate), Int(info.channels))
        guard Self.rates.contains(rate), 1...Self.mostChannels ~= channels else { throw .notASound(type: nil) }
        format = AudioFormat(rate: rate, channels: channels)
        let texts = [SF_STR_ARTIST, SF_STR_TITLE].compactMap { key in
            library.functions.get_string(opened, Int32(key)).flatMap { TrackTags.line(String(cString: $0)) }
        }
        title = texts.isEmpty ? nil : TrackTags.line(texts.joined(separator: " - "))
    }
}
