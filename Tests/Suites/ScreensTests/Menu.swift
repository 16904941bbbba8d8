import CarillonTest
import Screens

/// A menu of stations and settings, as on a radio.
struct Menu: Equatable, Sendable {
    enum Source: String, CaseIterable, Sendable {
        case radio = "Radio"
        case files = "Files"
        case line = "Line in"
    }

    var stations = (1...30).map { Station(id: $0, name: names[$0 % names.count] + " \($0)") }
    var playing: Int?
    var isLoud = false
    var volume = 40.0
    var minutes = 15
    var source = Source.radio
}

struct Station: Identifiable, Equatable, Sendable {
    let id: Int
    var name: String
}

private let names = ["Deutschlandfunk Kultur", "Jazz FM", "BBC Radio 3", "Radio Swiss Classic", "News"]

enum MenuEvent: Sendable {
    case chose(Int)
    case loud(Bool)
    case volume(Double)
    case minutes(Int)
    case source(Menu.Source)
    /// The first stations go away.
    case removed(Int)
}

func update(model: Menu, event: MenuEvent) -> Next<Menu, Never> {
    var next = model
    switch event {
    case .chose(let id): next.playing = id
    case .loud(let isLoud): next.isLoud = isLoud
    case .volume(let volume): next.volume = volume
    case .minutes(let minutes): next.minutes = minutes
    case .source(let source): next.source = source
    case .removed(let count): next.stations.removeFirst(min(count, next.stations.count))
    }
    return .next(next)
}

struct StationList: View {
    let model: Menu

    var body: some View {
        List(model.stations) { station in
            Button(send: MenuEvent.chose(station.id)) {
                HStack {
                    Text(station.name)
                    Spacer()
                    if station.id == model.playing { Text("*") }
                }
            }
        }
    }
}

struct TitledList: View {
    let model: Menu

    var body: some View {
        VStack(alignment: .leading) {
            Text("Stations")
            Divider()
            StationList(model: model)
        }
    }
}

struct SettingsPage: View {
    let model: Menu

    var body: some View {
        VStack(alignment: .leading) {
            Toggle("Loudness", isOn: Binding(model.isLoud, send: MenuEvent.loud))
            Slider("Volume", value: Binding(model.volume, send: MenuEvent.volume), in: 0...100, step: 5)
            Stepper("Sleep", value: Binding(model.minutes, send: MenuEvent.minutes), in: 0...90, step: 15) {
                "\($0) min"
            }
            Picker("Source", selection: Binding(model.source, send: MenuEvent.source)) {
                ForEach(Menu.Source.allCases, id: \.self) { Text($0.rawValue) }
            }
            Divider()
            ProgressView(value: model.volume, total: 100)
        }
    }
}

/// A program with a screen, a knob, and a button that removes two stations.
func makeMenu(
    on board: Board, screen: Screen,
    @ViewBuilder _ view: @escaping @Sendable (Menu) -> any View
) throws -> MobiusController<Menu, MenuEvent, Never> {
    let controller = Mobius.loop(update: update, effectHandler: EffectRouter<Never, MenuEvent>().asConnectable)
        .withEventSource(try board.button("remove").pressed(send: .removed(2)))
        .makeController(from: Menu(), on: board.queue)
    controller.connectView(try screen.control(by: board.encoder("knob")).view(view))
    return controller
}

/// A bench with a menu on an LCD `panel`, or on a display of dots.
func menuBench(
    onDots: Bool = false, @ViewBuilder _ view: @escaping @Sendable (Menu) -> any View
) throws -> Bench<Menu> {
    try Bench { board in
        if !onDots { _ = try board.lcd("panel") }
        return try makeMenu(on: board, screen: try board.screen("panel"), view)
    }
}

extension Bench {
    /// The rows of the LCD `panel`, without spaces at their ends.
    var rows: [String] {
        get throws {
            (try text("panel") ?? "").split(separator: "\n", omittingEmptySubsequences: false).map { row in
                String(row.reversed().drop { $0 == " " }.reversed())
            }
        }
    }
}
