import CLibrary

/// A reader of playlists in XSPF, strict and small: elements, attributes, comments, CDATA and the entities of XML, and no
/// document type.
struct XSPF {
    private static let mostDepth = 32
    private static let path = ["playlist", "trackList", "track", "location"]
    private static let entities: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
    ]

    /// Reading ends at the first fault.
    private struct Fault: Error {}

    /// The rest of the text, in UTF-8.
    private var rest: ArraySlice<UInt8>
    /// The names of the elements that are open.
    private var open: [String] = []
    private var isList = false
    private var location: [UInt8] = []
    private var locations: [String] = []

    /// Returns the addresses of the tracks up to the first fault; nil if the text is not such a list.
    static func locations(in text: String) -> [String]? {
        var reader = XSPF(rest: Array(text.utf8)[...])
        do throws(Fault) {
            while try reader.readNext() {}
        } catch {}
        return reader.isList ? reader.locations : nil
    }

    private init(rest: ArraySlice<UInt8>) { self.rest = rest }

    /// Reads the next piece of text, or the next tag. Returns false at the end.
    private mutating func readNext() throws(Fault) -> Bool {
        guard let first = rest.first else { return false }
        if first != UInt8(ascii: "<") {
            let text = try Self.unescaped(take { $0 != UInt8(ascii: "<") })
            if open == Self.path { location += text }
        } else if skip("<!--") {
            _ = try take(upTo: "-->")
        } else if skip("<![CDATA[") {
            let text = try take(upTo: "]]>")
            if open == Self.path { location += text }
        } else if skip("<?") {
            _ = try take(upTo: "?>")
        } else if skip("<!") {
            throw Fault()
        } else if skip("</") {
            try close(Self.name(try take(upTo: ">")))
        } else if skip("<") {
            try begin()
        }
        return true
    }

    private mutating func begin() throws(Fault) {
        let name = Self.name(take { !Self.isSpace($0) && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") })
        guard !name.isEmpty, open.count < Self.mostDepth else { throw Fault() }
        open.append(name)
        isList = isList || open == ["playlist"]
        location = []
        while true {
            _ = take(while: Self.isSpace)
            if skip("/>") { return try close(name) }
            if skip(">") { return }
            // An attribute, which is not needed. Its value may contain the end of a tag.
            _ = take { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
            guard skip("=") else { throw Fault() }
            _ = take(while: Self.isSpace)
            if skip("\"") {
                _ = try take(upTo: "\"")
            } else if skip("'") {
                _ = try take(upTo: "'")
            } else {
                throw Fault()
            }
        }
    }

    private mutating func close(_ name: String) throws(Fault) {
        guard open.last == name else { throw Fault() }
        if open == Self.path {
            let address = String(decoding: location, as: UTF8.self).trimmed
            if !address.isEmpty { locations.append(address) }
        }
        open.removeLast()
    }

    /// Returns the name in a tag, without the prefix of its name space.
    private static func name(_ tag: ArraySlice<UInt8>) -> String {
        let name = tag.prefix { !isSpace($0) }
        let colon = name.lastIndex(of: UInt8(ascii: ":"))
        return String(decoding: colon.map { name[($0 + 1)...] } ?? name, as: UTF8.self)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }

    private static func unescaped(_ text: ArraySlice<UInt8>) throws(Fault) -> [UInt8] {
        var (rest, result) = (text, [UInt8]())
        while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
            result += rest[..<start]
            let entity = rest[(start + 1)...].prefix(12).prefix { $0 != UInt8(ascii: ";") }
            guard entity.endIndex < rest.endIndex, rest[entity.endIndex] == UInt8(ascii: ";"),
                let scalar = scalar(String(decoding: entity, as: UTF8.self))
            else { throw Fault() }
            result += String(scalar).utf8
            rest = rest[(entity.endIndex + 1)...]
        }
        return result + rest
    }

    private static func scalar(_ entity: String) -> Unicode.Scalar? {
        guard entity.hasPrefix("#") else { return entities[entity] }
        let isHexadecimal = entity.hasPrefix("#x")
        return UInt32(entity.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10)
            .flatMap(Unicode.Scalar.init)
    }

    // MARK: Text

    private mutating func skip(_ marker: String) -> Bool {
        guard rest.starts(with: marker.utf8) else { return false }
        rest.removeFirst(marker.utf8.count)
        return true
    }

    private mutating func take(while isWanted: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let taken = rest.prefix(while: isWanted)
        rest = rest[taken.endIndex...]
        return taken
    }

    /// Takes the text before a marker, and the marker.
    private mutating func take(upTo marker: String) throws(Fault) -> ArraySlice<UInt8> {
        guard let end = rest.indices.first(where: { rest[$0...].starts(with: marker.utf8) }) else { throw Fault() }
        defer { rest = rest[(end + marker.utf8.count)...] }
        return rest[..<end]
    }
}
