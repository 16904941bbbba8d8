import CarillonTest
import Screens
import TestSupport
import Testing

/// A row of a table with a view.
private func row<Expected>(
    _ name: String, _ expected: Expected, at place: SourceLocation = #_sourceLocation,
    @ViewBuilder _ view: @escaping @Sendable () -> any View
) -> Row<@Sendable () -> any View, Expected> { Row(name, view, expected, at: place) }

private func text(_ count: Int) -> String {
    String(repeating: "Carillon ", count: count / 9 + 1).prefix(count).description
}

/// Views on an LCD of 20 x 4 letters, and their rows without spaces at the ends.
@Suite struct LayoutTests {
    static let letters: [Row<@Sendable () -> any View, [String]>] = [
        row("a short text is in the middle", ["", "         A"]) { Text("A") },
        row("a text of 40 letters ends with an ellipsis", ["", "Carillon Carillon C…"]) { Text(text(40)) },
        row("a text of 40 letters is wrapped", ["", "Carillon Carillon", "Carillon Carillon Ca"]) {
            Text(text(38)).lineLimit(nil)
        },
        row(
            "a text of 200 letters fills the display",
            ["Carillon Carillon", "Carillon Carillon", "Carillon Carillon", "Carillon Carillon C…"]
        ) { Text(text(200)).lineLimit(4) },
        row("a long word is cut", ["aaaaaaaaaaaaaaaaaaaa", "aaaaaaaaaa"]) {
            VStack(alignment: .leading) {
                Text(String(repeating: "a", count: 30)).lineLimit(nil)
                Spacer()
            }
        },
        row("lines stay apart", ["", "        One", "        Two"]) { Text("One\nTwo").lineLimit(nil) },
        row("a second line is cut", ["", "        One…"]) { Text("One\nTwo") },
        row("umlauts, emoji and right-to-left letters have a place each", ["", "Grüße 👩‍👩‍👧 שלום מה שלו…"]) {
            Text("Grüße 👩‍👩‍👧 שלום מה שלומך")
        },
        row("each kind of line break is one", ["       One", "       Two", "       Three", "       Four"]) {
            VStack(alignment: .leading) { Text("One\r\nTwo\u{2028}Three\u{85}Four").lineLimit(nil) }
        },
        row("marks of the direction have no place", ["", "      שלום FM"]) { Text("\u{200f}שלום\u{200e} FM\u{ad}") },
        row("an empty text has a row", ["         A", "", "         B"]) {
            Text("A")
            Text("")
            Text("B")
        },
        row("the widest text gives way", ["", "Deutschlandfu… 12:34"]) {
            HStack {
                Text("Deutschlandfunk Kultur")
                Spacer()
                Text("12:34")
            }
        },
        row("a trailing view is at the right", ["", "     A long row", "              B"]) {
            VStack(alignment: .trailing) {
                Text("A long row")
                Text("B")
            }
        },
        row("spacers share the rest", ["A         B        C"]) {
            HStack(spacing: 0) {
                Text("A")
                Spacer()
                Text("B")
                Spacer()
                Text("C")
            }
            Spacer()
        },
        row("an empty list leaves its place", ["Stations", "--------------------"]) {
            VStack(alignment: .leading) {
                Text("Stations")
                Divider()
                List([Station]()) { Text($0.name) }
            }
        },
        row("a list of 100 rows shows the first ones", ["Stations", ">1", " 2", " 3"]) {
            VStack(alignment: .leading) {
                Text("Stations")
                List { ForEach(1..<101) { Text("\($0)") } }
            }
        },
        row("a picture is its label", ["", "     7:05 Alarm"]) {
            HStack {
                Text("7:05").font(.largeTitle)
                Image(Picture(width: 11, height: 12), label: "Alarm")
            }
        },
        row("numbers have decimals", ["       -0.50", "       1000", "       -", "       12.346"]) {
            VStack(alignment: .leading) {
                Text(-0.5, decimals: 2)
                Text(999.6, decimals: 0)
                Text(.nan, decimals: 1)
                Text(12.3456, decimals: 3)
            }
        },
        row("a progress is clamped", ["██████████", "████████████████████"]) {
            VStack(alignment: .leading) {
                ProgressView(value: 3, total: 6)
                ProgressView(value: 7, total: 6)
                Spacer()
            }
        },
        row("an optional view can be missing", ["", "         A"]) {
            let missing: Text? = nil
            Text("A")
            missing
            if missing != nil { Text("B") }
        },
        row("a view of nothing is off", []) { EmptyView() },
    ]

