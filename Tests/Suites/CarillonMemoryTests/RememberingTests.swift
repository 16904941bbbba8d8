import CarillonMemory
import CarillonTest
import Testing

/// A box on a bench that remembers its model.
@Suite struct RememberingTests {
    private let written = #"{"model": {"count": 41}}"#

    @Test func loopBeginsWithTheModelOfTheLastEnd() throws {
        let first = try Bench(Counting().make)
        for _ in 1...3 { try first.press("plus") }
        first.close()
        let second = try Bench(memory: first.memory, Counting().make)
        #expect(second.model.count == 3)
        #expect(second.failures.isEmpty)
    }

    @Test func withoutAMemoryItBeginsWithTheFirstModel() throws {
        #expect(try Bench(Counting(first: 5).make).model.count == 5)
    }

    @Test func fileShowsTheModelToAReader() throws {
        let bench = try Bench(Counting().make)
        try bench.press("plus")
        bench.close()
        let lines = try #require(bench.memory["count"]).split(separator: "\n").map(String.init)
        #expect(lines.first == "{")
        #expect(lines[1].hasPrefix(#"  "crc32" : ""#))
        #expect(lines.last?.allSatisfy { $0 == " " } == true)
        #expect(
            lines.dropFirst(2).dropLast() == [
                #"  "number" : 1,"#,
                #"  "format" : 1,"#, #"  "model" : {"#, #"    "count" : 1"#, "  },", #"  "version" : 1"#, "}",
            ])
    }

    @Test func changeIsWrittenWithinTheGivenTime() throws {
        let bench = try Bench(Counting(period: .seconds(10)).make)
        bench.advance(by: .seconds(10))
        #expect(try bench.memory.model("count", as: Counting.Model.self).count == 0)
        try bench.press("plus")
        bench.advance(by: .seconds(9))
        #expect(try bench.memory.model("count", as: Counting.Model.self).count == 0)
        bench.advance(by: .seconds(1))
        #expect(try bench.memory.model("count", as: Counting.Model.self).count == 1)
        #expect(try bench.memory.model("count.previous", as: Counting.Model.self).count == 0)
    }

    @Test func powerCutLosesUnwrittenModels() throws {
        let first = try Bench(Counting().make)
        try first.press("plus")
        first.advance(by: .seconds(1))
        try first.press("plus")
        first.cutPower()
        #expect(try Bench(memory: first.memory, Counting().make).model.count == 1)
    }

    @Test func memoryThatDoesNotChangeIsNotWritten() throws {
        let first = try Bench(memory: ["count": written], Counting().make)
        first.close()
        let second = try Bench(memory: first.memory, Counting().make)
        second.memoryFailure = "Read-only file system"
        second.close()
        #expect(second.failures.isEmpty)
        #expect(second.memory == first.memory)
    }

    @Test func personMayEditTheFileWithoutItsChecksum() throws {
        let bench = try Bench(memory: ["count": written], Counting().make)
        #expect(bench.model.count == 41)
        #expect(bench.failures.isEmpty)
    }

    @Test func initiateReceivesTheRememberedModel() throws {
        let bench = try Bench(memory: ["count": written]) { (board: Board) in
            try Mobius.beginnerLoop { (model: Counting.Model, _: Counting.Event) in model }
                .makeController(
                    from: Counting.Model(), remembering: "count",
                    initiate: { First(model: Counting.Model(count: $0.count + 1)) }, on: board)
        }
        #expect(bench.model.count == 42)
    }

    // MARK: Files that cannot be used

    /// A memory whose newest model is 2 and whose previous one is 1.
    private func memory() throws -> BenchMemory {
        let bench = try Bench(Counting().make)
        for _ in 1...2 {
            try bench.press("plus")
            bench.advance(by: .seconds(1))
        }
        bench.cutPower()
        return bench.memory
    }

    @Test(arguments: ["", "{", "half", #"{"model": {"count": "two"}}"#, "{}"])
    func damagedFileIsKeptAndTheOneBeforeIsUsed(text: String) throws {
        var memory = try memory()
        memory["count"] = text
        let bench = try Bench(memory: memory, Counting().make)
        #expect(bench.model.count == 1)
        #expect(bench.failures.count == 1)
        #expect(bench.failures[0].hasPrefix(#"cannot remember from "memory/count.json": "#))
        #expect(bench.failures[0].hasSuffix(#"; kept as "count.damaged.json" for a repair"#))
        bench.close()
        #expect(bench.memory["count.damaged"] == text)
        #expect(try bench.memory.model("count", as: Counting.Model.self).count == 1)
    }

    @Test func eachDamagedByteIsFound() throws {
        let memory = try memory()
        let text = Array(try #require(memory["count"]).utf8)
        for index in text.indices {
            var damaged = text
            damaged[index] ^= 4
            var copy = memory
            copy["count"] = String(decoding: damaged, as: UTF8.self)
            // Without the checksum's key the rest is used, which is whole.
            #expect(try [1, 2].contains(Bench(memory: copy, Counting().make).model.count), "byte \(index)")
        }
    }

    @Test func keptFilesAreNeverOverwritten() throws {
        var memory = try memory()
        for round in 1...3 {
            memory["count"] = "damaged \(round)"
            let bench = try Bench(memory: memory, Counting().make)
            bench.close()
            memory = bench.memory
        }
        #expect(memory["count.damaged"] == "damaged 1")
        #expect(memory["count.damaged-2"] == "damaged 2")
        #expect(memory["count.damaged-3"] == "damaged 3")
    }

    @Test func twoDamagedFilesLeaveTheFirstModel() throws {
        let bench = try Bench(memory: ["count": "a", "count.previous": "b"], Counting(first: 5).make)
        #expect(bench.model.count == 5)
        #expect(bench.failures.count == 2)
        bench.close()
        #expect(bench.memory["count.damaged"] == "a")
        #expect(bench.memory["count.damaged-2"] == "b")
    }

    @Test func fileOfALaterVersionIsKept() throws {
        let text = #"{"model": {"total": 3}, "version": 2}"#
        let bench = try Bench(memory: ["count": text], Counting(first: 5).make)
        #expect(bench.model.count == 5)
        #expect(
            bench.failures == [
                #"cannot remember from "memory/count.json": version 2 instead of 1; kept as "count.version-2.json""#
            ])
        bench.close()
        #expect(bench.memory["count.version-2"] == text)
    }

    @Test func fileOfALaterFormatIsKept() throws {
        let text = #"{"format": 2, "model": {"count": 3}}"#
        let bench = try Bench(memory: ["count": text], Counting().make)
        #expect(bench.model.count == 0)
        bench.close()
        #expect(bench.memory["count.damaged"] == text)
    }

    @Test func applicationMigratesAnEarlierVersion() throws {
        let text = #"{"model": 3, "version": 1}"#
        let counting = Counting(version: 2) { old in
            old.version == 1 ? Counting.Model(count: try old.model(as: Int.self)) : nil
        }
        let first = try Bench(memory: ["count": text], counting.make)
        #expect(first.model.count == 3)
        #expect(first.failures.isEmpty)
        first.close()
        #expect(first.memory["count.version-1"] == text)
        let second = try Bench(memory: first.memory, counting.make)
        #expect(second.model.count == 3)
        #expect(second.failures.isEmpty)
    }

    @Test func applicationMigratesAModelOfAnotherFormWithoutAVersion() throws {
        let counting = Counting { old in Counting.Model(count: try old.model(as: Int.self)) }
        #expect(try Bench(memory: ["count": #"{"model": 3}"#], counting.make).model.count == 3)
    }

    @Test func migrationThatFailsIsReported() throws {
        let counting = Counting(version: 2) { old in Counting.Model(count: try old.model(as: Int.self)) }
        let bench = try Bench(memory: ["count": #"{"model": "three"}"#], counting.make)
        #expect(bench.failures.count == 1)
        #expect(bench.failures.first?.contains("model: ") == true)
    }

    // MARK: A disk that cannot be written

    @Test func fullDiskIsReportedOnceAndTriedAgain() throws {
        let bench = try Bench(Counting().make)
        bench.memoryFailure = "No space left on device"
        for _ in 1...3 {
            try bench.press("plus")
            bench.advance(by: .seconds(1))
        }
        #expect(bench.model.count == 3)
        #expect(
            bench.failures == [
                #"cannot remember in "memory/count.json": No space left on device; trying again until it can be written"#
            ])
        bench.memoryFailure = nil
        bench.advance(by: .seconds(1))
        #expect(try bench.memory.model("count", as: Counting.Model.self).count == 3)
        bench.memoryFailure = "No space left on device"
        try bench.press("plus")
        bench.advance(by: .seconds(5))
        #expect(bench.failures.count == 2)
    }

    @Test func lastModelThatIsNotWrittenIsReported() throws {
        let bench = try Bench(Counting().make)
        bench.memoryFailure = "Input/output error"
        bench.close()
        #expect(bench.failures.count == 1)
    }

    // MARK: Names

    @Test(arguments: ["", "a/b", "count.previous", "ä", ".."])
    func nameThatIsNoFileIsRefused(name: String) throws {
        #expect(throws: StoredModelError.invalidName(name)) { try Bench(Counting(name: name).make) }
    }

    @Test func twoLoopsWithOneNameAreRefused() throws {
        #expect(throws: StoredModelError.inUse(name: "count", path: "memory/count.json")) {
            try Bench { (board: Board) in
                _ = try Counting().make(on: board)
                return try Counting().make(on: board)
            }
        }
    }

    @Test func twoLoopsHaveTheirOwnMemories() throws {
        let bench = try Bench { (board: Board) in
            let other = try Counting(first: 7, name: "other").make(on: board)
            other.start()
            return try Counting().make(on: board)
        }
        bench.close()
        #expect(bench.memory.names == ["count", "other"])
    }
}
