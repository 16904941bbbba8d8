import CarillonMemory
import CarillonTest
import TestSupport
import Testing

/// A box on a bench that remembers its model.
@Suite struct RememberingTests {
    private let written = #"{"model": {"count": 41}}"#

    @Test func loopStartsWithTheFirstModelAndAfterARestartWithTheLastOne() throws {
        let first = try Bench(Counting(first: 5).make)
        expectEqual(first.model.count, 5)
        for _ in 1...3 { try first.press("plus") }
        first.close()
        let second = try Bench(memory: first.memory, Counting(first: 5).make)
        expectEqual(second.model.count, 8)
        expectEqual(second.failures, [])
    }

    @Test func fileShowsTheModelAsReadableText() throws {
        let bench = try Bench(Counting().make)
        try bench.press("plus")
        bench.close()
        let lines = try #require(bench.memory["count"]).split(separator: "\n").map(String.init)
        expectEqual(lines.first, "{")
        #expect(lines[1].hasPrefix(#"  "crc32" : ""#))
        expectEqual(lines.last?.allSatisfy { $0 == " " }, true)
        expectEqual(
            lines.dropFirst(2).dropLast(),
            [
                #"  "number" : 1,"#,
                #"  "format" : 1,"#, #"  "model" : {"#, #"    "count" : 1"#, "  },", #"  "version" : 1"#, "}",
            ])
    }

    @Test func changeIsWrittenWithinTheGivenTime() throws {
        let bench = try Bench(Counting(period: .seconds(10)).make)
        bench.advance(by: .seconds(10))
        expectEqual(try bench.memory.model("count", as: Counting.Model.self).count, 0)
        try bench.press("plus")
        bench.advance(by: .seconds(9))
        expectEqual(try bench.memory.model("count", as: Counting.Model.self).count, 0)
        bench.advance(by: .seconds(1))
        expectEqual(try bench.memory.model("count", as: Counting.Model.self).count, 1)
        expectEqual(try bench.memory.model("count.previous", as: Counting.Model.self).count, 0)
    }

    @Test func writeErrorIsNotReportedAgainAtTheEnd() throws {
        struct Size: Codable, Equatable, Sendable {
            struct TooLarge: Error {}

            var number = 0

            func encode(to encoder: any Encoder) throws {
                guard number == 0 else { throw TooLarge() }
                try number.encode(to: encoder)
            }
        }
        let bench = try Bench { board in
            try Mobius.beginnerLoop { (size: Size, _: Bool) in Size(number: size.number + 1) }
                .withEventSource(board.button("plus").pressed(send: true))
                .makeController(from: Size(), remembering: "size", on: board)
        }
        try bench.press("plus")
        bench.advance(by: .seconds(60))
        expectEqual(bench.failures.count, 1)
        try bench.press("plus")
        bench.close()
        expectEqual(bench.failures.count, 1, "\(bench.failures)")
        expectEqual(bench.failures.first?.hasPrefix("cannot remember in "), true)
    }

    @Test func powerCutLosesUnwrittenModels() throws {
        let first = try Bench(Counting().make)
        try first.press("plus")
        first.advance(by: .seconds(1))
        try first.press("plus")
        first.cutPower()
        expectEqual(try Bench(memory: first.memory, Counting().make).model.count, 1)
    }

    @Test func unchangedMemoryIsNotWritten() throws {
        let first = try Bench(memory: ["count": written], Counting().make)
        first.close()
        let second = try Bench(memory: first.memory, Counting().make)
        second.memoryFailure = "Read-only file system"
        second.close()
        #expect(second.failures.isEmpty)
        expectEqual(second.memory, first.memory)
    }

