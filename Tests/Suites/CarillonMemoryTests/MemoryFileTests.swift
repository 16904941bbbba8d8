import TestSupport
import Testing

@testable import CarillonMemory

/// Power cuts and failures at each operation on the files of a memory.
@Suite struct MemoryFileTests {
    /// Returns the text of a memory, by default of one without a number in effect.
    private static func text(_ model: Int, _ number: Int = 0) -> [UInt8] {
        MemoryText.sealed(try! MemoryText.encode(model, version: 1), number: number)
    }

    private static let edited = Array(#"{"model": 9}"#.utf8)
    /// A text whose writing a power cut has interrupted.
    private static let torn = Array(text(10, 18).prefix(50)) + text(7, 16).dropFirst(50)

    /// Returns the number that a loop begins with; nil for none.
    private func load(_ folder: some MemoryFolder, _ file: inout MemoryFile, version: Int = 1) -> (Int?, reports: Int) {
        var (number, reports): (Int?, Int) = (nil, 0)
        func use(_ text: [UInt8]) throws(MemoryFault) -> String? {
            let found = try MemoryText.version(of: text)
            number = try MemoryText.decode(text, as: Int.self)
            return found == version ? nil : "version-\(found)"
        }
        let text = file.load(expecting: version, report: { _ in reports += 1 }, use: use)
        return (text == nil ? nil : number, reports)
    }

    private func loaded(_ files: CuttableFolder.Files) throws -> (Int?, reports: Int) {
        let folder = CuttableFolder(files)
        var file = try MemoryFile("n", in: folder)
        return load(folder, &file)
    }

    /// The states of a folder from which a loop begins, each with the number that it begins with.
    private static let beginnings: [(files: CuttableFolder.Files, number: Int?)] = [
        ([:], nil),
        (["n.json": text(9)], 9),
        (["n.json": text(9), "n.previous.json": text(8)], 9),
        (["n.json": [1], "n.previous.json": text(8)], 8),
        (["n.json": [1], "n.new.json": text(9), "n.previous.json": text(8)], 9),
        (["n.new.json": text(9), "n.previous.json": text(8)], 9),
        (["n.new.json": [1], "n.previous.json": text(8)], 8),
        (["n.previous.json": text(8)], 8),
        (["n.json": [1], "n.damaged.json": [2]], nil),
        (["n.json": text(9, 17), "n.previous.json": text(8, 16)], 9),
        (["n.json": text(8, 16), "n.previous.json": text(9, 17)], 9),
        (["n.json": torn, "n.previous.json": text(9, 17)], 9),
        (["n.json": text(9, 17), "n.previous.json": torn], 9),
        (["n.new.json": text(8, 16), "n.previous.json": text(9, 17)], 9),
        (["n.json": text(9, 17), "n.new.json": text(8, 16)], 9),
        (["n.json": edited, "n.previous.json": text(8, 16)], 9),
        (["n.json": edited, "n.previous.json": text(8)], 9),
        (["n.json": [1], "n.previous.json": text(8, 16)], 8),
    ]

    @Test(arguments: beginnings.indices)
    func powerCutLeavesTheLastModelOrThePreviousOne(index: Int) throws {
        let (files, number) = Self.beginnings[index]
        let folder = CuttableFolder(files)
        var file = try MemoryFile("n", in: folder)
        expectEqual(load(folder, &file).0, number)
        // A power cut damages no file so that it is reported, other than the first one that there is.
        let isWhole = !files.isEmpty && !files.values.contains([1])
        var (before, seen) = (number, 0)
        for last in 10...14 {
            try file.write(MemoryText.encode(last, version: 1))
            // Many moments have the same states.
            for states in Set(folder.moments[seen...]) {
                for state in states {
                    let (number, reports) = try loaded(state)
                    #expect(number == last || number == before, "\(state.keys.sorted())")
                    #expect(reports == 0 || !isWhole, "\(state.keys.sorted())")
                }
            }
            seen = folder.moments.count
            expectEqual(try loaded(folder.files).0, last)
            for state in try #require(folder.moments.last) { expectEqual(try loaded(state).0, last) }
            before = last
        }
        let previous = try #require(folder.files["n.previous.json"])
        expectEqual(try MemoryText.decode(previous, as: Int.self), 13)
    }

    @Test(arguments: beginnings.indices)
    func failedOperationLosesNeitherModelNorFile(index: Int) throws {
        let (files, number) = Self.beginnings[index]
        for operation in 0..<15 {
            let folder = CuttableFolder(files, failingAt: operation)
            var file = try MemoryFile("n", in: folder)
            expectEqual(load(folder, &file).0, number)
            for last in 10...12 {
                let text = try MemoryText.encode(last, version: 1)
                if (try? file.write(text)) == nil { try file.write(text) }
                expectEqual(try loaded(folder.files).0, last)
                for state in try #require(folder.moments.last) { expectEqual(try loaded(state).0, last) }
            }
            for damaged in files.values where damaged.count == 1 && files["n.json"] == damaged {
                #expect(folder.files.values.contains(damaged))
            }
            #expect(folder.files["n.damaged.json"] == files["n.damaged.json"] ?? folder.files["n.damaged.json"])
        }
    }

    @Test func changeNeedsOneWriteAndNoFlushOfTheFolder() throws {
        let folder = CuttableFolder(["n.json": Self.text(9, 17), "n.previous.json": Self.text(8, 16)])
        var file = try MemoryFile("n", in: folder)
        expectEqual(load(folder, &file).0, 9)
        for last in 10...12 { try file.write(MemoryText.encode(last, version: 1)) }
        // Each change adds three renames to those that the disk need not have, and no file.
        expectEqual(folder.moments.last?.count, 1 + 3 * 3)
        expectEqual(folder.files.keys.sorted(), ["n.json", "n.previous.json"])
    }

    /// The decoder of Swift 6.0 ends the program at such a key.
    @Test(arguments: [#"{"\q" : 1, "model" : 3}"#, #"{"model" : 3, "\ud800" : 1}"#, "{\"\t\" : 1, \"model\" : 3}"])
    func editedFileWithAnUnreadableKeyCountsAsDamaged(text: String) throws {
        #expect(try loaded(["n.json": Array(text.utf8), "n.previous.json": Self.text(8, 16)]) == (8, 1))
    }

    @Test func fileOfAnEarlierVersionIsKeptThroughPowerCuts() throws {
        let folder = CuttableFolder(["n.json": Self.text(9), "n.previous.json": Self.text(8)])
        var file = try MemoryFile("n", in: folder)
        expectEqual(load(folder, &file, version: 2).0, 9)
        expectEqual(folder.files["n.json"], Self.text(9))
        try file.write(MemoryText.encode(9, version: 2))
        for state in folder.moments.joined() {
            expectEqual(try loaded(state).0, 9)
            #expect(state.values.contains(Self.text(9)))
        }
        expectEqual(folder.files["n.version-1.json"], Self.text(9))
    }
}
