import Foundation
import Testing

/// A temporary folder, which is removed with its last reference.
public final class TemporaryFolder: Sendable {
    /// The path of the folder.
    public let path = FileManager.default.temporaryDirectory.appendingPathComponent("carillon-\(UUID().uuidString)")
        .path

    /// Creates an empty folder.
    public init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Returns the path of a file in the folder.
    public func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file, and creates its folders. Returns its path.
    @discardableResult
    public func write(_ bytes: [UInt8], to name: String) throws -> String {
        let url = URL(fileURLWithPath: file(name))
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
        return file(name)
    }

    /// Writes a file, and creates its folders. Returns its path.
    @discardableResult
    public func write(_ text: String, to name: String) throws -> String { try write(Array(text.utf8), to: name) }

    /// Writes a program, and creates its folder.
    ///
    /// Another process writes the file. A process that another test starts meanwhile would inherit a descriptor of this one for
    /// a moment, and the kernel runs no program that is open for writing.
    public func write(program: String, to name: String) throws {
        let text = try write(program, to: "\(name).text")
        let arguments = ["-m", "700", text, file(name)]
        let install = try Process.run(URL(fileURLWithPath: "/usr/bin/install"), arguments: arguments)
        install.waitUntilExit()
        try FileManager.default.removeItem(atPath: text)
        try #require(install.terminationStatus == 0)
    }

    /// The names of all files and folders in the folder, sorted.
    public var contents: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? [] }
}
