import CLibrary

/// The failure of a stream. No description shows the user or the password of an address.
package enum StreamFailure: Error, Equatable, Sendable {
    case noLibrary(reason: String)
    case noMemory
    /// The system does not let this process use the network.
    case noNetwork
    case badAddress
    case unknownHost
    case refused(status: Int)
    case wrongCertificate
    /// The certificate cannot be checked, because the clock of the machine stands at its beginning.
    case clockNotSet
    case tooManyRedirections
    case headTooLong
    case tooSlow
    case disconnected(reason: String)
    /// The server sends something else; the media type, if it names one.
    case notASound(type: String?)
    case notDecodable(format: String, reason: String)
    case noFFmpeg(format: String)
    /// The tags before the sound are longer than `StreamLimits.tags`.
    case tagTooLong
    /// The system has no such character set.
    case noCharacterSet(String)
    /// The server sends more bytes of titles than of sound.
    case tooManyTitles
    case badPlaylist(reason: String)
    /// The player wants no more of the stream.
    case cancelled

    /// The server has ended a stream that has no end, or has sent less than it has declared.
    static let closed = disconnected(reason: "the server has closed the connection")

    /// Whether another attempt may succeed.
    package var mayPass: Bool {
        switch self {
        case .unknownHost, .tooSlow, .disconnected, .clockNotSet: true
        // A server that is overloaded, or is being started.
        case .refused(let status): status >= 500 || status == 408 || status == 429
        default: false
        }
    }
}

extension StreamFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noLibrary(let reason): "cannot load a library for streams: \(reason); see carillon doctor --streams"
        case .noMemory: "no memory or thread left"
        case .noNetwork: "this service may not use the network; link streams.conf, see Documentation/Streams.md"
        case .badAddress: "no valid address, or not of http or https"
        case .unknownHost: "no machine has this name, or no name server answers"
        case .refused(404): "the server has no such stream (404)"
        case .refused(401), .refused(403): "the server demands a login"
        case .refused(let status): "the server refuses with status \(status)"
        case .wrongCertificate:
            "the certificate is not for this name, has expired, or is not signed by an authority of the system"
        case .clockNotSet: "the certificate cannot be checked, because the clock has not been set"
        case .tooManyRedirections: "the server redirects more than \(StreamLimits.redirections) times"
        case .headTooLong: "the head of the answer does not end"
        case .tooSlow: "the server is silent or too slow"
        case .disconnected(let reason): reason
        case .notASound(let type?): "the server sends \(type), not a sound"
        case .notASound(nil): "the server sends no sound that can be decoded"
        case .notDecodable(let format, let reason): "cannot decode \(format): \(reason)"
        case .noFFmpeg(let format): "\(format) needs ffmpeg; install the package ffmpeg"
        case .tagTooLong: "its tags are longer than \(StreamLimits.tags >> 20) MiB"
        case .noCharacterSet(let name): "this system does not know the character set \(name)"
        case .tooManyTitles: "the server sends more titles than sound"
        case .badPlaylist(let reason): "bad playlist: \(reason)"
        case .cancelled: "cancelled"
        }
    }
}

/// The limits of streams.
package struct StreamLimits: Sendable {
    static let redirections = 5
    /// The largest size of the heads of all answers, in bytes.
    static let head = 64 << 10
    /// The bytes without sound after which a stream is none.
    static let silence = 128 << 10
    /// The most bytes of the tags before a sound, or between two.
    static let tags = 16 << 20
    /// The most entries of a playlist that are tried.
    static let entries = 16

    /// The milliseconds for a connection, and from then on until the first byte of sound.
    package var answering = 15_000
    /// The seconds with less than `lowest` bytes each after which a server is too slow. Three times as long without sound is
    /// too slow for ffmpeg.
    package var timeout = 10
    package var lowest = 200
    /// A file with the certificates of authorities in place of those of the system.
    package var authorities: String?
    /// The pauses before further attempts; the last one repeats.
    package var pauses = Reconnection.pauses

    package init() {}

    package static let standard = StreamLimits()
}
