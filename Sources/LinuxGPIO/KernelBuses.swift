import CarillonGPIO
import CarillonRealTime
import Glibc

/// The buses of the machine that are in use, each with a separate thread of ordinary priority. Each kind of the kernel's
/// drivers counts as a bus, because a sensor on 1-wire takes 0.75 s to answer.
struct KernelBuses {
    private var threads: [String: RealTimeQueue] = [:]

    /// Opens a device on a bus.
    ///
    /// - Throws: The errors of `KernelBusDevice`; `BusError.system` if the system cannot start a thread.
    mutating func open(_ address: BusAddress, safe: [UInt8]) throws(BusError) -> any BusDevice {
        let thread = try thread(of: address)
        switch address {
        case .kernel(.machine, let name): return MachineSensor(name, bus: thread)
        case .kernel(.network, let host): return PingedHost(host, bus: thread)
        case .kernel(let driver, let name): return KernelSensor(driver, name, bus: thread)
        default: break
        }
        return try KernelBusDevice(address, safe: safe, bus: thread)
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
}
