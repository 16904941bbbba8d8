/// The files of a new package: a copy of an example under another name, and the files that only a project of its own has.
struct NewPackage {
    /// A file, by its path in the package.
    struct File {
        let path: String
        let text: String
    }

    let files: [File]

    /// The files of an example about it, which are not copied.
    private static let pages: Set = ["README.md", "wiring.svg"]

    /// - Parameters:
    ///   - hat: The add-on board whose wiring, program and test replace those of the example; nil for none.
    ///   - checkout: The checkout with the example.
    ///   - carillon: The dependency of the package on Carillon.
    init(
        _ name: PackageName, from example: String, for hat: AddOnBoard?, of checkout: Checkout,
        dependingOn carillon: Dependency
    ) throws {
        let renaming = Renaming(from: PackageName(ofExample: example), to: name, carillon: carillon)
        let sources = checkout.files(in: "Examples/\(example)").filter { !Self.pages.contains($0) }
        let copies = try sources.map { path in
            let text = try checkout.text("Examples/\(example)/\(path)")
            return File(path: renaming.path(path), text: renaming.text(text, of: path))
        }
        let about = "Tools/package/\(name.program)"
        let replaced = hat.map { Self.files(for: $0, named: name) } ?? []
        files =
            copies.filter { copy in !replaced.contains { $0.path == copy.path } } + replaced + [
                File(path: ".gitignore", text: ".build/\n"),
                File(path: "README.md", text: Self.readme(name, carillon: carillon.folder)),
                File(path: "\(about)/copyright", text: try checkout.text("Tools/package/counter/copyright")),
            ]
    }

    /// Returns the files that differ from those of the example.
    private static func files(for hat: AddOnBoard, named name: PackageName) -> [File] {
        let program = AddOnProgram(for: hat, named: name)
        let description = "application for an add-on board\nIt uses the parts of this board: \(hat.title).\n"
        return [
            File(path: "Boards/wirings/\(name.program).yaml", text: hat.text),
            File(path: "Sources/\(name.module)/main.swift", text: program.source),
            File(path: "Tests/\(name.module)Tests/\(name.module)Tests.swift", text: program.test),
            File(path: "Tools/package/\(name.program)/description", text: description),
        ]
    }

    private static func readme(_ name: PackageName, carillon: String) -> String {
        """
        # \(name.program)

        An application for a box with buttons, lights and a loudspeaker. It is made with Carillon, in `\(carillon)`.

        ```sh
        make run                                # on the detected board, or on a simulated one
        make test                               # the tests on the bench
        make package                            # a Debian package for a board with Debian 13; ARCH=amd64 for others
        make deploy HOST=pi@raspberrypi.local   # installs it on a board, as a service
        ```

        | file | contents |
        |---|---|
        | `Sources/\(name.module)/main.swift` | the program |
        | `Tests/\(name.module)Tests/\(name.module)Tests.swift` | its tests |
        | `Boards/wirings/\(name.program).yaml` | the devices and their lines; `Boards/README.md` of Carillon describes it |
        | `Sounds/` | your own sounds, if you make this folder; Carillon's are there without it |
        | `Tools/package/\(name.program)/description` | the description of the package: one line, then a full text |
        | `Tools/package/\(name.program)/copyright` | the copyright of the package: add your name |

        A package takes its version and its maintainer from git, so commit before the first one.

        """
    }
}
