import Carillon

// A clock on a ring of 60 pixels: red is the hour, green the minute, blue the second, and white marks the quarters. A knob sets the
// brightness. The first pixel is at the top.

struct Model: Equatable, Sendable {
    var time: TimeOfDay
    /// From 1 to 10.
    var brightness = 5

    /// The colours of the pixels, clockwise.
    var pixels: [Color] {
        let light = Double(brightness) / 10
        var pixels = (0..<60).map { $0.isMultiple(of: 15) ? Color(red: 0.1, green: 0.1, blue: 0.1) : .black }
        // The hand of the hours moves each 12 minutes. A later hand covers an earlier one.
        pixels[time.hour % 12 * 5 + time.minute / 12] = .red
        pixels[time.minute] = .green
        pixels[time.second] = .blue
        return pixels.map { Color(red: $0.red * light, green: $0.green * light, blue: $0.blue * light) }
    }
}
enum Event {
    case second(TimeOfDay)
    case turned(Int)
}

func update(model: Model, event: Event) -> Next<Model, Never> {
    var model = model
    switch event {
    case .second(let time): model.time = time
    case .turned(let steps): model.brightness = min(max(model.brightness + steps, 1), 10)
    }
    return .next(model)
}

func makeStripClock(on board: Board) throws -> MobiusController<Model, Event, Never> {
    let clock = board.clock
    let controller = Mobius.loop(update: update, effectHandler: EffectRouter<Never, Event>().asConnectable)
        .withEventSource(
            try board.events(
                clock.events(.every(.seconds(1))) { .second($0.time.time) },
                board.encoder("brightness").turned { .turned($0) })
        )
        .makeController(from: Model(time: clock.now.time), on: board.queue)
    controller.connectView(try board.strip("dial").view(\.pixels))
    return controller
}

Board.run(wiring: "strip-clock", makeStripClock)
