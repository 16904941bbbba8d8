import CCurl
import CLibrary
import CarillonAudio

/// A connection to the server of a stream: its head, and a ring of the bytes of sound.
///
/// When the ring is full, libcurl reads no more, and the system holds the server back. Used by the thread of a stream only.
final class StreamConnection {
    private static let capacity = 128 << 10
    /// The most titles that wait for their bytes to be read.
    private static let mostTitles = 64
    /// The milliseconds after which the player is asked whether it still wants the stream.
    private static let interval: Int32 = 50

    private(set) var head = StreamHead()
    private let limits: StreamLimits
    private let isCancelled: () -> Bool
    private let ring = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 16)
    /// The bytes of sound received and read so far.
    private var received = 0
    private var read = 0
    private var titles: [(position: Int, title: String)] = []
    private var icy: ICYTitles?
    private var hasBegun = false
    private var isPaused = false
    private let deadline: ContinuousClock.Instant
    private var transfer: OpaquePointer?

    /// - Parameter isCancelled: Returns whether the stream is not wanted any more. Each wait looks.
    init(_ address: String, _ limits: StreamLimits, isCancelled: @escaping () -> Bool) throws(StreamFailure) {
        (self.limits, self.isCancelled) = (limits, isCancelled)
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

    /// Returns the first bytes without taking them, fewer if there are no more.
    func first(_ count: Int) throws(StreamFailure) -> [UInt8] {
        try wait { received >= count }
        return Array(ring[..<min(received, count)])
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

    /// Returns and removes the last title before the next byte.
    func takeTitle() -> String? {
        let count = titles.prefix { $0.position <= read }.count
        defer { titles.removeFirst(count) }
        return titles.prefix(count).last?.title
    }

    /// Receives for a while, so that the ring is full when frames are wanted.
    ///
    /// - Parameter other: A descriptor that ends the wait as well.
    func step(_ milliseconds: Int32 = interval, other: UnsafeMutablePointer<pollfd>? = nil) throws(StreamFailure) {
        if isCancelled() { throw .cancelled }
        ccurl_step(transfer!, milliseconds, other)
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
        icy!.separate(bytes, sound: store) { title in
            if titles.count == Self.mostTitles { titles.removeFirst() }
            titles.append((received, title))
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
