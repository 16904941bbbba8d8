// A session contains memories in parts. Each part begins with the name of its memory, so that an entry has a single
// payload.

extension [UInt8] {
    /// Returns this memory in parts, each of which fits in a block of a session file.
    ///
    /// - Parameter name: The name of the memory, without a colon.
    package func memoryParts(_ name: String) -> [[UInt8]] {
        let length = 2048
        return stride(from: 0, to: count, by: length).map { Array("\(name): ".utf8) + dropFirst($0).prefix(length) }
    }
}

extension [[UInt8]] {
    /// The memories that consist of these parts, by their names.
    package var joinedMemories: [String: [UInt8]] {
        reduce(into: [:]) { memories, part in
            let name = part.prefix { $0 != UInt8(ascii: ":") }
            memories[String(decoding: name, as: UTF8.self), default: []] += part.dropFirst(name.count + ": ".utf8.count)
        }
    }
}
