import Carillon
import CarillonMemory

// A knob for the volume of the loudspeaker, shown by a bar of lights. Pressing it mutes the sound. The box remembers the
// volume.

struct Model: Codable, Equatable, Sendable {
    var volume = 50
    var isMuted = false
}

enum Event {
    case turned(Int)
    case pressed
    case volume(Int)
    case muted(Bool)
}

func update(model: Model, event: Event) -> Model {
    var next = model
    switch event {
    case .turned(let steps):
        next.volume = min(max(model.volume + steps * 5, 0), 100)
        next.isMuted = false
    case .pressed: next.isMuted.toggle()
    case .volume(let volume): next.volume = volume
    case .muted(let isMuted): next.isMuted = isMuted
    }
    return next
}

func makeVolumeKnob(on board: Board) throws -> MobiusController<Model, Event, Never> {
    let knob = try board.encoder("volume")
    let controller = try Mobius.beginnerLoop(update: update)
        .withEventSource(
            board.events(
                knob.turned { .turned($0) }, knob.button?.pressed(send: .pressed) ?? board.events(),
                // The volume and the mute switch of the page, or of a fleet.
                board.values.volume.commanded { .volume($0) }, board.values.switch("main").commanded { .muted($0) })
        )
        .makeController(from: Model(), remembering: "volume", on: board)
    controller.connectView(board.speaker.volume.view { .percent($0.volume) })
    controller.connectView(board.speaker.volume.mute.view { $0.isMuted })
    controller.connectView(try board.bar("level").view { $0.isMuted ? 0 : Double($0.volume) / 100 })
    controller.connectView(try board.led("muted").view { $0.isMuted ? .blinking() : .off })
    return controller
}

Board.run(wiring: "volume-knob", makeVolumeKnob)
