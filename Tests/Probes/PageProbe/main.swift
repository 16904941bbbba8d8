import Carillon
import Foundation
import Screens

// The hall of a house, with a device of nearly every kind, for the tests of the page.

struct Hall: Equatable, Sendable {
    enum Mood: Equatable, Sendable {
        case quiet
        case ringing(visit: Int)
    }

    struct Visit: Equatable, Sendable {
        var number: Int
        var isHeard: Bool
    }

    var volume = 2
    var isNight = false
    var isSomeoneThere = false
    var mood = Mood.quiet
    var visits: [Visit] = []
}

enum HallEvent {
    case bell
    case night(Bool)
    case motion(Bool)
    case turned(Int)
    case muted
    case timeIsUp
    case heard
}

enum HallEffect {
    case ring
    case wait
    case openGate(Bool)
}

func update(hall: Hall, event: HallEvent) -> Next<Hall, HallEffect> {
    var next = hall
    switch event {
    case .bell:
        let visit = Hall.Visit(number: hall.visits.count + 1, isHeard: !hall.isNight)
        next.visits = hall.visits.suffix(9) + [visit]
        next.mood = .ringing(visit: visit.number)
        return .next(next, effects: visit.isHeard ? [.ring, .wait] : [.wait])
    case .night(let isNight): next.isNight = isNight
    case .motion(let isSomeoneThere):
        next.isSomeoneThere = isSomeoneThere
        return .next(next, effects: [.openGate(isSomeoneThere)])
    case .turned(let steps): next.volume = min(max(hall.volume + steps, 0), 5)
    case .muted: next.volume = 0
    case .timeIsUp: next.mood = .quiet
    case .heard: break
    }
    return next == hall ? .noChange : .next(next)
}

/// A value of each kind that a user sets. They show what is set.
func values(of board: Board) -> AnyEventSource<HallEvent> {
    let values = board.values
    return board.events(
        values.switch("quiet").commanded { _ in .heard },
        values.number("rings", in: 0...5).commanded { (_: Int) in .heard },
        values.number("warmth", in: 5...25, step: 0.5, unit: " °C").commanded { _ in .heard },
        values.choice("tune", of: ["calm", "loud"]).commanded { _ in .heard },
        values.time("wake").commanded { _ in .heard },
        values.text("note").commanded { _ in .heard }, values.button("chime").pressed(send: .bell),
        values.light("glow").commanded { _ in .heard }, values.colorLight("hue").commanded { _ in .heard },
        values.cover("blind").commanded { _ in .heard })
}

/// A control of each kind.
struct HallMenu: View {
    let hall: Hall

    var body: some View {
        Text("Visits \(hall.visits.count)")
        Button("Ring", send: HallEvent.bell)
        Toggle("Night", isOn: Binding(hall.isNight, send: HallEvent.night))
        Slider(
            "Volume", value: Binding(Double(hall.volume), send: { HallEvent.turned(Int($0) - hall.volume) }), in: 0...5,
            step: 1)
        Stepper("Level", text: "\(hall.volume) of 5", send: HallEvent.turned)
        Picker("Light", selection: Binding(hall.isNight, send: HallEvent.night)) {
            Text("Day").tag(false)
            Text("Evening").tag(true)
        }
        List {
            ForEach(hall.visits, id: \.number) { Button("Visit \($0.number)", send: HallEvent.muted) }
        }
    }
}

func makeHall(on board: Board) throws -> MobiusController<Hall, HallEvent, HallEffect> {
    let timer = board.timer()
    let knob = try board.encoder("volume")
    let gate = try board.relay("gate")
    let ear = try board.microphone("ear")
    // Only the test of the microphone wants levels, which fill the list of events.
    let wantsLevels = ProcessInfo.processInfo.environment["CARILLON_LEVELS"] != nil
    let wantsValues = ProcessInfo.processInfo.environment["CARILLON_VALUES"] != nil
    let controller = Mobius.loop(
        update: update,
        effectHandler: EffectRouter<HallEffect, HallEvent>()
            .routeCase(HallEffect.ring).to(try board.speaker.handler("doorbell"))
            .routeCase(HallEffect.openGate).to { gate.set($0) }
            .routeCase(HallEffect.wait).to(timer.start(after: .seconds(3), send: .timeIsUp))
            .asConnectable
    ).withEventSource(
        board.events(
            try board.button("bell").pressed(send: .bell), try board.switch("night").changed { .night($0) },
            try board.sensor("motion").changed { .motion($0) }, knob.turned { .turned($0) },
            knob.button?.pressed(send: .muted) ?? board.events(),
            wantsLevels ? ear.level { _ in .heard } : board.events(),
            wantsValues ? values(of: board) : board.events())
    ).makeController(from: Hall(), on: board.queue)
    controller.connectView(
        try board.rgb("mood").view {
            $0.mood == .quiet ? ($0.isNight ? Color(red: 0, green: 0.1, blue: 0.4) : .yellow) : .red
        })
    controller.connectView(try board.led("green lamp").view { $0.isNight ? .pulsing() : .on(if: $0.isSomeoneThere) })
    controller.connectView(try board.bar("level").view { Double($0.volume) / 5 })
    controller.connectView(try board.servo("door").view { $0.isNight ? nil : $0.isSomeoneThere ? 90 : 0 })
    // Only the tests of screens want a menu.
    if ProcessInfo.processInfo.environment["CARILLON_MENU"] != nil {
        controller.connectView(try board.screen("panel").view { HallMenu(hall: $0) })
    } else {
        controller.connectView(
            try board.display("panel").view(size: 2) { hall in
                hall.isNight ? nil : "Visits \(hall.visits.count)\nVolume \(hall.volume)"
            })
    }
    if wantsValues { controller.connectView(board.values.number("visits").view { $0.visits.count }) }
    // Music, for the tests of the player.
    if let music = ProcessInfo.processInfo.environment["CARILLON_MUSIC"] {
        _ = board.speaker.volume(of: .music)
        board.player.perform(.play(Playlist(music)))
    }
    return controller
}

Board.run(wiring: "hall", makeHall)
