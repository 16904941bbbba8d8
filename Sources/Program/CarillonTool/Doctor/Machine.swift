import CLibrary
import CarillonAppliance
import CarillonAudio
import CarillonBoard
import CarillonDevices
import CarillonGPIO
import CarillonRealTime
import LinuxGPIO
import LinuxSound

/// The properties of a machine that matter to an appliance.
struct Machine {
    /// A system's name and version, from os-release(5).
    struct System: Equatable {
        /// The title: `Debian GNU/Linux 13 (trixie)`.
        var title: String
        /// The version of Debian, or of the Debian that Raspberry Pi OS is based on; nil for another system.
        var debian: Int?
    }

    /// A GPIO chip of the board.
    struct Chip: Equatable {
        var label: String
        /// The reason why it cannot be used; nil if it can.
        var error: GPIOError?
    }

    /// An I2C bus or an SPI device that programs can use.
    struct Bus: Equatable {
        var name: String
        /// The reason why this user cannot use it; nil if it can be used.
        var error: BusError?
    }

    /// The privileges granted to a thread that requested real-time priority and locked memory.
    struct RealTime: Equatable {
        var priority: Int32
        var denials: [RealTimeDenial]
        /// The microseconds of each second that real-time threads may run; -1 without a limit, nil if unknown.
        var runtime: Int?
    }

    var system: System?
    var kernel: Kernel
    /// The model in the device tree; nil if there is none.
    var model: String?
    var board: BoardDescription?
    /// The faults of the board files.
    var faults: [DescriptionError]
    /// The chips of the board, in its order.
    var chips: [Chip]
    /// The I2C buses and the SPI devices.
    var buses: [Bus]
    /// The PWM chips in /sys/class/pwm.
    var pwmChips: [String] = []
    /// Returns the reason why the keys of an input device cannot be used; nil if they can.
    var keyFault: @Sendable (KeySource) -> KeyInputError? = { _ in nil }
    /// Returns the reason why an ALSA device cannot capture; nil if it can.
    var microphoneFault: @Sendable (_ device: String) -> String? = { _ in nil }
    /// Returns the reason why a device at a place cannot be used; nil if it can.
    var addressFault: @Sendable (BusAddress) -> String? = { _ in nil }
    /// The user's name, and the user's groups.
    var user: String
    var groups: [String]
    /// The sound device, or the reason why it cannot be used.
    var sound: Result<String, AudioOutputError>
    var realTime: RealTime
}

extension Machine {
    /// Inspects this machine. Changes nothing; opens the sound device for a moment, and plays nothing.
    ///
    /// - Throws: `RealTimeError` if the system has no thread or no descriptor left.
    static func here() throws -> Machine {
        let configuration = RealTimeConfiguration(locksMemory: true)
        let queue = try RealTimeQueue(name: "doctor", configuration: configuration, onDenial: { _ in })
        defer { queue.stop() }
        let (board, faults) = BoardDescription.detect()
        return Machine(
            system: System(osRelease: SmallFile.text("/etc/os-release") ?? ""), kernel: .running,
            model: DeviceTree.model, board: board, faults: faults,
            chips: (board?.chipLabels ?? []).map { chip($0, queue: queue) }, buses: buses,
            pwmChips: entries(ofFolder: "/sys/class/pwm"), keyFault: KernelKeys.fault(of:),
            microphoneFault: ALSAInput.fault(of:),
            addressFault: { WiredAddress($0).fault }, user: user, groups: groups,
            sound: sound(board?.sound ?? "default", queue: queue),
            realTime: RealTime(
                priority: queue.grantedPriority, denials: queue.denials,
                runtime: SmallFile.text("/proc/sys/kernel/sched_rt_runtime_us").flatMap(Int.init)))
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
