import Carillon
import CarillonMemory

// A radio. One knob chooses the station, and a press of it turns the radio on and off; another knob sets the volume. The light
// blinks while nothing is heard, because the radio connects or the station has a fault. The radio remembers its settings, and goes
// on after a power cut.
//
// The service of a package needs the network: link streams.conf (Documentation/Streams.md).

/// The addresses of the stations. Put in those of yours, from their pages.
enum Stations {
    static let all = [
        "https://radio.example/jazz.mp3", "https://radio.example/news.ogg", "https://radio.example/classical.m3u",
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

    var play: PlayerCommand { .play(Playlist(Stations.all[settings.station % Stations.all.count])) }
}

enum Event: Sendable {
    case tuned(Int)
    case pressed
    case turned(Int)
    case player(PlayerEvent)
}

func update(model: Model, event: Event) -> Next<Model, PlayerCommand> {
    var next = model
    switch event {
    case .tuned(let steps):
        let count = Stations.all.count
        next.settings.station = ((model.settings.station + steps) % count + count) % count
        (next.isHeard, next.title) = (false, nil)
        return .next(next, effects: next.settings.isOn ? [next.play] : [])
    case .pressed:
        next.settings.isOn.toggle()
        (next.isHeard, next.title) = (false, nil)
        return .next(next, effects: [next.settings.isOn ? next.play : .stop])
    case .turned(let steps): next.settings.volume = min(max(model.settings.volume + steps * 4, 0), 100)
    case .player(.started(let track)): (next.isHeard, next.title) = (true, track.title)
    case .player(.resumed): next.isHeard = true
    case .player(.title(let title)): next.title = title
    case .player(.buffering), .player(.failed), .player(.paused), .player(.finished): next.isHeard = false
    case .player: break
    }
    return .next(next)
}

func makeRadio(on board: Board) throws -> MobiusController<Model, Event, PlayerCommand> {
    let station = try board.encoder("station")
    let controller = try Mobius.loop(
        update: update,
        effectHandler: EffectRouter<PlayerCommand, Event>()
            .routeEffects(withParameters: { $0 }).to(board.player.perform).asConnectable
    )
    .withEventSource(
        board.events(
            station.turned { .tuned($0) }, station.button?.pressed(.pressed) ?? board.events(),
            try board.encoder("volume").turned { .turned($0) }, board.player.events { .player($0) })
    )
    .makeController(
        from: Model(), remembering: \.settings, as: "settings",
        initiate: { First(model: $0, effects: $0.settings.isOn ? [$0.play] : []) }, on: board)
    controller.connectView(board.speaker.volume.showing { .percent(Double($0.settings.volume)) })
    controller.connectView(
        try board.led("on").showing { !$0.settings.isOn ? .off : $0.isHeard ? .on : .blinking() })
    return controller
}

Board.run(wiring: "radio", makeRadio)
