import CarillonBoard
import CarillonDevices

extension DescriptionCheck {
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - board: The board that a wiring must fit; nil to leave its lines unchecked.
    /// - Throws: `DescriptionError` if the file cannot be read or is not YAML.
    package init(path: String, board: BoardDescription?) throws(DescriptionError) {
        self.init(
            try YAMLFile.read(path), path: path, board: board, readFile: YAMLFile.read, checkWiring: Self.checkBroker)
    }

    private static func checkBroker(of wiring: Wiring, faults: inout Faults) {
        _ = faults.attempt(try wiring.fleetBroker())
    }
}
