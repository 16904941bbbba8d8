import CarillonAudio
import CarillonBoard
import CarillonDevices
import CarillonGPIO
import CarillonRealTime

/// What there is to know of a machine before an appliance runs on it.
struct Machine {
    /// A system's name and version, from os-release(5).
    struct System: Equatable {
        /// What people call it: `Debian GNU/Linux 13 (trixie)`.
        var title: String
        /// The version of Debian that it is, or that it is made of as Raspberry Pi OS is; nil for another system.
        var debian: Int?
    }

    /// A chip that the board has lines of.
    struct Chip: Equatable {
        var label: String
        /// Why it cannot be used; nil if it can.
        var error: GPIOError?
    }

    /// An I2C bus that programs can use.
    struct Bus: Equatable {
        var name: String
        /// Why this user cannot use it; nil if he can.
        var error: BusError?
    }

    /// What a thread got that asked for real-time priority and for memory that is never paged out.
    struct RealTime: Equatable {
        var priority: Int32
        var refusals: [RealTimeRefusal]
        /// How many microseconds of each second real-time threads may run; -1 is all of them.
        var runtime: Int?
        /// Whether the kernel can be interrupted nearly everywhere.
        var isPreemptible: Bool
    }

    var system: System?
    /// The kernel's release, such as `6.12.48+rpt-rpi-2712`.
    var kernel: String
    /// What the device tree calls the machine; nil if there is none.
    var model: String?
    var board: BoardDescription?
    /// What is wrong with the files of boards.
    var faults: [DescriptionError]
    /// Those of the board, in its order.
    var chips: [Chip]
    /// The I2C buses.
    var buses: [Bus]
    /// The user's name, and the groups that he belongs to.
    var user: String
    var groups: [String]
    /// What a sound would play on, or why it would not.
    var sound: Result<String, AudioOutputError>
    var realTime: RealTime
}
