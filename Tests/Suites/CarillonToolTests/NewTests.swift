import Foundation
import Testing

@testable import carillon

@Suite struct NewTests {
    private let folder: TemporaryFolder
    private static let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../..").standardizedFileURL.path

    init() throws { folder = try TemporaryFolder(file: "other", "") }

    @Test func packageIsAnExampleUnderItsName() throws {
        let run = try ToolRun("new", "music-box", in: folder.path)
        #expect(run.status == 0)
        #expect(run.notices.isEmpty)
        #expect(run.output == "music-box: made from the example ButtonBell; next: cd music-box && make run\n")
        #expect(
            try files(in: "music-box") == [
                ".gitignore", "Boards/wirings/music-box.yaml", "Makefile", "Package.swift", "README.md",
                "Sources/MusicBox/main.swift", "Tests/MusicBoxTests/MusicBoxTests.swift",
                "Tools/package/music-box/copyright", "Tools/package/music-box/description",
            ])
        // A word with another meaning stays: the bell that the button rings.
        let example = try text("Sources/ButtonBell/main.swift", in: "\(Self.checkout)/Examples/ButtonBell")
        let program = try text("music-box/Sources/MusicBox/main.swift")
        #expect(program.contains("try board.button(\"bell\")"))
        #expect(
            program
                == example.replacingOccurrences(of: "ButtonBell", with: "MusicBox")
                .replacingOccurrences(of: "button-bell", with: "music-box"))
    }

    /// The manifests, the Makefiles and the tests of all examples name them in the same places.
    @Test(arguments: try Checkout(checkout).examples)
    func eachExampleCanBeCopied(example: String) throws {
        let run = try ToolRun("new", "brass-band", "--example", example, "--carillon", Self.checkout, in: folder.path)
        #expect(run.status == 0, "\(run.notices)")
        for file in try files(in: "brass-band") {
            let text = try text("brass-band/\(file)")
            #expect(text.firstMatch(of: try Regex("\\b(make)?\(example)(Tests)?\\b")) == nil, "\(file)")
        }
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
        #expect(run.status == 2)
        #expect(
            run.notices == """
                carillon: new: invalid name "\(name)"; use 2 to 30 of a-z, 0-9 and -, starting with a letter, such as \
                music-box

                """)
        #expect(try files(in: ".") == ["other"])
    }

    @Test(arguments: [("counter", "counter"), ("mobius-core", "MobiusCore"), ("swift", "Swift"), ("any", "Any")])
    func nameOfAnotherModuleIsRefused(name: String, module: String) throws {
        let run = try ToolRun("new", name, in: folder.path)
        #expect(run.status == 2)
        #expect(
            run.notices
                == "carillon: new: the name \"\(name)\" clashes with \(module) of Carillon or Swift; use another name\n"
        )
        #expect(try files(in: ".") == ["other"])
    }

    @Test func existingFolderIsNotOverwritten() throws {
        try FileManager.default.createDirectory(atPath: "\(folder.path)/empty", withIntermediateDirectories: false)
        for name in ["other", "empty"] {
            let run = try ToolRun("new", name, in: folder.path)
            #expect(run.status == 1)
            #expect(run.notices == "carillon: new: cannot make \"\(name)\": File exists\n")
            #expect(run.output.isEmpty)
        }
        #expect(try files(in: ".") == ["other"])
        #expect(try text("other").isEmpty)
    }

    @Test func unknownExampleIsReportedWithTheKnownOnes() throws {
        let run = try ToolRun("new", "box", "--example", "Box", in: folder.path)
        #expect(run.status == 2)
        #expect(run.notices.hasPrefix("carillon: new: unknown example \"Box\"; use one of AlarmClock, AllOn, "))
    }

    @Test func anotherFolderIsNoCheckout() throws {
        let run = try ToolRun("new", "box", "--carillon", ".", in: folder.path)
        #expect(run.status == 2)
        #expect(run.notices == "carillon: new: \".\" is not a checkout of Carillon; use --carillon FOLDER\n")
    }

    @Test(arguments: [
        ("/home/pi/box", "../x/carillon"), ("/home/pi/x/box", "../carillon"), ("/home/pi/x/carillon/box", ".."),
    ])
    func pathOfTheCheckoutIsRelative(folder: String, path: String) throws {
        #expect(Checkout.path("/home/pi/x/carillon", from: folder) == path)
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
