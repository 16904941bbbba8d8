import CLibrary
import CarillonAppliance
import CarillonBoard
import CarillonGPIO

/// A checkout of Carillon, which packages depend on and whose examples are copied.
struct Checkout {
    /// The full path, without links.
    let path: String

    /// - Parameter path: The folder; by default the checkout that this program was built from.
    /// - Throws: `UsageError` if the folder is no checkout.
    init(_ path: String?) throws {
        let proof = "Tools/application.mk"
        guard let found = path.map({ Self.resolve("\($0)/\(proof)") }) ?? DataFolders.find(proof) else {
            throw UsageError(
                path.map { "\"\($0)\" is not a checkout of Carillon; use --carillon FOLDER" }
                    ?? "cannot find a checkout of Carillon; use --carillon FOLDER")
        }
        self.path = String(found.dropLast(proof.count + 1))
        // The Makefile names the folder, and make separates files at white space.
        if self.path.contains(where: \.isWhitespace) {
            throw UsageError("make cannot use \"\(self.path)\"; move Carillon to a path without spaces")
        }
    }

    /// The names of the examples, sorted.
    var examples: [String] {
        visible("Examples").filter { access("\(path)/Examples/\($0)/Makefile", F_OK) == 0 }
    }

    /// Returns the modules of Carillon, as its manifest lists them. A package that depends on it cannot have a module of the
    /// same name.
    func modules() throws -> [String] {
        try text("Package.swift").split(separator: "\n").compactMap { line in
            // The first text in quotes that is no folder.
            let texts = line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
            return texts.first { !$0.offset.isMultiple(of: 2) && !$0.element.contains("/") }.map { String($0.element) }
        }
    }

    /// Returns the text of a file of the checkout.
    func text(_ file: String) throws -> String {
        do {
            return String(decoding: try FileContents.read("\(path)/\(file)", limit: 1 << 20), as: UTF8.self)
        } catch {
            throw Failure("cannot read \"\(path)/\(file)\": \(error)")
        }
    }

    /// Returns the files in a folder of the checkout and in its subfolders, by their paths in that folder, without hidden
    /// files.
    func files(in folder: String) -> [String] {
        visible(folder).flatMap { name in
            let inside = files(in: "\(folder)/\(name)")
            return inside.isEmpty ? [name] : inside.map { "\(name)/\($0)" }
        }
    }

    /// Returns `path` as seen from `folder`. Both are full paths without links.
    static func path(_ path: String, from folder: String) -> String {
        let (here, there) = (folder.split(separator: "/"), path.split(separator: "/"))
        let shared = zip(here, there).prefix { $0 == $1 }.count
        let steps = Array(repeating: "..", count: here.count - shared) + there.dropFirst(shared).map(String.init)
        return steps.joined(separator: "/")
    }

    /// Returns the names in a folder of the checkout without hidden ones; none if it is a file.
    private func visible(_ folder: String) -> [String] {
        entries(ofFolder: "\(path)/\(folder)").filter { !$0.hasPrefix(".") }
    }

    private static func resolve(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
