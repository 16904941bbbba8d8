import CHardware
import CLibrary
import CarillonAudio

/// A connection to the server of a stream: its head, and a ring of the bytes of sound.
///
/// When the ring is full, libcurl reads no more, and the system holds the server back. Used by the thread of a stream only.
final class StreamConnection {
    private static let capacity = 128 << 10
    /// The most texts that wait for their bytes to be read.
    private static let mostTexts = 64
    /// The milliseconds after which the player is asked whether it still wants the stream.
    private static let interval: Int32 = 50

    private(set) var head: StreamHead
    private let texts: StationText
    let limits: StreamLimits
    private let isCancelled: () -> Bool
    private let ring = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 16)
    /// The bytes of sound received and read so far.
    private var received = 0
    private var read = 0
    /// The texts that wait for their bytes to be read, the last of which has the title.
    private var waiting: [(position: Int, text: [UInt8])] = []
    private var icy: ICYTitles?
    private var hasBegun = false
    private var isPaused = false
    private let deadline: ContinuousClock.Instant
    private var transfer: OpaquePointer?

    /// - Parameter isCancelled: Returns whether the stream is not wanted any more. Each wait looks.
    init(
        _ address: String, _ limits: StreamLimits, texts: StationText, isCancelled: @escaping () -> Bool
    ) throws(StreamFailure) {
        (self.limits, self.isCancelled, self.texts) = (limits, isCancelled, texts)
        head = StreamHead(texts: texts)
        deadline = .now + .milliseconds(limits.answering)
        let callbacks = ccurl_callbacks(
            context: Unmanaged.passUnretained(self).toOpaque(),
            header: { StreamConnection.of($0).head.take(UnsafeRawBufferPointer(start: $1, count: $2)) },
            received: { StreamConnection.of($0).take(UnsafeRawBufferPointer(start: $1, count: $2)) })
        func start(_ authorities: UnsafePointer<CChar>?) -> OpaquePointer? {
            let settings = ccurl_limits(
                redirections: Int32(StreamLimits.redirections), connecting: Int32(limits.answering),
                lowest: Int32(limits.lowest), timeout: Int32(limits.timeout), authorities: authorities)
            return ccurl_start(address, settings, callbacks)
        }
        transfer = limits.authorities.map { $0.withCString(start) } ?? start(nil)
        if transfer == nil { throw .noMemory }
    }

    deinit {
        ccurl_free(transfer)
        ring.deallocate()
    }

    private static func of(_ pointer: UnsafeMutableRawPointer?) -> StreamConnection {
        Unmanaged.fromOpaque(pointer!).takeUnretainedValue()
    }

    // MARK: Reading

    /// Whether the server has sent all that it has declared.
    var isComplete: Bool { head.hasLength && ccurl_result(transfer!) == CCURL_COMPLETE }

    /// The address of what is received, after redirections.
    var address: String { String(cString: ccurl_address(transfer!)) }

    /// Returns the next bytes without taking them, fewer if there are no more.
    ///
    /// - Parameter count: At most the capacity of the ring.
    func next(_ count: Int) throws(StreamFailure) -> [UInt8] {
        try wait { received - read >= count }
        return (0..<min(received - read, count)).map { ring[(read + $0) % Self.capacity] }
    }

    /// Takes bytes; waits for the first one.
    ///
    /// - Returns: The number of bytes; 0 when the server has closed the connection.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(StreamFailure) -> Int {
        try wait { received > read }
        return try readAvailable(into: buffer)
    }

    /// Takes the bytes that have come, without a wait.
    func readAvailable(into buffer: UnsafeMutableRawBufferPointer) throws(StreamFailure) -> Int {
        let start = read % Self.capacity
        let count = min(received - read, buffer.count, Self.capacity - start)
        if count == 0, let failure { throw failure }
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: ring[start..<(start + count)]))
        read += count
        if isPaused, received - read < Self.capacity / 2 {
            isPaused = false
            ccurl_resume(transfer!)
        }
        return count
    }

    /// Whether no more bytes will come.
    var hasEnded: Bool { received == read && ccurl_result(transfer!) != CCURL_GOES_ON }

    /// Returns and removes the last title before the next byte; empty if the server has cleared it.
    func takeTitle() -> String? {
        let count = waiting.prefix { $0.position <= read }.count
        defer { waiting.removeFirst(count) }
        let title = waiting.prefix(count).reversed().lazy.compactMap { ICYTitles.title(in: $0.text) }.first
        return title.map { texts.line($0) ?? "" }
    }

    /// Receives for a while, so that the ring is full when frames are wanted.
    ///
    /// - Parameter other: A descriptor that ends the wait as well.
    func step(_ milliseconds: Int32 = interval, other: UnsafeMutablePointer<pollfd>? = nil) throws(StreamFailure) {
        if isCancelled() { throw .cancelled }
        ccurl_step(transfer!, milliseconds, other)
        if icy?.isExcessive ?? false { throw .tooManyTitles }
        if !hasBegun, ContinuousClock.now > deadline { throw .tooSlow }
    }

    /// Waits until a condition is met, or the connection has ended.
    private func wait(until isMet: () -> Bool) throws(StreamFailure) {
        try step(0)
        while !isMet(), ccurl_result(transfer!) == CCURL_GOES_ON { try step() }
        if received == 0, let failure { throw failure }
    }

    // MARK: Receiving

    private func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard Self.capacity - (received - read) >= bytes.count else {
            isPaused = true
            return false
        }
        if !hasBegun {
            hasBegun = true
            icy = head.interval.map(ICYTitles.init)
        }
        guard icy != nil else {
            store(bytes)
            return true
        }
        icy!.separate(bytes, sound: store) { text in
            if waiting.count == Self.mostTexts { waiting.removeFirst() }
            waiting.append((received, text))
        }
        return true
    }

    private func store(_ bytes: UnsafeRawBufferPointer) {
        let start = received % Self.capacity
        let first = min(bytes.count, Self.capacity - start)
        UnsafeMutableRawBufferPointer(rebasing: ring[start...]).copyMemory(
            from: UnsafeRawBufferPointer(rebasing: bytes[..<first]))
        ring.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[first...]))
        received += bytes.count
    }

    // MARK: Failures

    private var failure: StreamFailure? {
        let transfer = transfer!
        switch ccurl_result(transfer) {
        case CCURL_GOES_ON, CCURL_COMPLETE: return nil
        case CCURL_REFUSED: return .refused(status: ccurl_status(transfer))
        case CCURL_CERTIFICATE: return Self.certificateFailure(at: time(nil))
        case CCURL_ADDRESS: return .badAddress
        case CCURL_REDIRECTIONS: return .tooManyRedirections
        case CCURL_ABORTED: return .headTooLong
        case CCURL_SLOW: return .tooSlow
        case CCURL_NAME: return InternetSockets.areAllowed ? .unknownHost : .noNetwork
        default:
            guard InternetSockets.areAllowed else { return .noNetwork }
            return .disconnected(reason: String(cString: ccurl_reason(transfer)).lowercasedFirst)
        }
    }

    /// Returns the failure to check a certificate at a time. A clock before 2026 has not been set; without a battery, it begins
    /// in 1970, or when the system was made.
    static func certificateFailure(at time: time_t) -> StreamFailure {
        time < 1_767_225_600 ? .clockNotSet : .wrongCertificate
    }
}

