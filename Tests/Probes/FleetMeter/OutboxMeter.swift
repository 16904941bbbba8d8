import CLibrary
import CarillonFleet
import CarillonScheduling

/// Measures the memory of a box that has been without a broker for a day, in virtual time.
enum OutboxMeter {
    /// Prints `outbox BYTES WRITTEN`: the resident memory that two events each second have taken, and the bytes written to the file
    /// of the outbox.
    static func measure() throws {
        let time = VirtualTime()
        let store = CountingStore()
        let outlet = FleetOutlet(
            FleetIdentity(machineID: "1", program: "bell"), .homeAssistant, transport: NoTransport(on: time), on: time,
            store: store, random: { 0.5 }, report: { _ in })
        let box = try MeterBox(on: time, MeterBox.engine(on: time), outlet: outlet)
        box.open()
        time.advance(by: .seconds(1))
        let before = anonymous
        for second in 0..<24 * 3600 {
            box.press(true)
            box.press(false)
            time.advance(by: .seconds(1))
            if second == 0 { store.written = 0 }
        }
        report("outbox", anonymous - before, store.written)
    }

    /// The resident memory of this process in bytes, without that of files.
    private static var anonymous: Int {
        guard let file = fopen("/proc/self/statm", "re") else { return 0 }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 256)
        let text = String(decoding: bytes[..<fread(&bytes, 1, bytes.count, file)], as: UTF8.self)
        let pages = text.split(separator: " ").compactMap { Int($0) }
        return (pages[1] - pages[2]) * sysconf(Int32(_SC_PAGESIZE))
    }
}

/// A network without a broker.
private final class NoTransport: FleetTransport {
    private let queue: any Scheduler

    init(on queue: any Scheduler) { self.queue = queue }

    func open(_ session: FleetSession, report: @escaping @Sendable (FleetTransportEvent) -> Void) {
        queue.async { report(.lost(.failed(reason: "Connection refused"))) }
    }

    func publish(_ message: FleetMessage, number: Int) {}
    func close() {}
}

/// A file that counts what is written.
///
/// `@unchecked Sendable`: used on the fleet's queue only.
private final class CountingStore: OutboxStore, @unchecked Sendable {
    let path = "outbox"
    var written = 0

    func read() -> [UInt8] { [] }
    func write(_ bytes: [UInt8], at offset: Int) { written += bytes.count }
    func sync() {}
    func setAside() -> String { path }
    func clock(at now: Duration) -> OutboxClock { OutboxClock(boot: "boot", offset: .seconds(1_800_000_000)) }
    func close() {}
}
