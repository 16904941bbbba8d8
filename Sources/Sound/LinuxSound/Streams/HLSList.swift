/// The list of an HLS stream: RFC 8216, as far as it says whether the stream has an end.
struct HLSList {
    /// The largest size in bytes: a day in parts of 2 s.
    static let mostBytes = 4 << 20

    /// The entries in the order of the list: parts, or variants of the stream.
    let entries: [String]
    /// Whether the entries are lists of the variants of the stream.
    let hasVariants: Bool
    /// Whether the list contains the end of the stream.
    let hasEnd: Bool
    /// The duration of the parts, in seconds.
    private(set) var duration = 0.0
    /// The seconds by which the sound may be shorter, because durations are rounded.
    private(set) var tolerance = 0.0

    init(_ text: String) {
        let lines = text.split(whereSeparator: \.isNewline)
        entries = lines.filter { !$0.hasPrefix("#") && !$0.allSatisfy(\.isWhitespace) }.map(String.init)
        hasVariants = lines.contains { $0.hasPrefix("#EXT-X-STREAM-INF") }
        hasEnd = lines.contains { $0.hasPrefix("#EXT-X-ENDLIST") }
        var longest = 0.0
        for line in lines where line.hasPrefix("#EXTINF:") {
            let number = line.dropFirst(8).prefix { $0 != "," && !$0.isWhitespace }
            guard let seconds = Double(number), 0...86_400 ~= seconds else { continue }
            duration += seconds
            longest = max(longest, seconds)
            // Lists of the first versions have whole seconds.
            tolerance += number.contains(".") ? seconds / 100 : 0.5
        }
        tolerance += longest / 2
    }

    /// Whether a sound of so many seconds lacks a part of the stream.
    func isLonger(than seconds: Double) -> Bool { hasEnd && seconds < duration - tolerance }
}
