import CarillonBoard
import CarillonFleet
import CarillonOutlet
import CarillonScheduling
import Glibc

/// The file with the events that wait for the broker, in the state directory of a service.
final class OutboxFile: OutboxStore {
    /// The size of the file in bytes.
    static let size = 512 << 10
    /// The maximum number of damaged files that are kept.
    private static let mostCopies = 9

    let path: String
    private var file: StateFile
    private let boot: String

    static func path(in folder: String) -> String { "\(folder)/outbox" }

    /// Opens the file, and creates it if it does not exist.
    ///
    /// - Throws: `StateFileError.inUse` or `.system`.
    init(folder: String) throws(StateFileError) {
        path = Self.path(in: folder)
        file = try Self.open(path)
        let id = (try? FileContents.read("/proc/sys/kernel/random/boot_id", limit: 64)) ?? []
        let text = String(decoding: id, as: UTF8.self).filter { !$0.isWhitespace }
        boot = text.isEmpty ? "unknown-\(UInt64.random(in: .min ... .max))" : text
    }

    private static func open(_ path: String) throws(StateFileError) -> StateFile {
        let file = try StateFile(locking: path)
        var status = stat()
        if stat(path, &status) == 0, status.st_size == 0 { file.fill(from: 0, to: size) }
        return file
    }

    func read() throws -> [UInt8] { try FileContents.read(path, limit: 4 * Self.size) }

    func write(_ bytes: [UInt8], at offset: Int) throws { try file.write(bytes, at: offset) }

    func sync() throws { try file.sync() }

    func setAside() throws -> String {
        for number in 1...Self.mostCopies {
            let copy = "\(path).damaged-\(number)"
            // Unlike rename(2), it replaces no file.
            guard link(path, copy) == 0 else {
                guard errno == EEXIST else { throw StateFile.failure("create", copy) }
                continue
            }
            guard unlink(path) == 0 else { throw StateFile.failure("rename", path) }
            file.close()
            file = try Self.open(path)
            return copy
        }
        throw FleetError.tooManyCopies(of: path)
    }

    func clock(at now: Duration) -> OutboxClock {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return OutboxClock(boot: boot, offset: .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec) - now)
    }

    func close() { file.close() }
}
