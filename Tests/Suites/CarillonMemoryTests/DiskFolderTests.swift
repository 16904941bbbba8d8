import CLibrary
import Foundation
import TestSupport
import Testing

@testable import CarillonMemory

/// The folder of memories on a real disk.
@Suite final class DiskFolderTests {
    private let root = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    private var path: String { "\(root)/state/program/Memory" }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    init() throws { try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true) }

    private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }

    private func text(_ number: Int) throws -> [UInt8] { try MemoryText.encode(number, version: 1) }

    @Test func createdFolderIsAccessibleToItsUserOnly() throws {
        var file = try MemoryFile("count", in: DiskFolder(path))
        try file.write(text(1))
        try file.write(text(2))
        expectEqual(try names(), ["count.json", "count.lock", "count.previous.json"])
        for (name, mode) in [("", 0o700), ("/count.json", 0o600), ("/count.previous.json", 0o600)] {
            let attributes = try FileManager.default.attributesOfItem(atPath: path + name)
            #expect(attributes[.posixPermissions] as? Int == mode)
        }
        #expect(try DiskFolder(path).read("count.json") == MemoryText.sealed(text(2), number: 2))
        expectEqual(try DiskFolder(path).read("other.json"), nil)
    }

    @Test func secondProgramIsRefusedUntilTheFirstOneEnds() throws {
        var first = try MemoryFile("count", in: DiskFolder(path))
        #expect(throws: StoredModelError.inUse(name: "count", path: "\(path)/count.json")) {
            try MemoryFile("count", in: DiskFolder(path))
        }
        _ = try MemoryFile("other", in: DiskFolder(path))
        first.close()
        _ = try MemoryFile("count", in: DiskFolder(path))
    }

    /// A program that is being started has the open files of this one until it runs.
    @Test func lockIsReleasedAlthoughAnotherProcessHasItsFileOpen() throws {
        let folder = DiskFolder(path)
        let lock = try #require(try folder.lock("count.lock"))
        let copy = dup(try #require(lock.descriptor))
        defer { close(copy) }
        lock.release()
        #expect(try folder.lock("count.lock") != nil)
    }

    @Test func removedFolderIsCreatedAgain() throws {
        var file = try MemoryFile("count", in: DiskFolder(path))
        try file.write(text(1))
        try FileManager.default.removeItem(atPath: root)
        try file.write(text(2))
        expectEqual(try names(), ["count.json", "count.lock"])
        #expect(throws: StoredModelError.self) { try MemoryFile("count", in: DiskFolder(path)) }
    }

    @Test func folderThatCannotBeCreatedIsReported() throws {
        try "".write(toFile: "\(root)/state", atomically: true, encoding: .utf8)
        var file = try MemoryFile("count", in: DiskFolder(path))
        let error = StoredModelError.notWritten(
            path: "\(path)/count.json", reason: "cannot create the folder: \(String(cString: strerror(ENOTDIR)))")
        #expect(throws: error) { try file.write(self.text(1)) }
        try FileManager.default.removeItem(atPath: "\(root)/state")
        try file.write(text(1))
        expectEqual(try names(), ["count.json", "count.lock"])
    }

    @Test func fullDiskIsReported() throws {
        // Writes to this device fail as on a full disk.
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        #expect(throws: FolderFailure.self) { try DiskFolder("/dev").write([1], to: "full") }
    }

    @Test func linkInThePlaceOfTheFileIsNotFollowed() throws {
        var file = try MemoryFile("count", in: DiskFolder(path))
        let precious = "\(root)/precious"
        try "precious".write(toFile: precious, atomically: true, encoding: .utf8)
        try FileManager.default.createSymbolicLink(atPath: "\(path)/count.previous.json", withDestinationPath: precious)
        #expect(throws: StoredModelError.self) { try file.write(self.text(1)) }
        expectEqual(try String(contentsOfFile: precious, encoding: .utf8), "precious")
    }

    @Test func folderInThePlaceOfAFileIsKept() throws {
        try FileManager.default.createDirectory(atPath: "\(path)/count.json", withIntermediateDirectories: true)
        var file = try MemoryFile("count", in: DiskFolder(path))
        var errors: [StoredModelError] = []
        _ = file.load(expecting: 1, report: { errors.append($0) }, use: { _ in nil })
        expectEqual(
            errors,
            [
                .unusable(path: "\(path)/count.json", reason: "not a regular file", keptAs: "count.damaged.json")
            ])
        try file.write(text(1))
        expectEqual(try names(), ["count.damaged.json", "count.json", "count.lock"])
    }
}
