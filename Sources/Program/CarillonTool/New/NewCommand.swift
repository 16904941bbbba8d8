import CLibrary
import Glibc

/// `carillon new`: makes a package for an application.
struct NewCommand: Command {
    static let name = "new"
    static let summary = "make a package for an application, with its wiring, its test and its Makefile"
    static let help = """
        NAME [--example EXAMPLE | --hat HAT] [--carillon FOLDER] [--url URL]

        Makes a package in the new folder NAME. It is a copy of one of Carillon's examples: a program, its test on the
        bench, its wiring, and a Makefile that runs, tests, packages and deploys it. NAME has 2 to 30 lower-case
        letters, digits and -, such as music-box.

          --example EXAMPLE   copy this example; ButtonBell by default, a button that rings a bell
          --hat HAT           wire this add-on board, and begin with a program that tries its parts: camjam-edukit-3,
                              fish-dish, jam-hat, ledborg, pi-liter, pi-stop, pi-traffic, pibrella, pololu-drv8835,
                              pumpkin-pi, ryanteck-robot, snow-pi, status-board, status-zero, traffic-hat,
                              traffic-phat, xmas-tree
          --carillon FOLDER   depend on this checkout of Carillon; by default on the one that made this program
          --url URL           depend on this repository of Carillon instead, from this program's version on
        """

    private let name: PackageName
    private let example: String
    private let hat: AddOnBoard?
    private let checkout: Checkout
    /// The dependency on a repository; nil for one on the checkout.
    private let repository: Dependency?

    init(_ arguments: Arguments) throws {
        var values: [String: String] = [:]
        let options = [("example", true), ("hat", true), ("carillon", true), ("url", true)]
        let name = try arguments.read(options, operands: 1...1) { values[$0] = $1 }[0]
        if values["example"] != nil, values["hat"] != nil {
            throw UsageError("--example and --hat exclude each other; use one of them")
        }
        let example = values["example"] ?? "ButtonBell"
        let checkout = try Checkout(values["carillon"])
        self.name = try PackageName(name, taken: checkout.modules())
        guard checkout.examples.contains(example) else {
            let meant = Suggestion.nearestOrAll(to: example, among: checkout.examples)
            throw UsageError("unknown example \"\(example)\"; \(meant)")
        }
        hat = try values["hat"].map { try AddOnBoard($0, of: checkout) }
        repository = try values["url"].map { try Dependency(onRepository: $0) }
        (self.example, self.checkout) = (example, checkout)
    }

    func run() throws {
        guard let here = getcwd(nil, 0) else { throw notMade(".") }
        defer { free(here) }
        let folder = "\(String(cString: here))/\(name.program)"
        let carillon = repository ?? Dependency(onCheckout: Checkout.path(checkout.path, from: folder))
        let package = try NewPackage(name, from: example, for: hat, of: checkout, dependingOn: carillon)
        // Fails if the folder exists, even if it is empty.
        guard mkdir(name.program, 0o777) == 0 else { throw notMade(name.program) }
        for file in package.files { try write(file.text, to: "\(name.program)/\(file.path)") }
        let origin = hat.map { "for the HAT \($0.name)" } ?? "from the example \(example)"
        print("\(name.program): made \(origin); next: cd \(name.program) && make run")
    }

    /// Writes a new file, and makes its folders.
    private func write(_ text: String, to path: String) throws {
        for end in path.indices where path[end] == "/" {
            guard mkdir(String(path[..<end]), 0o777) == 0 || errno == EEXIST else { throw notMade(path) }
        }
        try OutputFile.write(Array(text.utf8), to: path, mode: 0o666)
    }

    private func notMade(_ path: String) -> Failure { Failure("cannot make \"\(path)\": \(systemReason)") }
}
