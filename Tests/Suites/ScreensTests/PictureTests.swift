import CarillonTest
import Foundation
import Screens
import TestSupport
import Testing

@testable import CarillonDevices

/// The pictures of ``SampleScreen``. `CARILLON_PICTURES=write` writes them, to be looked at in the change.
@Suite struct PictureTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    private static let documentation = folder.appending(path: "../../../Documentation")
    /// The pictures in Documentation/Screens.md.
    private static let drawings = [
        "screen-menu": "Menu of stations", "screen-settings": "Settings", "screen-alarm": "Alarm",
        "screen-player": "Player with a long title",
    ]
    private static let isWriting = ProcessInfo.processInfo.environment["CARILLON_PICTURES"] == "write"

    @Test(.enabled(if: isWriting)) func picturesAreWritten() throws {
        let sections = try SampleScreen.all.map { "# \($0.name)\n\n\(try SampleBench($0).pictures)\n" }
        try sections.joined(separator: "\n").write(
            to: Self.folder.appending(path: "Pictures.txt"), atomically: true, encoding: .utf8)
        for (file, name) in Self.drawings {
            try drawing(of: name).write(
                to: Self.documentation.appending(path: "\(file).svg"), atomically: true, encoding: .utf8)
        }
    }

    @Test(.enabled(if: !isWriting), arguments: SampleScreen.all)
    func screenIsDrawnAsInItsPictures(sample: SampleScreen) throws {
        let file = try String(contentsOf: Self.folder.appending(path: "Pictures.txt"), encoding: .utf8)
        let section = "\n\(file)".components(separatedBy: "\n# ").first { $0.hasPrefix("\(sample.name)\n") }
        let pictures = try SampleBench(sample).pictures
        expectEqual(section?.trimmed(of: \.isNewline), "\(sample.name)\n\n\(pictures)".trimmed(of: \.isNewline))
    }

    @Test(.enabled(if: !isWriting)) func drawingsOfTheDocumentationMatchTheBench() throws {
        for (file, name) in Self.drawings {
            let present = try String(contentsOf: Self.documentation.appending(path: "\(file).svg"), encoding: .utf8)
            #expect(try drawing(of: name) == present, "\(file).svg")
        }
    }

    @Test(arguments: SampleScreen.all) func bothDriversHaveTheSameDots(sample: SampleScreen) throws {
        let bench = try SampleBench(sample).bench
        expectEqual(try bench.picture("ssd1306"), try bench.picture("sh1106"))
    }

    private func drawing(of name: String) throws -> String {
        let sample = try #require(SampleScreen.all.first { $0.name == name })
        let bench = try SampleBench(sample)
        return ScreenDrawing(
            dots: try bench.bench.picture("ssd1306"), rows: try bench.glass("lcd20x4", .columns20rows4)
        ).svg
    }
}

/// A board with each kind of display, on which a sample is drawn.
struct SampleBench {
    static let wiring: Result<Wiring, any Error> = Result {
        try Wiring(
            .encoder("knob", a: "GPIO5", b: "GPIO6", button: "GPIO13"), .display("ssd1306", bus: "i2c-1"),
            .display("sh1106", bus: "i2c-2") { $0.driver = .sh1106 }, .lcd("lcd16x2", bus: "i2c-3"),
            .lcd("lcd20x4", bus: "i2c-4") { $0.size = .columns20rows4 })
    }

    let bench: Bench<Void>

    init(_ sample: SampleScreen) throws {
        bench = try Bench(wiring: Self.wiring.get())
        let knob = try bench.board.encoder("knob")
        for name in ["ssd1306", "sh1106", "lcd16x2", "lcd20x4"] {
            try bench.board.screen(name).control(by: knob).set(sample.view)
        }
        if sample.steps > 0 { try bench.turn("knob", by: sample.steps) }
        if sample.isPressed { try bench.press("knob") }
    }

    var pictures: String {
        get throws {
            var sections = ["128 x 64 dots:"] + (try bench.picture("ssd1306").braille)
            for (name, size) in [("lcd16x2", LCD.Size.columns16rows2), ("lcd20x4", .columns20rows4)] {
                sections += ["", "\(size.columns) x \(size.rows) letters:"]
                sections += try glass(name, size).map { "|\($0)|" }
            }
            return sections.joined(separator: "\n")
        }
    }

    /// Returns the rows of an LCD with the characters that its ROM and its patterns have.
    func glass(_ name: String, _ size: LCD.Size) throws -> [String] {
        let text = try bench.text(name) ?? ""
        var screen = LCDScreen(size)
        screen.show(text, size)
        let letters = zip(text.filter { !$0.isNewline }, screen.cells).map { letter, cell in
            cell < 8 || LCDCharacters.code(of: letter) == cell ? letter : Character(Unicode.Scalar(cell))
        }
        return stride(from: 0, to: letters.count, by: size.columns).map { String(letters[$0..<$0 + size.columns]) }
    }
}
