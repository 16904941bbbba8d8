import CarillonBoard
import CarillonDevices

extension DescriptionCheck {
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - board: The board that a wiring must fit; nil to leave its lines unchecked.
    ///   - kinds: The application's own kinds of devices.
    /// - Throws: `DescriptionError` if the file cannot be read or is not YAML.
    package init(
        path: String, board: BoardDescription?, kinds: [any Device.Type] = []
    ) throws(DescriptionError) {
        self.init(
            try YAMLFile.read(path), path: path, board: board, kinds: DeviceKinds.builtIn + kinds,
            readFile: YAMLFile.read
        ) { wiring, faults in
            for outlet in Outlets.all {
                do throws(DescriptionError) { try outlet.check(wiring) } catch { faults.add(error) }
            }
        }
    }
}
