import CarillonBoard

/// The dependency of a new package on Carillon: on a checkout, or on a version of a repository.
struct Dependency {
    /// The dependency in the manifest.
    let declaration: String
    /// The name by which the products of the targets refer to it.
    let package: String
    /// The folder with Carillon's files, as seen from the package.
    let folder: String
    /// The lines of the Makefile before and after the one that includes Carillon's goals.
    let goals: (before: String, after: String)

    /// - Parameter path: The path of the checkout from the new package.
    init(onCheckout path: String) {
        declaration = ".package(name: \"carillon\", path: \"\(path)\")"
        package = "carillon"
        folder = path
        goals = ("", "")
    }

    /// A dependency on this program's version, or on a later one that is compatible.
    ///
    /// - Throws: `UsageError` if `url` cannot stand in a manifest and a Makefile, or has no name at its end.
    init(onRepository url: String) throws {
        let allowed = "-._~:/@%+=".unicodeScalars
        let isPlain = url.unicodeScalars.allSatisfy {
            allowed.contains($0) || $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
        }
        // The name that Swift's package manager gives to the package and to its folder.
        let last = url.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        let name = last.hasSuffix(".git") ? String(last.dropLast(4)) : String(last)
        guard isPlain, url.contains("/"), name.contains(where: \.isLetter) else {
            throw UsageError(
                "\"\(url)\" is not the URL of a repository; use one such as https://example.org/carillon.git")
        }
        declaration = ".package(url: \"\(url)\", from: \"\(CarillonVersion.current)\")"
        package = name
        folder = ".build/checkouts/\(name)"
        goals = (
            "# The package has a build folder of its own, in which Swift's package manager keeps Carillon.\nSHARED :=\n",
            "\(folder)/Tools/application.mk:\n\t@swift package resolve >&2\n"
        )
    }
}
