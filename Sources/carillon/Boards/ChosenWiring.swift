import CarillonAppliance
import CarillonBoard
import CarillonDevices

/// The wiring that a command uses.
enum ChosenWiring {
    /// Returns the wiring in the file at `path`.
    ///
    /// - Throws: `Unusable` if it cannot be read.
    static func file(_ path: String) throws -> Wiring {
        do {
            return try Wiring.file(path)
        } catch {
            throw Unusable.input("\(error)")
        }
    }
}
