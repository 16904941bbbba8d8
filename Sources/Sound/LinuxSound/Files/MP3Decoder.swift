import CHardware
import CarillonAudio

/// An MP3 decoder by libmpg123: of bytes as they come, or of a file. The bytes may begin within a frame and contain anything
/// in between.
///
/// Not thread-safe: used by one thread at a time.
package final class MP3Decoder {
    package enum Step { case decoded, wantsBytes, ended, failed }

    /// The largest number of samples in a frame.
    package static let samplesInFrame = 1_152 * 2

    /// The format of the samples decoded last.
    package private(set) var format = AudioFormat(rate: 44_100, channels: 2)
    /// The number of changes of the format so far, including the first format.
    package private(set) var formats = 0
    let handle: OpaquePointer
    /// Whether the samples that follow have another format, which is found before they are decoded.
    private var isChanging = false

    /// The reason why libmpg123 cannot be loaded; nil if it can. Loads it.
    package static var fault: String? { cmpg123_load().map { "\(String(cString: $0)); install libmpg123-0" } }

    /// Creates a decoder of bytes as they come; returns nil if there is no memory. `fault` must have been nil.
    package convenience init?() { self.init(cmpg123_new()) }

    /// Takes a decoder of the library over; returns nil if it is nil.
    init?(_ handle: OpaquePointer?) {
        guard let handle else { return nil }
        self.handle = handle
    }

    deinit { cmpg123_free(handle) }

    /// Adds bytes; returns false if there is no memory.
    package func feed(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let start = bytes.baseAddress else { return true }
        return cmpg123_feed(handle, start.assumingMemoryBound(to: UInt8.self), bytes.count)
    }

    /// Decodes samples, all of the same format. After a failure, it looks for the next frame in what follows.
    package func decode(into buffer: UnsafeMutableBufferPointer<Float>) -> (count: Int, step: Step) {
        if isChanging { findFormat() }
        var count = 0
        switch cmpg123_read(handle, buffer.baseAddress!, buffer.count, &count) {
        case CMPG123_DECODED: return (count, .decoded)
        case CMPG123_NEW_FORMAT:
            isChanging = true
            if count == 0 { findFormat() }
            return (count, .decoded)
        case CMPG123_NEEDS_MORE: return (count, .wantsBytes)
        case CMPG123_ENDED: return (count, .ended)
        default: return (count, .failed)
        }
    }

    /// Finds the format of what follows. Returns false if there is no frame.
    @discardableResult
    func findFormat() -> Bool {
        isChanging = false
        var (rate, channels): (Int32, Int32) = (0, 0)
        cmpg123_format(handle, &rate, &channels)
        guard rate > 0, 1...2 ~= channels else { return false }
        let found = AudioFormat(rate: Int(rate), channels: Int(channels))
        if found != format || formats == 0 { (format, formats) = (found, formats + 1) }
        return true
    }
}
