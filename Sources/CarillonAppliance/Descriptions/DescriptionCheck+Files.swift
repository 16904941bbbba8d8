import CarillonBoard
import CarillonDevices

extension DescriptionCheck {
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - board: The board that a wiring must fit; nil to leave its lines unchecked.
    /// - Throws: `DescriptionError` if the file cannot be read or is not YAML.
    package init(path: String, board: BoardDescription?) throws(DescriptionError) {
        self.init(
            try YAMLFile.read(path), path: path, board: board, readFile: YAMLFile.read
        ) { wiring, faults in
            for outlet in Outlets.all {
                do throws(DescriptionError) { try outlet.check(wiring) } catch { faults.add(error) }
            }
        }
    }
}
