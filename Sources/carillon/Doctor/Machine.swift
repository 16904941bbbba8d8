import CarillonAudio
import CarillonBoard
import CarillonDevices
import CarillonGPIO
import CarillonRealTime

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
        /// Whether the kernel is fully preemptible (PREEMPT_RT).
        var isPreemptible: Bool
    }

    var system: System?
    /// The kernel's release, such as `6.12.48+rpt-rpi-2712`.
    var kernel: String
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
