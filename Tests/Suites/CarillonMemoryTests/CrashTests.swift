import CarillonScheduling
import Foundation
import TestSupport
import Testing

@testable import CarillonMemory

/// Programs that crash with the model that they remember.
@Suite final class CrashTests {
    private let root = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    private let time = VirtualTime()

    deinit { try? FileManager.default.removeItem(atPath: root) }

    /// Creates a folder with the models 3, 2 and 1: the last one, the one of an interrupted change, and the one before.
    init() throws {
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        for (name, number) in [("count", 3), ("count.new", 2), ("count.previous", 1)] {
            try write(number, to: name)
        }
    }

    private func write(_ number: Int, to name: String) throws {
        let text = MemoryText.sealed(try MemoryText.encode(number, version: 1), number: 0)
        try Data(text).write(to: URL(fileURLWithPath: "\(root)/\(name).json"))
    }

    /// Starts a program, and ends it after `body`, as a crash does or in an orderly way.
    ///
    /// - Returns: The model that it begins with; nil for none. And the names of the files that it has refused.
    @discardableResult
    private func start(
        endsOrderly: Bool = false, _ body: (ModelWriter<Int>) -> Void = { _ in }
    ) throws -> (model: Int?, kept: [String]) {
        var file = try MemoryFile("count", in: DiskFolder(root))
        var kept: [String] = []
        let text = file.load(
            expecting: 1, report: { if case .unusable(_, _, let name) = $0 { kept.append(name) } },
            use: { (text) throws(MemoryFault) in
                _ = try MemoryText.decode(text, as: Int.self)
                return nil
            })
        let model = try text.map { try MemoryText.decode($0, as: Int.self) }
        let writer = ModelWriter<Int>(file, version: 1, every: .seconds(1), on: time) { _ in }
        writer.handover.put(model ?? 0)
        body(writer)
        if endsOrderly { try writer.close() } else { file.close() }
        return (model, kept)
    }

    private func crash(_ count: Int) throws { for _ in 0..<count { try start() } }

    @Test func previousModelIsUsedAfterThreeCrashes() throws {
        try crash(3)
        expectEqual(try start().model, 2)
        try crash(2)
        let seventh = try start()
        expectEqual(seventh.model, 1)
        expectEqual(seventh.kept, ["count.crashed.json", "count.crashed-2.json"])
        try crash(2)
        expectEqual(try start().model, nil)
    }

    @Test func modelsThatLedToCrashesAreKept() throws {
        try crash(9)
        try start { _ in self.time.advance(by: .seconds(1)) }
        let kept = try ["crashed", "crashed-2", "crashed-3"].map { name in
            try MemoryText.decode(
                Array(Data(contentsOf: URL(fileURLWithPath: "\(root)/count.\(name).json"))), as: Int.self)
        }
        expectEqual(kept, [3, 2, 1])
        expectEqual(try start().model, 0)
    }

    @Test func handledEventResetsTheCrashCount() throws {
        try crash(2)
        try start { writer in
            self.time.advance(by: .seconds(1))
            writer.handover.put(4)
            self.time.advance(by: .seconds(1))
        }
        try crash(2)
        expectEqual(try start().model, 4)
    }

    @Test func crashCountIsResetAfterAMinuteButNotBefore() throws {
        try crash(2)
        try start { _ in self.time.advance(by: .seconds(60)) }
        try crash(1)
        for _ in 1...2 { expectEqual(try start { _ in self.time.advance(by: .seconds(59)) }.model, 3) }
        expectEqual(try start().model, 2)
    }

    @Test func cleanShutdownIsNotCountedAsACrash() throws {
        for _ in 1...4 { expectEqual(try start(endsOrderly: true).model, 3) }
    }

    @Test(arguments: ["", "x", "-9", "99999999999999999999", "3\n"])
    func unreadableCrashCountIsIgnored(text: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(root)/count.lock"))
        expectEqual(try start().model, 3)
    }

    @Test func equalPreviousModelIsTriedOnce() throws {
        try write(2, to: "count.previous")
        try crash(6)
        expectEqual(try start().model, nil)
    }

    @Test func rewrittenPreviousModelIsUsedForThreeStarts() throws {
        try crash(3)
        for _ in 1...3 { expectEqual(try start { _ in self.time.advance(by: .seconds(1)) }.model, 2) }
        expectEqual(try start().model, 1)
    }
}
