import CarillonDevices

/// The devices of a board.
struct Devices: Sendable {
    private(set) var all: [any Device] = []
    /// The banks that drive the outputs.
    private var banks: [OutputBank] = []

    /// Returns the device of a kind that is called `name`.
    func device(_ kind: any Device.Type, _ name: String) -> (any Device)? {
        all.first { type(of: $0) == kind && $0.name == name }
    }

    /// Returns the names of all devices of a kind.
    func names(of kind: any Device.Type) -> [String] { all.filter { type(of: $0) == kind }.map(\.name) }

    mutating func add(_ device: any Device) { all.append(device) }
    mutating func add(_ bank: OutputBank) { banks.append(bank) }

    /// Adds the devices and banks of `other`.
    mutating func add(_ other: Devices) {
        all += other.all
        banks += other.banks
    }

    /// Puts every output into its safe state and releases all lines. Queue only; later calls have no effect.
    func close() {
        for bank in banks { bank.close() }
        for device in all { device.close() }
    }
}
