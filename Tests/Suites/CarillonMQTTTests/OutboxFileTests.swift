import CarillonOutlet
import Glibc
import TestSupport
import Testing

@testable import CarillonMQTT

@Suite struct OutboxFileTests {
    private let folder: TemporaryFolder
    private let file: OutboxFile

    init() throws {
        folder = try TemporaryFolder()
        file = try OutboxFile(folder: folder.path)
    }

    private func mode() -> mode_t {
        var status = stat()
        stat(file.path, &status)
        return status.st_mode & 0o777
    }

    @Test func newFileHasItsFullSizeAndIsAccessibleOnlyToItsUser() throws {
        expectEqual(try file.read(), [UInt8](repeating: 0, count: 512 << 10))
        expectEqual(mode(), 0o600)
    }

    @Test func writtenBytesAreReadAfterReopening() throws {
        try file.write([1, 2, 3], at: 4096)
        try file.sync()
        file.close()
        expectEqual(try OutboxFile(folder: folder.path).read()[4096..<4099], [1, 2, 3])
    }

    @Test func secondProgramCannotUseTheFile() throws {
        let error = StateFileError.inUse(path: file.path)
        #expect(throws: error) { try OutboxFile(folder: folder.path) }
        let remedy = "stop it, or use another state directory"
        expectEqual("\(error)", "\"\(file.path)\" is in use by another program; \(remedy)")
    }

    @Test func fileSetAsideIsKeptAndDoesNotReplaceAnother() throws {
        for number in 1...9 {
            try file.write([UInt8(number)], at: 0)
            expectEqual(try file.setAside(), folder.file("outbox.damaged-\(number)"))
            #expect(try file.read().allSatisfy { $0 == 0 })
        }
        #expect(throws: FleetError.self) { try file.setAside() }
        rename(folder.file("outbox.damaged-3"), file.path)
        expectEqual(try file.read().first, 3)
    }

    @Test func clockBelongsToTheCurrentBoot() {
        let clock = file.clock(at: .zero)
        expectEqual(clock.boot.count, 36)
        #expect(abs(clock.offset / .seconds(1) - Double(time(nil))) < 60)
    }
}
