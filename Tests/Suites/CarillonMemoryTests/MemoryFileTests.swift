import Testing

@testable import CarillonMemory

/// Power cuts and failures at each operation on the files of a memory.
@Suite struct MemoryFileTests {
    private static func text(_ number: Int) -> [UInt8] { try! MemoryText.encode(number, version: 1) }

    /// Returns the number that a loop begins with; nil for none.
    private func load(_ folder: some MemoryFolder, _ file: inout MemoryFile, version: Int = 1) -> Int? {
        var number: Int?
        func use(_ text: [UInt8]) throws(MemoryFault) -> String? {
            let found = try MemoryText.version(of: text)
            number = try MemoryText.decode(text, as: Int.self)
            return found == version ? nil : "version-\(found)"
        }
        return file.load(expecting: version, report: { _ in }, use: use) == nil ? nil : number
    }

    private func loaded(_ files: CuttableFolder.Files) throws -> Int? {
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
    ]

    @Test(arguments: beginnings.indices)
    func aPowerCutLeavesTheLastModelOrTheOneBefore(index: Int) throws {
        let (files, number) = Self.beginnings[index]
        let folder = CuttableFolder(files)
        var file = try MemoryFile("n", in: folder)
        #expect(load(folder, &file) == number)
        var (before, seen) = (number, 0)
        for last in 10...14 {
            try file.write(Self.text(last))
            for states in folder.moments[seen...] {
                for state in states {
                    let number = try loaded(state)
                    #expect(number == last || number == before, "\(state.keys.sorted())")
                }
            }
            seen = folder.moments.count
            #expect(try loaded(folder.files) == last)
            #expect(folder.moments.last?.count == 1)
            before = last
        }
        #expect(folder.files["n.previous.json"] == Self.text(13))
    }

    @Test(arguments: beginnings.indices)
    func noFailureLosesAModelOrAFile(index: Int) throws {
        let (files, number) = Self.beginnings[index]
        for operation in 0..<8 {
            let folder = CuttableFolder(files, failingAt: operation)
            var file = try MemoryFile("n", in: folder)
            #expect(load(folder, &file) == number)
            for last in 10...12 {
                if (try? file.write(Self.text(last))) == nil { try file.write(Self.text(last)) }
                #expect(try loaded(folder.files) == last)
            }
            for damaged in files.values where damaged.count == 1 && files["n.json"] == damaged {
                #expect(folder.files.values.contains(damaged))
            }
            #expect(folder.files["n.damaged.json"] == files["n.damaged.json"] ?? folder.files["n.damaged.json"])
        }
    }

    @Test func aFileOfAnEarlierVersionIsKeptThroughPowerCuts() throws {
        let folder = CuttableFolder(["n.json": Self.text(9), "n.previous.json": Self.text(8)])
        var file = try MemoryFile("n", in: folder)
        #expect(load(folder, &file, version: 2) == 9)
        #expect(folder.files["n.json"] == Self.text(9))
        try file.write(try MemoryText.encode(9, version: 2))
        for state in folder.moments.joined() {
            #expect(try loaded(state) == 9)
            #expect(state.values.contains(Self.text(9)))
        }
        #expect(folder.files["n.version-1.json"] == Self.text(9))
    }
}
