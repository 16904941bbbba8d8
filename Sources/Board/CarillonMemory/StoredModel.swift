/// A memory that an application migrates.
public struct StoredModel: Sendable {
    /// The version of the model's type with which the memory was written.
    public let version: Int
    private let text: [UInt8]

    /// - Throws: `MemoryFault` if this is not the whole text of a memory.
    package init(_ text: [UInt8]) throws(MemoryFault) {
        version = try MemoryText.version(of: text)
        self.text = text
    }

    /// Returns the model as it was then.
    ///
    /// - Parameter type: A type with the form of that version.
    /// - Throws: `MemoryFault` if the memory has another form.
    public func model<Old: Decodable>(as type: Old.Type = Old.self) throws -> Old {
        try MemoryText.decode(text, as: type)
    }
}