    @Test func initiateReceivesTheRememberedModel() throws {
        let bench = try Bench(memory: ["count": written]) { (board: Board) in
            try Mobius.beginnerLoop { (model: Counting.Model, _: Counting.Event) in model }
                .makeController(
                    from: Counting.Model(), remembering: "count",
                    initiate: { First(model: Counting.Model(count: $0.count + 1)) }, on: board)
        }
        expectEqual(bench.model.count, 42)
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
    func damagedFileIsKeptAndThePreviousOneIsUsed(text: String) throws {
        var memory = try memory()
        memory["count"] = text
        let bench = try Bench(memory: memory, Counting().make)
        expectEqual(bench.model.count, 1)
        expectEqual(bench.failures.count, 1)
        #expect(bench.failures[0].hasPrefix(#"cannot remember from "memory/count.json": "#))
        #expect(bench.failures[0].hasSuffix(#"; kept as "count.damaged.json" for a repair"#))
        bench.close()
        expectEqual(bench.memory["count.damaged"], text)
        expectEqual(try bench.memory.model("count", as: Counting.Model.self).count, 1)
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
        expectEqual(memory["count.damaged"], "damaged 1")
        expectEqual(memory["count.damaged-2"], "damaged 2")
        expectEqual(memory["count.damaged-3"], "damaged 3")
    }

    @Test func twoDamagedFilesLeaveTheFirstModel() throws {
        let bench = try Bench(memory: ["count": "a", "count.previous": "b"], Counting(first: 5).make)
        expectEqual(bench.model.count, 5)
        expectEqual(bench.failures.count, 2)
        bench.close()
        expectEqual(bench.memory["count.damaged"], "a")
        expectEqual(bench.memory["count.damaged-2"], "b")
    }

    @Test func fileOfALaterVersionIsKept() throws {
        let text = #"{"model": {"total": 3}, "version": 2}"#
        let bench = try Bench(memory: ["count": text], Counting(first: 5).make)
        expectEqual(bench.model.count, 5)
        expectEqual(
            bench.failures,
            [
                #"cannot remember from "memory/count.json": version 2 instead of 1; kept as "count.version-2.json""#
            ])
        bench.close()
        expectEqual(bench.memory["count.version-2"], text)
    }

    @Test func fileOfALaterFormatIsKept() throws {
        let text = #"{"format": 2, "model": {"count": 3}}"#
        let bench = try Bench(memory: ["count": text], Counting().make)
        expectEqual(bench.model.count, 0)
        bench.close()
        expectEqual(bench.memory["count.damaged"], text)
    }

    @Test func applicationMigratesAnEarlierVersion() throws {
        let text = #"{"model": 3, "version": 1}"#
        let counting = Counting(version: 2) { old in
            old.version == 1 ? Counting.Model(count: try old.model(as: Int.self)) : nil
        }
        let first = try Bench(memory: ["count": text], counting.make)
        expectEqual(first.model.count, 3)
        #expect(first.failures.isEmpty)
        first.close()
        expectEqual(first.memory["count.version-1"], text)
        let second = try Bench(memory: first.memory, counting.make)
        expectEqual(second.model.count, 3)
        #expect(second.failures.isEmpty)
    }

    @Test func failedMigrationIsReported() throws {
        let counting = Counting(version: 2) { old in Counting.Model(count: try old.model(as: Int.self)) }
        let bench = try Bench(memory: ["count": #"{"model": "three"}"#], counting.make)
        expectEqual(bench.failures.count, 1)
        expectEqual(bench.failures.first?.contains("model: "), true)
    }

    // MARK: A disk that cannot be written

    @Test func fullDiskIsReportedOnceAndWritingIsRetried() throws {
        let bench = try Bench(Counting().make)
        bench.memoryFailure = "No space left on device"
        for _ in 1...3 {
            try bench.press("plus")
            bench.advance(by: .seconds(1))
        }
        expectEqual(bench.model.count, 3)
        expectEqual(
            bench.failures,
            [
                #"cannot remember in "memory/count.json": No space left on device; trying again until it can be written"#
            ])
        bench.memoryFailure = nil
        bench.advance(by: .seconds(1))
        expectEqual(try bench.memory.model("count", as: Counting.Model.self).count, 3)
        bench.memoryFailure = "No space left on device"
        try bench.press("plus")
        bench.advance(by: .seconds(5))
        expectEqual(bench.failures.count, 2)
    }

    @Test func lastModelThatCannotBeWrittenIsReported() throws {
        let bench = try Bench(Counting().make)
        bench.memoryFailure = "Input/output error"
        bench.close()
        expectEqual(bench.failures.count, 1)
    }

    // MARK: Names

    @Test(arguments: ["", "a/b", "count.previous", "ä", ".."])
    func nameThatIsNotAFileNameIsRefused(name: String) throws {
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
        expectEqual(bench.memory.names, ["count", "other"])
    }
}
