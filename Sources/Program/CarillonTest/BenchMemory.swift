import CarillonMemory

/// The memory of an application on a bench: the files in which it stores its models.
///
/// A test can read a memory, damage it, and pass it to another bench:
///
///     let first = try Bench(makeCounter)
///     try first.press("plus")
///     first.close()
///     let second = try Bench(memory: first.memory, makeCounter)
///     #expect(second.model == 1)
///
/// A test can also write a memory that contains only a model: `["count": #"{"model": 7}"#]`.
public struct BenchMemory: Equatable, Sendable, ExpressibleByDictionaryLiteral {
    private static let ending = ".json"

    var files: [String: [UInt8]] = [:]

    init(files: [String: [UInt8]]) { self.files = files }

    /// Creates a memory from the names of files and their texts, as in the subscript.
    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, text) in elements { self[name] = text }
    }

    /// The names of all files, without `.json`, sorted: `count` for the newest model of that name, `count.previous` for the
    /// model before it, and `count.damaged` or `count.version-1` for files that the program could not use.
    public var names: [String] { files.keys.map { String($0.dropLast(Self.ending.count)) }.sorted() }

    /// The text of a file, by its name without `.json`. nil if the file does not exist; setting nil removes it.
    public subscript(name: String) -> String? {
        get { files[name + Self.ending].map { String(decoding: $0, as: UTF8.self) } }
        set { files[name + Self.ending] = newValue.map { Array($0.utf8) } }
    }

    /// Returns the model in a file.
    ///
    /// - Parameters:
    ///   - name: The name of the file without `.json`.
    ///   - type: The type of the model.
    /// - Throws: The reason why the file contains no such model.
    public func model<Model: Decodable>(_ name: String, as type: Model.Type = Model.self) throws -> Model {
        try StoredModel(files[name + Self.ending] ?? []).model(as: type)
    }
}

/// The memory of the application.
extension Bench {
    /// The current memory. Setting it replaces the files. A running application does not notice, because it reads the files
    /// only at its start.
    public var memory: BenchMemory {
        get { BenchMemory(files: memoryFolder.files) }
        set { memoryFolder.files = newValue.files }
    }

    /// The reason with which later writes of the memory fail, such as "No space left on device"; nil, the default, if
    /// writes succeed.
    public var memoryFailure: String? {
        get { memoryFolder.failure?.description }
        set { memoryFolder.failure = newValue.map { FolderFailure($0) } }
    }

    /// Ends the application as a power cut does: changes of the model that have not been written are lost.
    public func cutPower() {
        let memory = memory
        close()
        self.memory = memory
    }
}
