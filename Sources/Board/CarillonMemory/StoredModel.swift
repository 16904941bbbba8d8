/// The stored model of an earlier version of an application, which the application converts to its current model.
public struct StoredModel: Sendable {
    /// The version of the model's form, as the earlier program stated it.
    public let version: Int
    private let text: [UInt8]

    /// - Throws: `MemoryFault` if this is not the whole text of a memory.
    package init(_ text: [UInt8]) throws(MemoryFault) {
        version = try MemoryText.version(of: text)
        self.text = text
    }

    /// Decodes the stored model.
    ///
    /// - Parameter type: A type with the properties that the model had in that version.
    /// - Throws: An error with the reason if the stored model has another form than `type`.
    public func model<Old: Decodable>(as type: Old.Type = Old.self) throws -> Old {
        try MemoryText.decode(text, as: type)
    }
}
