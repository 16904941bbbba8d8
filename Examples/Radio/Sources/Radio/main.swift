import Carillon
import CarillonMemory
import Screens

// A radio. A display shows the title, and lists a switch, the volume and the stations; a knob chooses, and a press of it plays. The
// title is "..." while nothing is heard, because the radio connects or the station has a fault. The radio remembers its settings, and
// continues after a power cut.
//
// The service of a package needs the network: link streams.conf (Documentation/Streams.md).

/// The stations and their addresses. Put in those of yours, from their pages.
enum Stations {
    static let all: KeyValuePairs = [
        "Jazz": "https://radio.example/jazz.mp3", "News": "https://radio.example/news.ogg",
        "Classical": "https://radio.example/classical.m3u",
    ]
}

struct Settings: Codable, Equatable, Sendable {
    var station = 0
    var volume = 40
    var isOn = false
}

struct Model: Equatable, Sendable {
    var settings = Settings()
    var isHeard = false
    /// The name of the station, and then the titles that it sends.
    var title: String?

    var play: PlayerCommand { .play(Playlist(Stations.all[settings.station % Stations.all.count].value)) }
}

enum Event: Sendable {
    case chosen(Int)
    case switched(Bool)
    case volume(Int)
    case player(PlayerEvent)
}

func update(model: Model, event: Event) -> Next<Model, PlayerCommand> {
    var next = model
    switch event {
    case .chosen(let station):
        next.settings.station = station
        return update(model: next, event: .switched(true))
    case .switched(let isOn):
        (next.settings.isOn, next.isHeard, next.title) = (isOn, false, nil)
        return .next(next, effects: [isOn ? next.play : .stop])
    case .volume(let volume): next.settings.volume = volume
    case .player(.started(let track)): (next.isHeard, next.title) = (true, track.title)
    case .player(.resumed): next.isHeard = true
    case .player(.title(let title)): next.title = title.isEmpty ? nil : title
    case .player(.buffering), .player(.failed), .player(.paused), .player(.finished): next.isHeard = false
    case .player: break
    }
    return .next(next)
}

func makeRadio(on board: Board) throws -> MobiusController<Model, Event, PlayerCommand> {
    let effectHandler = EffectRouter<PlayerCommand, Event>()
        .routeEffects(withParameters: { $0 }).to(board.player.perform).asConnectable
    let events = board.events(board.values.volume.commanded(send: Event.volume), board.player.events { .player($0) })
    let controller = try Mobius.loop(update: update, effectHandler: effectHandler).withEventSource(events)
        .makeController(
            from: Model(), remembering: \.settings, as: "settings",
            initiate: { First(model: $0, effects: $0.settings.isOn ? [$0.play] : []) }, on: board)
    controller.connectView(board.speaker.volume.view { .percent(Double($0.settings.volume)) })
    controller.connectView(
        try board.screen("panel").control(by: board.encoder("knob")).view { model in
            Text(model.title ?? (model.settings.isOn && !model.isHeard ? "..." : "Radio"))
            List {
                Toggle("On", isOn: Binding(model.settings.isOn, send: Event.switched))
                Stepper("Volume", value: Binding(model.settings.volume, send: Event.volume), in: 0...100, step: 4)
                ForEach(Stations.all.indices) { Button(Stations.all[$0].key, send: Event.chosen($0)) }
            }
        })
    return controller
}

Board.run(wiring: "radio", makeRadio)
