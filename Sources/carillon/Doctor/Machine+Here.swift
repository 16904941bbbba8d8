import CarillonAppliance
import CarillonAudio
import CarillonBoard
import CarillonDevices
import CarillonGPIO
import CarillonRealTime
import Glibc
import LinuxAudio
import LinuxGPIO

extension Machine {
    /// Inspects this machine. Changes nothing; opens the sound device for a moment, and plays nothing.
    ///
    /// - Throws: `RealTimeError` if the system has no thread or no descriptor left.
    static func here() throws -> Machine {
        let configuration = RealTimeConfiguration(locksMemory: true)
        let queue = try RealTimeQueue(name: "doctor", configuration: configuration, onDenial: { _ in })
        defer { queue.stop() }
        let (board, faults) = BoardDescription.detect()
        let kernel = Self.kernel
        return Machine(
            system: System(osRelease: SmallFile.text("/etc/os-release") ?? ""), kernel: kernel,
            model: DeviceTree.model, board: board, faults: faults,
            chips: (board?.chipLabels ?? []).map { chip($0, queue: queue) }, buses: buses,
            pwmChips: entries(ofFolder: "/sys/class/pwm"), keyFault: KernelKeys.fault(of:),
            microphoneFault: ALSAInput.fault(of:),
            addressFault: { WiredAddress($0).fault }, user: user, groups: groups,
            sound: sound(board?.sound ?? "default", queue: queue),
            realTime: RealTime(
                priority: queue.grantedPriority, denials: queue.denials,
                runtime: SmallFile.text("/proc/sys/kernel/sched_rt_runtime_us").flatMap(Int.init),
                isPreemptible: SmallFile.text("/sys/kernel/realtime") == "1"))
    }

    private static func chip(_ label: String, queue: RealTimeQueue) -> Chip {
        do throws(GPIOError) {
            _ = try GPIODChip(label: label, consumer: "carillon doctor", queue: queue)
            return Chip(label: label)
        } catch {
            return Chip(label: label, error: error)
        }
    }

    private static var buses: [Bus] {
        entries(ofFolder: "/dev").filter { $0.hasPrefix("i2c-") || $0.hasPrefix("spidev") }.map { name in
            let path = "/dev/\(name)"
            let group = name.hasPrefix("i2c-") ? "i2c" : "spi"
            return Bus(
                name: name, error: access(path, R_OK | W_OK) == 0 ? nil : .noPermission(path: path, group: group))
        }
    }

    private static func sound(_ name: String, queue: RealTimeQueue) -> Result<String, AudioOutputError> {
        do throws(AudioOutputError) {
            let output = try AudioDevice(name).open(pacedBy: queue)
            defer { output.close() }
            return .success(output.description)
        } catch {
            return .failure(error)
        }
    }

    private static var kernel: String {
        var name = utsname()
        uname(&name)
        return withUnsafeBytes(of: &name.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    private static var user: String {
        getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) } ?? "\(geteuid())"
    }

    private static var groups: [String] {
        var ids = [gid_t](repeating: 0, count: Int(max(0, getgroups(0, nil))))
        let count = getgroups(Int32(ids.count), &ids)
        return Set(ids.prefix(Int(max(0, count))) + [getegid()]).sorted().map { id in
            getgrgid(id).map { String(cString: $0.pointee.gr_name) } ?? "\(id)"
        }
    }
}

extension Machine.System {
    /// Parses os-release(5); nil if it names no system.
    init?(osRelease: String) {
        var values: [Substring: String] = [:]
        for line in osRelease.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1)
            if parts.count == 2 { values[parts[0]] = parts[1].filter { $0 != "\"" && $0 != "'" } }
        }
        guard let title = values["PRETTY_NAME"] ?? values["NAME"] else { return nil }
        // Raspberry Pi OS reports Debian, its 32-bit edition Raspbian, both with Debian's version.
        let isDebian = values["ID"] == "debian" || values["ID"] == "raspbian"
        self.init(title: title, debian: isDebian ? values["VERSION_ID"].flatMap { Int($0) } : nil)
    }
}
