import CarillonAudio

/// The head of a server's answer: RFC 9110, and the fields of Icecast and SHOUTcast.
struct StreamHead {
    /// The largest interval of titles, in bytes.
    private static let largestInterval = 1 << 20

    /// The media type in small letters, without parameters.
    private(set) var type: String?
    /// The bytes of sound between two titles; nil for none.
    private(set) var interval: Int?
    /// The name of the station.
    private(set) var name: String?
    /// Whether the server declares the length, so that the stream has an end.
    private(set) var hasLength = false
    /// The declared length in bytes; nil for none, or if it is not a number.
    private(set) var length: Int?
    /// The bytes of all heads so far.
    private var size = 0
    private let texts: StationText

    init(texts: StationText = StationText(characterSet: nil)) { self.texts = texts }

    /// Takes a line of a head. After a redirection, another head follows.
    ///
    /// - Returns: False if the heads are too long.
    mutating func take(_ line: UnsafeRawBufferPointer) -> Bool {
        size += line.count
        guard size <= StreamLimits.head else { return false }
        if line.starts(with: "HTTP/".utf8) || line.starts(with: "ICY ".utf8) {
            (type, interval, name, hasLength, length) = (nil, nil, nil, false, nil)
        }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return true }
        let value = texts.line(line[(colon + 1)...])
        switch String(decoding: line[..<colon], as: UTF8.self).lowercased() {
        case "content-type":
            type = value?.lowercased().prefix { $0 != ";" && $0 != " " && $0 != "," }.description
        case "content-length": (hasLength, length) = (true, value.flatMap { Int($0) })
        case "icy-metaint":
            interval = value.flatMap { Int($0) }.flatMap { 1...Self.largestInterval ~= $0 ? $0 : nil }
        case "icy-name": name = value
        default: break
        }
        return true
    }
}
