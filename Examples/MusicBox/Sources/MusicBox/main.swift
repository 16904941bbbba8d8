import Carillon

// Four buttons for four sounds, which can play at the same time.

enum Note: Equatable, Sendable { case bell, tick, tock, chord }

func update(model: Int, note: Note) -> Next<Int, Note> { .next(model + 1, effects: [note]) }

func makeMusicBox(on board: Board) throws -> MobiusController<Int, Note, Note> {
    let effectHandler = EffectRouter<Note, Note>()
        .routeCase(Note.bell).to(try board.speaker.handler("doorbell"))
        .routeCase(Note.tick).to(try board.speaker.handler("tick"))
        .routeCase(Note.tock).to(try board.speaker.handler("tock"))
        .routeCase(Note.chord).to(try board.speaker.handler("success"))
        .asConnectable
    return Mobius.loop(update: update, effectHandler: effectHandler)
        .withEventSource(try board.buttons(["first": .bell, "second": .tick, "third": .tock, "fourth": .chord]))
        .makeController(from: 0, on: board.queue)
}

Board.run(wiring: "music-box", makeMusicBox)
