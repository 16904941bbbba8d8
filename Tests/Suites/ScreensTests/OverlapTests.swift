import CarillonDevices
import CarillonTest
import TestSupport
import Testing

@testable import Screens

/// No sample overlaps itself or leaves its canvas, at any focus and on displays of any size.
@Suite struct OverlapTests {
    @Test(arguments: SampleScreen.all) func textsDoNotOverlap(sample: SampleScreen) throws {
        for (width, height) in [(128, 64), (128, 32), (64, 48), (40, 16), (9, 9), (1, 1)] {
            expectNoOverlap(of: sample, on: DotCanvas(width: width, height: height) { _ in })
        }
        for (columns, rows) in [(20, 4), (16, 4), (20, 2), (16, 2), (8, 1), (1, 1)] {
            expectNoOverlap(of: sample, on: LetterCanvas(columns: columns, rows: rows) { _ in })
        }
    }

    private func expectNoOverlap(of sample: SampleScreen, on canvas: any Canvas) {
        let elements = Frame().describe(AnyView(sample.view()), nil)
        let root = elements.count > 1 ? Element(kind: .stack(.vertical, spacing: 0, .center, elements)) : elements[0]
        var focus = Focus()
        focus.update(root)
        for step in 0..<max(1, min(focus.count, 12)) {
            if step > 0 { focus.move(by: 1, wraps: false) }
            let reading = ReadingCanvas(canvas)
            var layout = Layout(reading, focus: focus.position, tops: [:])
            layout.draw(root, scroll: nil)
            layout = Layout(canvas, focus: focus.position, tops: layout.tops)
            layout.draw(root, scroll: nil)
            canvas.present(isOff: false)
            let items = reading.items.filter { $0.place.width > 0 && !$0.text.text.isEmpty }
            for (index, item) in items.enumerated() {
                let name = "\"\(item.text.text)\" of \(sample.name) on \(canvas.size), focus \(step)"
                let place = item.place
                // A letter, or a bar's number, may be wider than the smallest displays, which cut it.
                let isInside = place.x >= 0 && place.x + place.width <= canvas.size.width
                #expect(isInside || canvas.size.width < 4 * canvas.letter(1).width, "\(name) is at \(place)")
                for other in items[..<index] where overlap(place, other.place) {
                    Issue.record("\(name) overlaps \"\(other.text.text)\"")
                }
            }
        }
    }

    private func overlap(_ one: Rectangle, _ other: Rectangle) -> Bool {
        one.x < other.x + other.width && other.x < one.x + one.width
            && one.y < other.y + other.height && other.y < one.y + one.height
    }
}
