/// The names of a new package.
struct PackageName {
    /// The name of the folder, of the wiring and of the Debian package: `music-box`.
    let program: String
    /// The name of the module: `MusicBox`.
    let module: String

    /// - Parameters:
    ///   - program: 2 to 30 lower-case letters, digits and single `-`, as Debian and Swift both accept.
    ///   - taken: The modules that the package cannot have, because it is compiled with modules of these names.
    /// - Throws: `Unusable` for any other name.
    init(_ program: String, taken: [String] = []) throws {
        let words = program.split(separator: "-", omittingEmptySubsequences: false)
        guard
            2...30 ~= program.utf8.count, "a"..."z" ~= program.first!, !words.contains(""),
            program.allSatisfy({ "a"..."z" ~= $0 || "0"..."9" ~= $0 || $0 == "-" })
        else {
            throw Unusable.input(
                "invalid name \"\(program)\"; use 2 to 30 of a-z, 0-9 and -, starting with a letter, such as music-box")
        }
        self.init(program: program)
        let clash = (taken + Self.reserved).first { $0.lowercased() == module.lowercased() }
        if let clash {
            throw Unusable.input("the name \"\(program)\" is taken by the module \(clash); use another one")
        }
    }

    /// The names of the example with this module.
    init(ofExample module: String) {
        let words = module.map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()
        self.init(program: String(words.dropFirst()), module: module)
    }

    private init(program: String) {
        let words = program.split(separator: "-")
        self.init(program: program, module: words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined())
    }

    private init(program: String, module: String) {
        self.program = program
        self.module = module
    }

    /// The modules of the toolchain that every program or test imports, and the keywords that begin with a capital letter.
    private static let reserved = [
        "Any", "Dispatch", "Foundation", "Glibc", "Protocol", "Self", "Swift", "Testing", "Type", "XCTest",
    ]
}
