/// The change of an example's names in its copy. Only names change: texts, comments and wirings stay as they are.
struct Renaming {
    private let old: PackageName
    private let new: PackageName
    private let carillon: Dependency
    /// The names in code.
    private let words: [String: String]

    /// - Parameter carillon: The dependency of the new package on Carillon.
    init(from old: PackageName, to new: PackageName, carillon: Dependency) {
        (self.old, self.new, self.carillon) = (old, new, carillon)
        words = ["make\(old.module)": "make\(new.module)", "\(old.module)Tests": "\(new.module)Tests"]
    }

    /// Returns the path of a file of the copy.
    func path(_ path: String) -> String {
        let parts = [old.module: new.module, old.program: new.program].merging(words) { first, _ in first }
        return Self.replace(parts, in: path)
    }

    /// Returns the text of a file of the copy.
    ///
    /// - Parameter path: The path of the file in the example.
    func text(_ text: String, of path: String) -> String {
        switch path {
        case "Package.swift":
            return Self.replace(words.merging([old.module: new.module]) { first, _ in first }, in: text)
                .replacing(".package(name: \"carillon\", path: \"../..\")", with: carillon.declaration)
                .replacing("package: \"carillon\"", with: "package: \"\(carillon.package)\"")
        case "Makefile":
            let made = text.replacing("APP := \(old.program)\n", with: "APP := \(new.program)\n")
                .replacing("PRODUCT := \(old.module)\n", with: "PRODUCT := \(new.module)\n")
                .replacing("include ../../", with: "\(carillon.goals.before)include \(carillon.folder)/")
            return made + carillon.goals.after
        case _ where path.hasSuffix(".swift"):
            return text.split(separator: "\n", omittingEmptySubsequences: false).map { code(String($0)) }
                .joined(separator: "\n")
        default: return text
        }
    }

    /// Returns a line of code of the copy.
    private func code(_ line: String) -> String {
        if line.hasSuffix("import \(old.module)") { return "\(line.dropLast(old.module.count))\(new.module)" }
        // Every second part is a text.
        let parts = line.split(separator: "\"", omittingEmptySubsequences: false).map(String.init)
        var isComment = false
        return parts.enumerated().map { index, part in
            if isComment { return part }
            if index % 2 == 1 {
                let isWiring = part == old.program && parts[index - 1].hasSuffix("wiring: ")
                return isWiring ? new.program : part
            }
            let end = part.firstRange(of: "//")?.lowerBound ?? part.endIndex
            isComment = end < part.endIndex
            return Self.replace(words, in: String(part[..<end])) + part[end...]
        }.joined(separator: "\"")
    }

    /// Replaces whole words.
    private static func replace(_ words: [String: String], in text: String) -> String {
        text.replacing(/[\w-]+/) { words[String($0.output)] ?? String($0.output) }
    }
}
