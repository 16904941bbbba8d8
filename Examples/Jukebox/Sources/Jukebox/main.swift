import Carillon
import CarillonMemory

// A jukebox for cards: each card plays the folder with its number in /srv/music, such as /srv/music/0012345678. One button
// pauses, one goes to the next track, a knob sets the volume. The box remembers the card, the place in the music of each card
// and the volume, also through a power cut. A card without music changes nothing that it remembers.

struct Jukebox: Sendable {
    static let folder = "/srv/music/"

    /// The part of the model that the box remembers.
    struct Memory: Codable, Equatable, Sendable {
        /// The card whose music was heard last.
        var card = ""
        /// The places in the music of the cards that have been heard.
        var places: [String: Bookmark] = [:]
        var volume = 40

        /// The place in the music of the card.
        var place: Bookmark {
            get { places[card] ?? .start }
            set { places[card] = newValue == .start ? nil : newValue }
        }
    }

    var memory = Memory()
    var title = ""
    /// The card whose music has not been heard yet.
    var loading: String?
    var isLoaded = false
    var isPlaying = false

    /// Plays a card's music from its place on. The pause reports the place in the music that is heard.
    mutating func play(_ card: String) -> [PlayerCommand] {
        (loading, isLoaded) = (card, true)
        return [.pause, .play(Playlist(Self.folder + card, from: memory.places[card] ?? .start))]
    }
}

enum Event: Sendable {
    case card(String)
    case pause, next
    case turned(Int)
    case volume(Int)
    case player(PlayerEvent)
}

func update(jukebox: Jukebox, event: Event) -> Next<Jukebox, PlayerCommand> {
    var next = jukebox
    switch event {
    case .card(let card):
        // Anything else, such as a path, is no card of this box.
        guard !card.isEmpty, card.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else { return .noChange }
        if card == jukebox.memory.card, jukebox.isLoaded, jukebox.loading == nil { return .dispatchEffects([.resume]) }
        let effects = next.play(card)
        return .next(next, effects: effects)
    case .pause:
        guard !jukebox.isLoaded else { return .dispatchEffects([.toggle]) }
        guard !jukebox.memory.card.isEmpty else { return .noChange }
        let effects = next.play(jukebox.memory.card)
        return .next(next, effects: effects)
    case .next: return .dispatchEffects([.next])
    case .turned(let steps): next.memory.volume = min(max(jukebox.memory.volume + steps * 5, 0), 100)
    case .volume(let volume): next.memory.volume = volume
    case .player(let event): follow(event, &next)
    }
    return .next(next)
}

func follow(_ event: PlayerEvent, _ jukebox: inout Jukebox) {
    switch event {
    case .started(let track):
        let card = String(track.path.dropFirst(Jukebox.folder.count).prefix { $0 != "/" })
        if card == jukebox.loading { jukebox.loading = nil }
        (jukebox.memory.card, jukebox.title, jukebox.isLoaded, jukebox.isPlaying) = (card, track.name, true, true)
        if track.number != jukebox.memory.place.track { jukebox.memory.place = Bookmark(track: track.number) }
    case .position(let place): if jukebox.loading == nil { jukebox.memory.place = place }
    case .paused(let place), .waiting(let place, _):
        // Another card's music that is not heard yet has no place to remember.
        if jukebox.loading == nil || jukebox.isPlaying { jukebox.memory.place = place }
        jukebox.isPlaying = false
    case .resumed: jukebox.isPlaying = true
    case .failed, .buffering, .title: break
    case .finished:
        if jukebox.loading == nil { jukebox.memory.place = .start }
        (jukebox.loading, jukebox.isLoaded, jukebox.isPlaying) = (nil, false, false)
    }
}

func makeJukebox(on board: Board) throws -> MobiusController<Jukebox, Event, PlayerCommand> {
    let player = board.player
    let effectHandler = EffectRouter<PlayerCommand, Event>()
        .routeEffects(withParameters: { $0 }).to(player.perform).asConnectable
    let controller = try Mobius.loop(update: update, effectHandler: effectHandler)
        .withEventSource(
            board.events(
                board.reader("cards").line { .card($0) }, board.button("pause").pressed(send: .pause),
                board.button("next").pressed(send: .next), board.encoder("volume").turned { .turned($0) },
                // The volume of the page, or of a fleet.
                board.values.number("music", in: 0...100, unit: " %").commanded { .volume($0) },
                player.events(positionEvery: .seconds(10)) { .player($0) })
        )
        .makeController(from: Jukebox(), remembering: \.memory, as: "jukebox", on: board)
    controller.connectView(board.speaker.volume(of: .music).view { .percent(Double($0.memory.volume)) })
    controller.connectView(try board.led("playing").view { .on(if: $0.isPlaying) })
    return controller
}

Board.run(wiring: "jukebox", makeJukebox)
