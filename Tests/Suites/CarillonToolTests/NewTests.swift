import CarillonBoard
import Foundation
import TestSupport
import Testing

@testable import CarillonTool

@Suite struct NewTests {
    private let folder: TemporaryFolder
    private static let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../..").standardizedFileURL.path

    init() throws { folder = try TemporaryFolder(file: "other", "") }

    @Test func packageIsACopyOfAnExampleUnderItsOwnName() throws {
        let run = try ToolRun("new", "music-box", in: folder.path)
        expectEqual(run.status, 0)
        #expect(run.notices.isEmpty)
        expectEqual(run.output, "music-box: made from the example ButtonBell; next: cd music-box && make run\n")
        expectEqual(
            try files(in: "music-box"),
            [
                ".gitignore", "Boards/wirings/music-box.yaml", "Makefile", "Package.swift", "README.md",
                "Sources/MusicBox/main.swift", "Tests/MusicBoxTests/MusicBoxTests.swift",
                "Tools/package/music-box/copyright", "Tools/package/music-box/description",
            ])
        // A word with another meaning stays: the bell that the button rings.
        let example = try text("Sources/ButtonBell/main.swift", in: "\(Self.checkout)/Examples/ButtonBell")
        let program = try text("music-box/Sources/MusicBox/main.swift")
        #expect(program.contains("try board.button(\"bell\")"))
        expectEqual(
            program,
            example.replacingOccurrences(of: "ButtonBell", with: "MusicBox")
                .replacingOccurrences(of: "button-bell", with: "music-box"))
    }

