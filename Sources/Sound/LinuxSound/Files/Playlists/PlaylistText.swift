import CLibrary

/// The text of a playlist as people and programs write it: M3U, PLS or XSPF.
package struct PlaylistText {
    /// The ends of the names of files that are playlists, in small letters.
    package static let extensions: Set = ["m3u", "m3u8", "pls", "xspf"]

    private enum Form { case m3u, pls, xspf }

    package let text: String
    private let form: Form?

    /// - Parameter bytes: The text in UTF-8, or in UTF-16 with a byte order mark; what is neither is Windows-1252.
    package init(_ bytes: [UInt8]) {
        text = Self.decode(bytes)
        form = Self.form(of: text)
    }

    /// Whether bytes can be the beginning of a text.
    package static func isText(_ first: some Collection<UInt8>) -> Bool {
        if first.starts(with: [0xFF, 0xFE]) || first.starts(with: [0xFE, 0xFF]) {
            // A frame of sound begins in a similar way.
            return first.dropFirst(2).prefix(2).contains(0)
        }
        return first.allSatisfy { 0x20...0x7E ~= $0 || 0x80...0xFE ~= $0 || [0x09, 0x0A, 0x0D].contains($0) }
    }

    /// Whether the text says that it is a playlist, by its first line that is neither empty nor a comment.
    package var isMarked: Bool { form != nil }

    /// Whether the text can be a list of names and addresses without a mark.
    package var canBeList: Bool { !text.drop(while: \.isWhitespace).hasPrefix("<") }

    /// Whether the first line that is neither empty nor a comment begins with this.
    package func begins(with isMet: (String) -> Bool) -> Bool { Self.lines(text).first.map(isMet) ?? false }

    /// The paths and addresses in the order of the list, as they are written.
    package var entries: [String] {
        switch form {
        case .xspf: XSPF.locations(in: text) ?? []
        case .pls: Self.sortedByNumber(text)
        case .m3u: Self.lines(text)
        case nil: canBeList ? Self.lines(text) : []
        }
    }

    // MARK: Forms

    private static func form(of text: String) -> Form? {
        if text.drop(while: \.isWhitespace).hasPrefix("<") { return XSPF.locations(in: text) == nil ? nil : .xspf }
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.trimmed.lowercased()
            if line.hasPrefix("#extm3u") { return .m3u }
            if line == "[playlist]" { return .pls }
            if !isComment(line) { return nil }
        }
        return nil
    }

    private static func isComment(_ line: some StringProtocol) -> Bool {
        line.isEmpty || line.hasPrefix("#") || line.hasPrefix(";")
    }

    /// Returns the lines without comments, and without the keys of PLS.
    private static func lines(_ text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).map(\.trimmed).filter { !isComment($0) }.map { line in
            file(line)?.name ?? line
        }
    }

    private static func sortedByNumber(_ text: String) -> [String] {
        let files = text.split(whereSeparator: \.isNewline).compactMap { file($0.trimmed) }
        return files.sorted { $0.number < $1.number }.map(\.name)
    }

    /// Takes a line of PLS apart, such as `File1=sound.mp3`.
    private static func file(_ line: String) -> (number: Int, name: String)? {
        guard line.prefix(4).lowercased() == "file", let sign = line.firstIndex(of: "="),
            let number = Int(line[line.index(line.startIndex, offsetBy: 4)..<sign].trimmed)
        else { return nil }
        let name = line[line.index(after: sign)...].trimmed
        return name.isEmpty ? nil : (number, name)
    }

    // MARK: Encodings

    private static func decode(_ bytes: [UInt8]) -> String {
        if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes.dropFirst(2), isLittle: true) }
        if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes.dropFirst(2), isLittle: false) }
        let rest = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        return Windows1252.text(unlessUTF8: rest)
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>, isLittle: Bool) -> String {
        let bytes = Array(bytes)
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
            UInt16(bytes[index + (isLittle ? 1 : 0)]) << 8 | UInt16(bytes[index + (isLittle ? 0 : 1)])
        }
        return String(decoding: units, as: UTF16.self)
    }
}
