import CarillonGPIO
import CarillonScheduling
import Glibc

/// A number of the machine: load, memory, uptime, or the free space of a disk. Any user may read them.
package final class MachineSensor: BusDevice {
    package let address: BusAddress
    package let bus: any Scheduler
    private let name: String
    private let root: String

    /// - Parameters:
    ///   - name: `load`, `memory`, `uptime`, or `disk` with a path after a space.
    ///   - bus: The queue of the thread that reads.
    ///   - root: The folder of proc(5).
    package init(_ name: String, bus: any Scheduler, root: String = "/proc") {
        address = .kernel(.machine, name: name)
        (self.name, self.bus, self.root) = (name, bus, root)
    }

    /// Reads the number, in the unit of `GaugeSource`.
    ///
    /// - Throws: `BusError.noAnswer` for a path that does not exist, and if the kernel has no such number.
    package func transfer(_ bytes: [UInt8], reading count: Int) throws(BusError) -> [UInt8] {
        guard let number else { throw .noAnswer(address) }
        return Array("\(number)".utf8.prefix(count))
    }

    package func close() {}

    private var number: Double? {
        switch name {
        case "load": Self.load(text("loadavg"), processors: sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        case "memory": Self.memory(text("meminfo"))
        case "uptime": Self.uptime(text("uptime"))
        default: name.hasPrefix("disk ") ? Self.disk(String(name.dropFirst(5))) : nil
        }
    }

    private func text(_ file: String) -> String {
        let descriptor = open("\(root)/\(file)", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { Glibc.close(descriptor) }
        return withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
            String(
                decoding: buffer.prefix(max(Glibc.read(descriptor, buffer.baseAddress, buffer.count), 0)), as: UTF8.self
            )
        }
    }

    /// Returns the average of the last minute, the first number of the file, in percent of the processors (proc_loadavg(5)).
    static func load(_ text: String, processors: Int) -> Double? {
        text.split(separator: " ").first.flatMap { Double($0) }.map { rounded($0 * 100 / Double(max(processors, 1))) }
    }

    /// Returns the memory that can be used without swapping, in percent of all (proc_meminfo(5): MemAvailable).
    static func memory(_ text: String) -> Double? {
        func number(_ key: String) -> Double? {
            let line = text.split(separator: "\n").first { $0.hasPrefix("\(key):") }
            return line?.split(separator: " ").dropFirst().first.flatMap { Double($0) }
        }
        guard let all = number("MemTotal"), let free = number("MemAvailable"), all > 0 else { return nil }
        return rounded(free * 100 / all)
    }

    /// Returns the time since the start, in minutes (proc_uptime(5): seconds).
    static func uptime(_ text: String) -> Double? {
        text.split(separator: " ").first.flatMap { Double($0) }.map { rounded($0 / 60) }
    }

    /// Returns the free space for users other than root, in percent of the space for users, as df does (statvfs(3)).
    static func disk(_ path: String) -> Double? {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return nil }
        let free = Double(status.f_bavail)
        let all = Double(status.f_blocks) - Double(status.f_bfree) + free
        return all > 0 ? rounded(free * 100 / all) : nil
    }

    private static func rounded(_ number: Double) -> Double { (number * 100).rounded() / 100 }
}