    /// The manifests, the Makefiles and the tests of all examples name them in the same places.
    @Test(arguments: try Checkout(checkout).examples)
    func eachExampleCanBeCopied(example: String) throws {
        let run = try ToolRun("new", "brass-band", "--example", example, "--carillon", Self.checkout, in: folder.path)
        expectEqual(run.status, 0, "\(run.notices)")
        for file in try files(in: "brass-band") {
            #expect(!file.contains(example))
            let text = try text("brass-band/\(file)")
            #expect(
                text.firstMatch(of: try Regex("\\b(make\(example)|\(example)Tests|import \(example))\\b")) == nil,
                "\(file)")
        }
        #expect(try !text("brass-band/Package.swift").contains("\"\(example)"))
        #expect(try !text("brass-band/Makefile").contains(" \(example)\n"))
        let manifest = try text("brass-band/Package.swift")
        let path = try #require(manifest.firstMatch(of: /path: "([^"]+)"/)).1
        #expect(try text("brass-band/\(path)/Package.swift").contains("name: \"carillon\""))
        #expect(try text("brass-band/Makefile").contains("\ninclude \(path)/Tools/application.mk\n"))
        let main = try text("brass-band/Sources/BrassBand/main.swift")
        #expect(main.contains("Board.run(wiring: \"brass-band\"") && main.contains("makeBrassBand"))
        let test = try text("brass-band/Tests/BrassBandTests/BrassBandTests.swift")
        #expect(test.contains("@testable import BrassBand\n") && test.contains("Bench(wiring: \"brass-band\""))
    }

    @Test(arguments: [
        "", "a", "Band", "1st", "two_words", "a--b", "a-", "../up", "a b", "ä-b", "q\u{303}a",
        String(repeating: "a", count: 31),
    ])
    func nameThatDebianOrSwiftRefusesIsInvalid(name: String) throws {
        let run = try ToolRun("new", name, in: folder.path)
        expectEqual(run.status, 2)
        expectEqual(
            run.notices,
            """
            carillon: new: invalid name "\(name)"; use 2 to 30 of a-z, 0-9 and -, starting with a letter, such as \
            music-box

            """)
        expectEqual(try files(in: "."), ["other"])
    }

    @Test func textsOfTheExampleStayUnchanged() throws {
        let run = try ToolRun(
            "new", "kitchen-music", "--example", "Jukebox", "--carillon", Self.checkout, in: folder.path)
        expectEqual(run.status, 0, "\(run.notices)")
        let test = try text("kitchen-music/Tests/KitchenMusicTests/KitchenMusicTests.swift")
        #expect(test.contains("\"../../etc\""))
        let wiring = "Boards/wirings/jukebox.yaml"
        #expect(
            try text("kitchen-music/Boards/wirings/kitchen-music.yaml")
                == text(wiring, in: "\(Self.checkout)/Examples/Jukebox"))
    }

    @Test(arguments: [
        (
            "Jukebox.swift", "let s = \"Jukebox, makeJukebox\"  // makeJukebox",
            "let s = \"Jukebox, makeJukebox\"  // makeJukebox"
        ),
        ("Jukebox.swift", "@testable import Jukebox", "@testable import Kitchen"),
        ("Jukebox.swift", "import JukeboxParts", "import JukeboxParts"),
        ("Jukebox.swift", "Board.run(wiring: \"jukebox\", makeJukebox)", "Board.run(wiring: \"kitchen\", makeKitchen)"),
        ("Jukebox.swift", "remembering: \\.memory, as: \"jukebox\"", "remembering: \\.memory, as: \"jukebox\""),
        ("Jukebox.swift", "struct Jukebox { }", "struct Jukebox { }"),
        ("a.yaml", "# Jukebox in ../.. of jukebox", "# Jukebox in ../.. of jukebox"),
        (
            "Makefile", "APP := jukebox\nPRODUCT := Jukebox\ninclude ../../T",
            "APP := kitchen\nPRODUCT := Kitchen\ninclude ../c/T"
        ),
        (
            "Package.swift", "name: \"JukeboxTests\", .package(name: \"carillon\", path: \"../..\")",
            "name: \"KitchenTests\", .package(name: \"carillon\", path: \"../c\")"
        ),
    ])
    func renamingChangesNamesOnly(path: String, text: String, changed: String) throws {
        let names = [
            PackageName(program: "jukebox", module: "Jukebox"), PackageName(program: "kitchen", module: "Kitchen"),
        ]
        let renaming = Renaming(from: names[0], to: names[1], carillon: Dependency(onCheckout: "../c"))
        expectEqual(renaming.text(text, of: path), changed)
    }

    /// The lane `package` builds, tests and runs such a package.
    @Test func packageCanDependOnAVersionByURL() throws {
        let url = "https://example.org/carillon.git"
        let run = try ToolRun("new", "doorbell", "--url", url, in: folder.path)
        expectEqual(run.status, 0, "\(run.notices)")
        let page = try text("Documentation/AsADependency.md", in: Self.checkout)
        for file in ["Package.swift", "Makefile"] {
            let made = try text("doorbell/\(file)")
            #expect(page.contains("\n\(made)```\n"), "the page on dependencies does not show this \(file):\n\(made)")
        }
        #expect(try text("doorbell/Package.swift").contains("(url: \"\(url)\", from: \"\(CarillonVersion.current)\")"))
        #expect(try text("doorbell/README.md").contains("in `.build/checkouts/carillon`"))
    }

    @Test func packageInTheManifestIsNamedAfterItsRepository() throws {
        let fork = try Dependency(onRepository: "ssh://git@example.org/mine/My-Carillon")
        expectEqual(fork.package, "My-Carillon")
        expectEqual(fork.folder, ".build/checkouts/My-Carillon")
        let manifest = Renaming(
            from: PackageName(ofExample: "Jukebox"), to: PackageName(ofExample: "Kitchen"), carillon: fork
        ).text(".product(name: \"Carillon\", package: \"carillon\")", of: "Package.swift")
        expectEqual(manifest, ".product(name: \"Carillon\", package: \"My-Carillon\")")
    }

    @Test(
        arguments: [
            ("rm", "/usr/bin/rm is a command of the system"), ("class", "it is a keyword of Swift"),
            ("import", "it is a keyword of Swift"), ("cd", "it is a command of the system"),
            ("systemctl", nil), ("check", "it is a command of carillon"), ("apt-get", nil), ("test", nil),
        ] as [(String, String?)])
    func nameInUseIsRefusedWithTheReason(name: String, reason: String?) throws {
        let run = try ToolRun("new", name, in: folder.path)
        expectEqual(run.status, 2)
        let reason = reason ?? "/usr/bin/\(name) is a command of the system"
        let notice = "carillon: new: the name \"\(name)\" is taken: REASON; use another name, such as my-\(name)\n"
        let reasons = [reason, "it is a command of the system"]
        #expect(
            reasons.map { notice.replacingOccurrences(of: "REASON", with: $0) }.contains(run.notices), "\(run.notices)")
        expectEqual(try files(in: "."), ["other"])
    }

    /// Notices without a line feed go on with the known names.
    static let refusals: [Row<[String], String>] = [
        Row("the right example is suggested for small letters", example("jukebox"), noExample("jukebox", "Jukebox")),
        Row(
            "an example with a hyphen is suggested", example("kitchen-timer"),
            noExample("kitchen-timer", "KitchenTimer")),
        Row("the nearest example is suggested", example("DorBell"), noExample("DorBell", "Doorbell")),
        Row(
            "the known examples are listed", example("Box"),
            "unknown example \"Box\"; expected one of: AlarmClock, AllOn, "),
        Row("the nearest HAT is suggested", hat("jamhat"), "unknown HAT \"jamhat\"; did you mean \"jam-hat\"?\n"),
        Row(
            "the known HATs are listed", hat("../wirings/counter"),
            "unknown HAT \"../wirings/counter\"; expected one of: camjam-edukit-3, fish-dish, jam-hat, "),
        Row(
            "an example and a HAT exclude each other", ["box", "--hat", "jam-hat", "--example", "Blink"],
            "--example and --hat exclude each other; use one of them\n"),
        Row(
            "another folder is not a checkout", ["box", "--carillon", "."],
            "\".\" is not a checkout of Carillon; use --carillon FOLDER\n"),
        Row("a URL without a name is refused", url("https://example.org/"), noURL("https://example.org/")),
        Row("a URL with a quote is refused", url("https://example.org/a\"b"), noURL("https://example.org/a\"b")),
        Row("a URL that make would expand is refused", url("/srv/$(x)"), noURL("/srv/$(x)")),
        Row("the name of a program of Carillon is refused", ["counter"], clash("counter", "counter")),
        Row("the name of a module of Carillon is refused", ["mobius-core"], clash("mobius-core", "MobiusCore")),
        Row("the name of Swift's module is refused", ["swift"], clash("swift", "Swift")),
        Row("the name of a type of Swift is refused", ["any"], clash("any", "Any")),
    ]

    private static func example(_ name: String) -> [String] { ["box", "--example", name] }
    private static func hat(_ name: String) -> [String] { ["box", "--hat", name, "--carillon", checkout] }
    private static func noExample(_ name: String, _ nearest: String) -> String {
        "unknown example \"\(name)\"; did you mean \"\(nearest)\"?\n"
    }
    private static func url(_ text: String) -> [String] { ["box", "--url", text] }
    private static func noURL(_ url: String) -> String {
        "\"\(url)\" is not the URL of a repository; use one such as https://example.org/carillon.git\n"
    }
    private static func clash(_ name: String, _ module: String) -> String {
        "the name \"\(name)\" clashes with \(module) of Carillon or Swift; use another name\n"
    }

    @Test(arguments: refusals) func packageThatCannotBeCreatedIsRefused(row: Row<[String], String>) throws {
        let run = try ToolRun(["new"] + row.given, in: folder.path)
        expectEqual(run.status, 2, sourceLocation: row.place)
        let isRefused = run.notices.hasPrefix("carillon: new: \(row.expected)") && run.notices.count { $0 == "\n" } == 1
        #expect(isRefused, "\(run.notices)", sourceLocation: row.place)
        expectEqual(try files(in: "."), ["other"], sourceLocation: row.place)
    }

    @Test func existingFolderIsNotOverwritten() throws {
        try FileManager.default.createDirectory(atPath: "\(folder.path)/empty", withIntermediateDirectories: false)
        for name in ["other", "empty"] {
            let run = try ToolRun("new", name, in: folder.path)
            expectEqual(run.status, 1)
            expectEqual(run.notices, "carillon: new: cannot make \"\(name)\": File exists\n")
            #expect(run.output.isEmpty)
        }
        expectEqual(try files(in: "."), ["other"])
        #expect(try text("other").isEmpty)
    }

    @Test(arguments: [
        ("/home/pi/box", "../x/carillon"), ("/home/pi/x/box", "../carillon"), ("/home/pi/x/carillon/box", ".."),
    ])
    func pathOfTheCheckoutIsRelative(folder: String, path: String) throws {
        expectEqual(Checkout.path("/home/pi/x/carillon", from: folder), path)
    }

    private func text(_ file: String, in other: String? = nil) throws -> String {
        try String(contentsOfFile: "\(other ?? folder.path)/\(file)", encoding: .utf8)
    }

    private func files(in name: String) throws -> [String] {
        let path = "\(folder.path)/\(name)"
        return try FileManager.default.subpathsOfDirectory(atPath: path).filter { file in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: "\(path)/\(file)", isDirectory: &isFolder)
                && !isFolder.boolValue
        }.sorted()
    }
}