extension String {
    fileprivate var lowercasedFirst: String {
        // Names such as SSL stay.
        dropFirst().first?.isLowercase ?? false ? prefix(1).lowercased() + dropFirst() : self
    }
}

extension StreamConnection {
    /// Takes the ID3v2 tags before the sound, and returns the first text of each kind; nil if there are no tags. Of a tag that
    /// claims to be longer than the stream, only the head is left out.
    func takeTags() throws(StreamFailure) -> TrackTags? {
        var tags: TrackTags?
        var left = StreamLimits.tags
        while let size = StreamedTag.size(head: try next(StreamedTag.headSize)) {
            if let length = head.length, size > length {
                try skip(StreamedTag.headSize)
                return tags ?? TrackTags()
            }
            left -= size
            guard left >= 0 else { throw .tagTooLong }
            let found = try takeTag(size: size)
            tags = tags ?? found
            tags!.title = tags!.title ?? found.title
            tags!.artist = tags!.artist ?? found.artist
            tags!.album = tags!.album ?? found.album
        }
        return tags
    }

    private func takeTag(size: Int) throws(StreamFailure) -> TrackTags {
        var (position, failure) = (0, StreamFailure?.none)
        let tags = StreamedTag.texts(size: size) { range in
            guard failure == nil, range.lowerBound >= position else { return [] }
            do throws(StreamFailure) {
                try self.skip(range.lowerBound - position)
                let bytes = try self.take(range.count)
                position = range.lowerBound + bytes.count
                return bytes
            } catch {
                failure = error
                return []
            }
        }
        if let failure { throw failure }
        try skip(size - position)
        return tags
    }

    private func skip(_ count: Int) throws(StreamFailure) {
        var left = count
        while left > 0, case let taken = try take(min(left, 4_096)).count, taken > 0 { left -= taken }
    }

    /// Takes exactly so many bytes, fewer at the end of the connection.
    func take(_ count: Int) throws(StreamFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: min(count, 4_096), alignment: 1)
        defer { piece.deallocate() }
        while bytes.count < count {
            let room = UnsafeMutableRawBufferPointer(rebasing: piece.prefix(count - bytes.count))
            let more = try read(into: room)
            guard more > 0 else { break }
            bytes += room.prefix(more)
        }
        return bytes
    }
}
