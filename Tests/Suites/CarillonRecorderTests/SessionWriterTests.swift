import CarillonOutlet
import CarillonScheduling
import CarillonSession
import Foundation
import TestSupport
import Testing

@testable import CarillonOutlet

@Suite struct SessionWriterTests {
    private let errors = Locked<[any Error]>([])

    private func writer(_ place: RecordingDestination) throws -> SessionWriter {
        try SessionWriter(Session.Header(), to: place) { [errors] error in errors.withLock { $0.append(error) } }
    }

    private static func entry(_ number: Int) -> Session.Entry {
        Session.Entry(time: .milliseconds(number), .soundRefused(number))
    }

    @Test func inputsAreWrittenInOrderToAFileThatOnlyItsOwnerCanRead() throws {
        let folder = try TemporaryFolder()
        let writer = try writer(.file(folder.file("a.carillon")))
        for number in 1...1000 { writer.append(Self.entry(number)) }
        writer.close()
        let session = try SessionFile(path: folder.file("a.carillon")).session(numbered: nil)
        expectEqual(session.entries, (1...1000).map(Self.entry))
        #expect(errors.withLock { $0 }.isEmpty)
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("a.carillon"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func inputsThatArriveTooFastAreCountedInGaps() throws {
        let folder = try TemporaryFolder()
        let writer = try writer(.file(folder.file("a.carillon")))
        for number in 1...100_000 { writer.append(Self.entry(number)) }
        writer.close()
        let session = try SessionFile(path: folder.file("a.carillon")).session(numbered: nil)
        let missing = session.entries.reduce(0) { count, entry in
            if case .gap(let missing) = entry.input { count + missing } else { count }
        }
        let gaps = session.entries.filter { if case .gap = $0.input { true } else { false } }
        #expect(missing > 0)
        expectEqual(session.entries.count - gaps.count + missing, 100_000)
    }

    @Test func temporaryRecordingHasNoName() throws {
        let writer = try writer(.temporary)
        let file = try FileManager.default.destinationOfSymbolicLink(atPath: writer.path)
        for number in 1...10 { writer.append(Self.entry(number)) }
        let session = SessionFile(try writer.contents())
        writer.close()
        #expect(!FileManager.default.fileExists(atPath: file))
        expectEqual(session.session(1).entries, (1...10).map(Self.entry))
        #expect(errors.withLock { $0 }.isEmpty)
    }

    @Test func recordingSoFarIsACompleteFile() throws {
        let folder = try TemporaryFolder()
        let writer = try writer(.file(folder.file("a.carillon")))
        for number in 1...10 { writer.append(Self.entry(number)) }
        let first = SessionFile(try writer.contents())
        for number in 11...20 { writer.append(Self.entry(number)) }
        let second = SessionFile(try writer.contents())
        writer.close()
        expectEqual(first.session(1).entries, (1...10).map(Self.entry))
        expectEqual(second.session(1).entries, (1...20).map(Self.entry))
    }

    @Test func fileAtItsLimitKeepsTheNewestInputsAndIsReportedOnce() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.carillon")
        let disk = try SessionDisk(newFile: path, slots: 16)
        let writer = try SessionWriter(Session.Header(), on: disk) { [errors] error in
            errors.withLock { $0.append(error) }
        }
        let value = [UInt8](repeating: 7, count: 2000)
        for number in 1...100 {
            writer.append(Session.Entry(time: .milliseconds(number), .event(loop: 1, run: number, value: value)))
            _ = try writer.contents()
        }
        let contents = SessionFile(try writer.contents())
        writer.close()
        let file = try SessionFile(path: path)
        expectEqual(file.slotCount, 16)
        for file in [file, contents] {
            expectEqual(file.sessions, [1])
            #expect(file.session(1).header != nil)
            expectEqual(file.session(1).entries.last?.time, .milliseconds(100))
            #expect(throws: SessionError.noBeginning(session: 1)) { try file.session(1).replayable() }
        }
        expectEqual(errors.withLock { $0.map { "\($0)" } }, ["\(SessionError.full(path: path))"])
    }

    @Test func recordingSoFarContainsNoOtherSessionsOfTheRing() throws {
        let folder = try TemporaryFolder()
        for session in 1...3 {
            let disk = try SessionDisk(ring: folder.path, slots: 64)
            let writer = try SessionWriter(Session.Header(), on: disk) { _ in }
            for number in 1...10 { writer.append(Self.entry(session * 100 + number)) }
            let file = SessionFile(try writer.contents())
            writer.close()
            expectEqual(file.sessions, [UInt32(session)])
            expectEqual(file.session(UInt32(session)).entries, (1...10).map { Self.entry(session * 100 + $0) })
            #expect(errors.withLock { $0.isEmpty })
        }
    }

    @Test func existingFileIsNotReplaced() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.carillon")
        try "precious".write(toFile: path, atomically: true, encoding: .utf8)
        #expect(throws: SessionError.exists(path: path)) { try writer(.file(path)) }
        expectEqual(try String(contentsOfFile: path, encoding: .utf8), "precious")
    }

    @Test func fileThatCannotBeCreatedIsReported() throws {
        #expect(throws: StateFileError.system(operation: "create", path: "/nowhere/a.carillon", errno: ENOENT)) {
            try writer(.file("/nowhere/a.carillon"))
        }
    }

    @Test func fileOfAProgramThatCouldNotStartIsRemoved() throws {
        let folder = try TemporaryFolder()
        try writer(.file(folder.file("a.carillon"))).discard()
        #expect(!FileManager.default.fileExists(atPath: folder.file("a.carillon")))
    }

    @Test func ringWithASmallerSizeKeepsItsNewestSessions() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.file("Sessions"), withIntermediateDirectories: true)
        let path = folder.file("Sessions/ring.carillon")
        // Sessions of 100 blocks fill the slots of 2 MB.
        var bytes: [UInt8] = []
        for _ in 1...5 {
            var log = SessionLog(Session.Header(), in: SessionFile(bytes), limit: 512)
            let value = [UInt8](repeating: 7, count: 4000)
            for number in 1...98 {
                log.append(
                    Session.Entry(time: .milliseconds(number), .event(loop: 1, run: number, value: value)))
                while let write = log.nextWrite {
                    bytes += repeatElement(0, count: max(0, write.offset + write.bytes.count - bytes.count))
                    bytes.replaceSubrange(write.offset..<write.offset + write.bytes.count, with: write.bytes)
                    log.wrote()
                }
            }
        }
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        #expect(SessionFile(bytes).slotCount > 400)

        let disk = try SessionDisk(ring: folder.path, slots: 256)
        expectEqual(disk.index.slotCount, 256)
        disk.close()
        let file = try SessionFile(path: path)
        expectEqual(file.slotCount, 256)
        expectEqual(file.sessions.suffix(2), [4, 5])
        for session: UInt32 in [4, 5] {
            expectEqual(try file.session(session).replayable().entries.count, 97)
        }
    }

    @Test(arguments: [("1", 1), ("4", 4), ("100", 100)])
    func ringSizeIsReadAsMegabytes(text: String, megabytes: Int) throws {
        expectEqual(try RecordingDestination.megabytes(text), megabytes)
    }

    @Test(arguments: ["", "0", "101", "-1", "1M"])
    func invalidSizeOfARingIsReported(text: String) {
        let message = "--record-ring takes a number of megabytes from 1 to 100, not \"\(text)\""
        #expect(throws: UsageError(message)) { try RecordingDestination.megabytes(text) }
    }
}
