/// The names of a package.
struct PackageName {
    /// The name of the folder, of the wiring and of the Debian package: `music-box`.
    let program: String
    /// The name of the module: `MusicBox`.
    let module: String
}

extension PackageName {
    /// The names of a new package.
    ///
    /// - Parameters:
    ///   - program: 2 to 30 lower-case letters, digits and single `-`, as both Debian and Swift accept.
    ///   - taken: The modules of the packages that it is compiled with.
    /// - Throws: `UsageError` for any other name, and for a name that is taken.
    init(_ program: String, taken: [String]) throws {
        let words = program.split(separator: "-", omittingEmptySubsequences: false)
        let allowed = "abcdefghijklmnopqrstuvwxyz0123456789-".unicodeScalars
        guard
            2...30 ~= program.unicodeScalars.count, program.unicodeScalars.allSatisfy(allowed.contains),
            program.first?.isLetter == true, !words.contains("")
        else {
            throw UsageError(
                "invalid name \"\(program)\"; use 2 to 30 of a-z, 0-9 and -, starting with a letter, such as music-box")
        }
        let module = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        if let clash = (taken + Self.reserved).first(where: { $0.lowercased() == module.lowercased() }) {
            throw UsageError(
                "the name \"\(program)\" clashes with \(clash) of Carillon or Swift; use another name")
        }
        if let reason = TakenName.reason(program) {
            throw UsageError(
                "the name \"\(program)\" is taken: \(reason); use another name, such as my-\(program)")
        }
        self.init(program: program, module: module)
    }

    /// The names of the example with this module.
    init(ofExample module: String) {
        let words = module.map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()
        self.init(program: String(words.dropFirst()), module: module)
    }

    /// The modules of the toolchain that Carillon or a test imports, and the keywords that begin with a capital letter.
    private static let reserved = [
        "Any", "Builtin", "Cxx", "CxxStdlib", "Dispatch", "Distributed", "Foundation", "FoundationEssentials", "Glibc",
        "Observation", "PackageDescription", "Protocol", "RegexBuilder", "Self", "Swift", "Synchronization", "Testing",
        "Type", "XCTest",
    ]
}
