import CarillonScheduling

/// The behaviour of a device on a simulated bus. The function receives the bytes that the program writes and the number of
/// bytes that the program reads, and returns the bytes read. An error that the function throws is passed to the program.
public typealias SimulatedPeripheral = @Sendable (_ written: [UInt8], _ count: Int) throws(BusError) -> [UInt8]

/// A device on a bus simulated in memory.
///
/// `@unchecked Sendable`: used on one thread only, as its protocol requires.
final class SimulatedBusDevice: BusDevice, StillDevice, @unchecked Sendable {
    let address: BusAddress
    let bus: any Scheduler
    private(set) var isClosed = false
    private let safe: [UInt8]
    private let peripheral: () -> SimulatedPeripheral?
    private let rest: (@escaping () -> Void) -> Bool

    /// - Parameters:
    ///   - peripheral: Returns the current behaviour. With nil, the device accepts all bytes. Bytes that the behaviour does not
    ///     return are read as zeros.
    ///   - rest: As `beforeChange`.
    init(
        _ address: BusAddress, safe: [UInt8], on bus: any Scheduler, peripheral: @escaping () -> SimulatedPeripheral?,
        rest: @escaping (@escaping () -> Void) -> Bool
    ) {
        self.rest = rest
        self.address = address
        self.bus = bus
        self.safe = safe
        self.peripheral = peripheral
    }

    func transfer(_ bytes: [UInt8], reading count: Int) throws(BusError) -> [UInt8] {
        let answer = try peripheral()?(bytes, count) ?? []
        return Array((answer + Array(repeating: 0, count: count)).prefix(count))
    }

    func beforeChange(_ handler: @escaping () -> Void) -> Bool { rest(handler) }

    func close() throws(BusError) {
        isClosed = true
        if !safe.isEmpty { try write(safe) }
    }
}
