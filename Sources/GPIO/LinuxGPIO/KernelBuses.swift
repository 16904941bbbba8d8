import CarillonGPIO
import CarillonRealTime
import Glibc

/// The buses of the machine that are in use, each with a separate thread of ordinary priority. Each kind of the kernel's
/// drivers counts as a bus, because a sensor on 1-wire takes 0.75 s to answer. So does each device on lines of its own.
struct KernelBuses {
    /// The label of the chip with the lines that the threads drive.
    let label: String
    /// The name under which other programs see these lines in use.
    let consumer: String
    private var threads: [String: RealTimeQueue] = [:]

    init(label: String, consumer: String) { (self.label, self.consumer) = (label, consumer) }

    /// Opens a device on a bus.
    ///
    /// - Throws: The errors of `KernelBusDevice`; `BusError.line` if a line of the address cannot be used;
    ///   `BusError.system` if the system cannot start a thread.
    mutating func open(_ address: BusAddress, safe: [UInt8]) throws(BusError) -> any BusDevice {
        let thread = try thread(of: address)
        switch address {
        case .kernel(.machine, let name): return MachineSensor(name, bus: thread)
        case .kernel(.network, let host): return PingedHost(host, bus: thread)
        case .kernel(let driver, let name): return KernelSensor(driver, name, bus: thread)
        case .i2c, .spi: return try KernelBusDevice(address, safe: safe, bus: thread)
        case .spiWithDataLine(let device, let mode, let speed, _, _):
            let bus = BusAddress.spi(device: device, mode: mode, speed: speed)
            return try thread.perform { () throws(BusError) in
                // The guard calls the actions in this order, twice. The first time, the bytes wait for the end of a transfer
                // and may be data, and then the line changes; the second time, the bytes are commands.
                let device = try KernelBusDevice(bus, safe: Array(safe.dropFirst()), bus: thread)
                do throws(BusError) {
                    let lines = try request(address.lines, DataLineDevice.settings, on: thread)
                    return DataLineDevice(device, at: address, lines: lines, safe: safe)
                } catch {
                    try? device.close()
                    throw error
                }
            }
        case .lines:
            return try thread.perform { () throws(BusError) in
                let levels = TwoLineDevice.levels(of: safe)
                let lines = try request(address.lines, TwoLineDevice.settings, safe: levels, on: thread)
                return TwoLineDevice(address, lines: lines, on: thread)
            }
        }
    }

    private mutating func thread(of address: BusAddress) throws(BusError) -> RealTimeQueue {
        if let thread = threads[address.bus] { return thread }
        do {
            let thread = try RealTimeQueue(name: address.bus, priority: 0)
            threads[address.bus] = thread
            return thread
        } catch {
            throw .system(operation: "starting the thread of \(address.bus) (\(error))", errno: EAGAIN)
        }
    }

    /// Requests lines that the thread of a bus drives. Call on this thread.
    ///
    /// The chip is opened once more, because lines belong to the queue with which their chip was opened.
    private func request(
        _ names: [String], _ settings: OutputSettings, safe: [UInt64]? = nil, on thread: RealTimeQueue
    ) throws(BusError) -> GPIODOutputLines {
        do throws(GPIOError) {
            let chip = try GPIODChip(label: label, consumer: consumer, queue: thread)
            return try GPIODOutputLines(names.map { ($0, settings) }, safe: safe, chip: chip, queue: thread)
        } catch {
            throw .line(error)
        }
    }
}
