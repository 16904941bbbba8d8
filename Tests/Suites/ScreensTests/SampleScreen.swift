import CarillonTest
import Screens
import Testing

/// A screen whose pictures are in `Pictures.txt`.
struct SampleScreen: Sendable, CustomTestStringConvertible {
    let name: String
    /// The steps of the knob before the picture.
    let steps: Int
    /// Whether the knob is pressed after these steps.
    let isPressed: Bool
    let view: @Sendable () -> any View

    init(
        _ name: String, steps: Int = 0, isPressed: Bool = false, @ViewBuilder _ view: @escaping @Sendable () -> any View
    ) {
        (self.name, self.steps, self.isPressed, self.view) = (name, steps, isPressed, view)
    }

    var testDescription: String { name }

    static let all = [
        SampleScreen("Menu of stations", steps: 3) {
            VStack(alignment: .leading) {
                Text("Stations")
                Divider()
                List(Menu().stations) { station in
                    Button(action: {}) {
                        HStack {
                            Text(station.name)
                            Spacer()
                            if station.id == 3 { Text("*") }
                        }
                    }
                }
            }
        },
        SampleScreen("Settings", steps: 2, isPressed: true) {
            List {
                Toggle("Loudness", isOn: Binding(true) { _ in })
                Slider("Volume", value: Binding(40) { _ in }, in: 0...100)
                Stepper("Sleep", value: Binding(15) { _ in }, in: 0...90) { "\($0) min" }
                Picker("Source", selection: Binding("Line in") { _ in }) {
                    ForEach(["Radio", "Line in"], id: \.self) { Text($0) }
                }
                Toggle("A title that is far too long", isOn: Binding(false) { _ in })
            }
        },
        SampleScreen("Alarm", steps: 1) {
            HStack {
                Text(time: "06:40:30").font(.largeTitle)
                Image(bell, label: "Alarm")
            }
            Stepper("Alarm", value: Binding("07:00") { _ in })
            Toggle("Armed", isOn: Binding(true) { _ in })
        },
        SampleScreen("Player with a long title", steps: 1) {
            Text("Brandenburg Concerto No. 3 in G major, BWV 1048: I. Allegro").lineLimit(2)
            Text("Academy of St Martin in the Fields").inverse()
            Spacer()
            ProgressView(value: 125, total: 340)
            HStack {
                Button("|<") {}
                Button("Pause") {}
                Button(">|") {}
                Spacer()
                Text("2:05")
            }
        },
        SampleScreen("Empty list") {
            VStack(alignment: .leading) {
                Text("Alarms")
                Divider()
                List([Station]()) { Text($0.name) }
                Button("Add") {}
            }
        },
        SampleScreen("List of 100 rows", steps: 57) { List { ForEach(1..<101) { Text("Row \($0)") } } },
        SampleScreen("Umlauts and accents") {
            List {
                Text("Größe, Übung, Äpfel")
                Text("Sigur Rós: Ágætis byrjun")
                Text("Dvořák, Łódź, Škoda")
                Text("É, À, Ç, Ñ, Å, Ø, œ")
                Text("“Don’t” – it’s 5 °C")
                Text("Cafe\u{301} und Mu\u{308}nchen")
            }
        },
        SampleScreen("Emoji") {
            VStack(alignment: .leading) {
                Text("🎵 Music 🎵")
                Text("Family 👩‍👩‍👧, flag 🇩🇪")
                Button("👍 Yes") {}
                Button("👎") {}
            }
        },
        SampleScreen("Letters from right to left", steps: 1) {
            List {
                Text("שלום")
                Text("Radio مرحبا FM")
                Text("\u{202E}Reversed\u{202C}")
                Text("Ελλάδα, Москва, 東京")
            }
        },
        SampleScreen("Texts of 1, 40 and 200 letters", steps: 1) {
            Text("A")
            Text(letters(40))
            Text(letters(200)).lineLimit(nil)
            Button(letters(40)) {}
        },
        SampleScreen("Question", steps: 1) {
            Text("Delete all alarms?").lineLimit(nil)
            Divider()
            HStack(spacing: 3) {
                Button("Yes") {}
                Button("No") {}
            }
        },
        SampleScreen("Weather") {
            HStack {
                Text(-21.45, decimals: 1).font(.title)
                Text("°C")
                Spacer()
                VStack(alignment: .trailing) {
                    Text(1013.25, decimals: 0)
                    Text("hPa")
                }
            }
            Divider()
            ProgressView(value: 0.63)
            Text("Humidity 63 %")
        },
    ]

    private static let bell: Picture = {
        var picture = Picture(width: 11, height: 12)
        for (x, top) in [(1, 8), (2, 7), (3, 2), (4, 1), (5, 0), (6, 1), (7, 2), (8, 7), (9, 8)] {
            for y in top..<9 { picture[x, y] = true }
        }
        for x in 0..<11 { picture[x, 9] = true }
        for x in 4..<7 { picture[x, 11] = true }
        return picture
    }()
}

/// Returns a text of words with this number of letters.
private func letters(_ count: Int) -> String {
    String(String(repeating: "Carillon plays a sound. ", count: count / 24 + 1).prefix(count))
}
