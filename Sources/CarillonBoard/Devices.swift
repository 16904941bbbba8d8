import CarillonDevices

/// The devices of a board.
struct Devices: Sendable {
    private(set) var all: [any Device] = []
    /// The banks that drive the outputs.
    private var banks: [OutputBank] = []

    /// The device of the kind that is called `name`.
    func device(_ kind: any Device.Type, _ name: String) -> (any Device)? {
        all.first { type(of: $0) == kind && $0.name == name }
    }

    /// The names of all devices of the kind.
    func names(of kind: any Device.Type) -> [String] { all.filter { type(of: $0) == kind }.map(\.name) }

    mutating func add(_ device: any Device) { all.append(device) }
    mutating func add(_ bank: OutputBank) { banks.append(bank) }

    /// Adds those of `other`.
    mutating func add(_ other: Devices) {
        all += other.all
        banks += other.banks
    }

    /// Puts every output into its safe state and gives all lines back. On the queue; a second call has no effect.
    func close() {
        for bank in banks { bank.close() }
        for device in all { device.close() }
    }
}
