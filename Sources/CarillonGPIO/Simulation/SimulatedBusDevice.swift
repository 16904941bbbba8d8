import CarillonScheduling

/// The answer of a device on a simulated bus: it is given what the program writes, and how many bytes the program reads.
/// It throws what the program is to meet.
public typealias SimulatedSlave = @Sendable (_ written: [UInt8], _ count: Int) throws(BusError) -> [UInt8]

/// A device on a bus made of memory.
///
/// `@unchecked Sendable`: used on one thread alone, as its protocol demands.
final class SimulatedBusDevice: BusDevice, @unchecked Sendable {
    let address: BusAddress
    let bus: any LoopQueue
    private(set) var isClosed = false
    private let safe: [UInt8]
    private let slave: () -> SimulatedSlave?

    /// - Parameter slave: Returns who answers now; nil takes all that is written. What it does not
    ///   answer reads as zeros.
    init(_ address: BusAddress, safe: [UInt8], on bus: any LoopQueue, slave: @escaping () -> SimulatedSlave?) {
        self.address = address
        self.bus = bus
        self.safe = safe
        self.slave = slave
    }

    func transfer(_ bytes: [UInt8], reading count: Int) throws(BusError) -> [UInt8] {
        let answer = try slave()?(bytes, count) ?? []
        return Array((answer + Array(repeating: 0, count: count)).prefix(count))
    }

    func close() throws(BusError) {
        isClosed = true
        if !safe.isEmpty { try write(safe) }
    }
}
