import Carillon
import CarillonMemory

// A jukebox for cards: each card plays the folder with its number in /srv/music, such as /srv/music/0012345678. One button
// pauses, one goes to the next track, a knob sets the volume. The box remembers the card, the place in its music and the
// volume, also through a power cut.

struct Jukebox: Sendable {
    /// The part of the model that the box remembers.
    struct Memory: Codable, Equatable, Sendable {
        var card = ""
        var place = Bookmark.start
        var volume = 40
    }

    var memory = Memory()
    var title = ""
    var isLoaded = false
    var isPlaying = false

    /// The command that plays the card's music from the place on.
    var play: PlayerCommand { .play(Playlist("/srv/music/\(memory.card)", from: memory.place)) }
}

enum Event: Sendable {
    case card(String)
    case pause, next
    case turned(Int)
    case player(PlayerEvent)
}

func update(jukebox: Jukebox, event: Event) -> Next<Jukebox, PlayerCommand> {
    var next = jukebox
    switch event {
    case .card(let card):
        // Anything else, such as a path, is no card of this box.
        guard !card.isEmpty, card.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else { return .noChange }
        if card == jukebox.memory.card, jukebox.isLoaded { return .dispatchEffects([.resume]) }
        if card != jukebox.memory.card { (next.memory.card, next.memory.place) = (card, .start) }
        return .next(next, effects: [next.play])
    case .pause:
        guard !jukebox.isLoaded else { return .dispatchEffects([.toggle]) }
        return jukebox.memory.card.isEmpty ? .noChange : .dispatchEffects([jukebox.play])
    case .next: return .dispatchEffects([.next])
    case .turned(let steps): next.memory.volume = min(max(jukebox.memory.volume + steps * 5, 0), 100)
    case .player(let event): follow(event, &next)
    }
    return .next(next)
}

func follow(_ event: PlayerEvent, _ jukebox: inout Jukebox) {
    switch event {
    case .started(let track):
        (jukebox.title, jukebox.isLoaded, jukebox.isPlaying) = (track.name, true, true)
        if track.number != jukebox.memory.place.track { jukebox.memory.place = Bookmark(track: track.number) }
    case .position(let place): jukebox.memory.place = place
    case .paused(let place), .waiting(let place, _): (jukebox.memory.place, jukebox.isPlaying) = (place, false)
    case .resumed: jukebox.isPlaying = true
    case .failed, .buffering, .title: break
    case .finished: (jukebox.memory.place, jukebox.isLoaded, jukebox.isPlaying) = (.start, false, false)
    }
}

func makeJukebox(on board: Board) throws -> MobiusController<Jukebox, Event, PlayerCommand> {
    let player = board.player
    let effectHandler = EffectRouter<PlayerCommand, Event>()
        .routeEffects(withParameters: { $0 }).to(player.perform).asConnectable
    let controller = try Mobius.loop(update: update, effectHandler: effectHandler)
        .withEventSource(
            board.events(
                board.reader("cards").line { .card($0) }, board.button("pause").pressed(.pause),
                board.button("next").pressed(.next), board.encoder("volume").turned { .turned($0) },
                player.events(positionEvery: .seconds(10)) { .player($0) })
        )
        .makeController(from: Jukebox(), remembering: \.memory, as: "jukebox", on: board)
    controller.connectView(board.speaker.volume(of: .music).showing { .percent(Double($0.memory.volume)) })
    controller.connectView(try board.led("playing").showing { .steady($0.isPlaying) })
    return controller
}

Board.run(wiring: "jukebox", makeJukebox)
