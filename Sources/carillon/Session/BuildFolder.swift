import CLibrary

/// The build folder of an application's package. `make run` and `make test` of a package that `carillon new` has made use that of
/// the copy of Carillon, so that Carillon is compiled once for all applications.
enum BuildFolder {
    private static let goals = "Tools/application.mk"

    /// Returns the options of `swift run` for the package in a folder; none if it uses a build folder of its own.
    static func options(for folder: String) -> [String] {
        let lines = SmallFile.text("\(folder)/Makefile")?.split(separator: "\n") ?? []
        guard let line = lines.first(where: { $0.hasPrefix("include ") && $0.hasSuffix(goals) }) else { return [] }
        return ["--scratch-path", line.dropFirst("include ".count).dropLast(goals.count) + ".build"]
    }
}
