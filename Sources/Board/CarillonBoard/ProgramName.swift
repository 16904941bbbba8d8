import CarillonScheduling

/// The name of this program, in its notices, folders and fleet, and on its page.
///
/// A package has one name for its wiring and its installed program, such as `kitchen-panel`. The module, and so the program that
/// Swift builds from the sources, is called `KitchenPanel`. Both programs have the name of the wiring.
package enum ProgramName {
    private static let wiring = Locked<String?>(nil)

    /// The name of the program's file.
    private static var file: String {
        CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "carillon"
    }

    /// The name of the program.
    package static var current: String { name(ofFile: file, wiring: wiring.withLock { $0 }) }

    /// Notes the wiring that comes with the program. Call before the name is used.
    package static func adopt(wiring name: String) { wiring.withLock { $0 = name } }

    /// Returns the name of the wiring if the file's name is the same but for capital letters and dashes.
    static func name(ofFile file: String, wiring: String?) -> String {
        func letters(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }
        guard let wiring, letters(wiring) == letters(file) else { return file }
        return wiring
    }
}
