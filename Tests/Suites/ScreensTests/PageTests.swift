import CarillonTest
import Foundation
import Screens
import TestSupport
import Testing

/// The drawings in Documentation/Screens.md.
@Suite struct PageTests {
    @Test func drawingsOfThePageMatchTheBench() throws {
        let (lcd, dots) = (
            try menuBench { StationList(model: $0) }, try menuBench(onDots: true) { TitledList(model: $0) }
        )
        try lcd.turn("knob", by: 3)
        try dots.screen("panel").press("BBC Radio 3 2")
        try dots.turn("knob", by: 2)
        let rows = try lcd.text("panel")?.split(separator: "\n").map { "|\($0)|" } ?? []
        let drawings = (rows + [""] + (try dots.picture("panel").braille)).joined(separator: "\n")
        let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
            path: "../../../Documentation/Screens.md")
        #expect(try String(contentsOf: page, encoding: .utf8).contains("```text\n\(drawings)\n```\n"), "\(drawings)")
    }
}