    @Test(arguments: letters)
    func characterDisplayShowsTheViewsInRows(row: Row<@Sendable () -> any View, [String]>) throws {
        let bench = try Bench(wiring: Wiring(.lcd("panel", bus: "i2c-1") { $0.size = .columns20rows4 }))
        try bench.board.screen("panel").set(row.given)
        var rows = try bench.rows.map { $0.trimmed }
        let expected = row.expected.map(\.trimmed)
        while let last = rows.last, last.isEmpty, rows.count > expected.count { rows.removeLast() }
        expectEqual(rows, expected, sourceLocation: row.place)
        #expect(try bench.rows.allSatisfy { $0.count <= 20 }, sourceLocation: row.place)
    }

    /// The texts on 128 x 64 dots.
    static let dots: [Row<@Sendable () -> any View, String>] = [
        row("a row has 21 letters", "Carillon Carillon Ca…") { Text(text(200)) },
        row("large letters are cut earlier", "Carillon …") { Text(text(200)).font(.title) },
        row("the largest letters are cut earliest", "Carill…") { Text(text(40)).font(.system(size: 30)) },
        row("a screen that is too high shows its beginning", (0..<8).map { "\($0)" }.joined(separator: "\n")) {
            VStack { ForEach(0..<20) { Text("\($0)") } }
        },
        row("a screen that is too high shows the focus", (13..<20).map { "\($0)" }.joined(separator: "\n") + "\n>Next")
        {
            VStack {
                ForEach(0..<20) { Text("\($0)") }
                Button("Next") {}
            }
        },
        row("two lists are next to each other", ">0 0\n1 1\n2 2\n3 3\n4 4\n5 5\n6 6") {
            HStack(spacing: 0) { ForEach(0..<2) { _ in List { ForEach(0..<9) { Text("\($0)") } } } }
        },
        row("100 rows", ">0\n1\n2\n3\n4\n5\n6") { List { ForEach(0..<100) { Text("\($0)") } } },
        row("rows with several lines", ">Carillon Carillon\nCarillon Carillon C\n1") {
            List {
                Text(text(37)).lineLimit(2)
                Text("1")
            }
        },
    ]

    @Test(arguments: dots)
    func dotDisplayShowsTheTextsOfTheViews(row: Row<@Sendable () -> any View, String>) throws {
        let bench = try Bench()
        let screen = try bench.board.screen("oled")
        screen.set(row.given)
        expectEqual(try bench.screen("oled").text, row.expected, sourceLocation: row.place)
        #expect(try !bench.picture("oled").bytes.allSatisfy { $0 == 0 }, sourceLocation: row.place)
    }

    @Test func listsWithoutRoomShowNothing() throws {
        let bench = try Bench()
        try bench.board.screen("oled").set {
            HStack(spacing: 0) { ForEach(0..<90) { _ in List { Text("1") } } }
        }
        expectEqual(try bench.screen("oled").text, "")
    }

    @Test func displayWithTwoRowsShowsNoDivider() throws {
        let bench = try Bench(wiring: Wiring(.lcd("panel", bus: "i2c-1")))
        try bench.board.screen("panel").set {
            Text("Title")
            Divider()
            Button("Next") {}
        }
        expectEqual(try bench.rows, ["     Title", "     >Next"])
    }

    @Test func controlsOfDifferentBranchesAreDistinct() throws {
        let bench = try Bench(wiring: Wiring(.lcd("panel", bus: "i2c-1") { $0.size = .columns20rows4 }))
        func text(isOpen: Bool) throws -> String {
            try bench.board.screen("panel").set {
                if isOpen { Button("Close") {} } else { Text("Closed") }
                Divider()
                Button("Next") {}
            }
            return try bench.screen("panel").text
        }
        for (isOpen, expected) in [(true, ">Close\nNext"), (false, "Closed\n>Next"), (true, "Close\n>Next")] {
            expectEqual(try text(isOpen: isOpen), expected)
        }
    }

    @Test func inverseTextHasInvertedDots() throws {
        let bench = try Bench()
        func picture(_ isInverse: Bool) throws -> Picture {
            try bench.board.screen("oled").set { Text("Alarm").inverse(isInverse) }
            return try bench.picture("oled")
        }
        var inverted = try picture(false)
        inverted.invert(x: 49, y: 28, width: 30, height: 8)
        expectEqual(try picture(true), inverted)
    }
}

extension String {
    fileprivate var trimmed: String { String(reversed().drop { $0 == " " }.reversed()) }
}
