import CarillonBoard
import CarillonDevices

extension DescriptionCheck {
    /// - Parameters:
    ///   - path: The file.
    ///   - board: The board that a wiring is to fit; nil if its lines are not to be looked at.
    /// - Throws: `DescriptionError` if the file cannot be read, or is no YAML.
    package init(path: String, board: BoardDescription?) throws(DescriptionError) {
        self.init(try YAMLFile.read(path), path: path, board: board, readFile: YAMLFile.read)
    }
}
