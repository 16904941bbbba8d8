@testable import CarillonDevices

extension DeviceSettings {
    /// Reads settings from a wiring's file.
    ///
    /// - Throws: The first mistake.
    init(_ node: DescriptionNode, of kind: DeviceKind) throws(DescriptionError) {
        self.init()
        var faults = Faults()
        _ = read(node, of: kind, faults: &faults)
        guard faults.isEmpty else { throw faults.first }
    }
}
