import CarillonAudio
import CarillonBoard
import CarillonDevices
import CarillonGPIO
import CarillonScheduling
import Dispatch
import MobiusCore

/// An application whose effects are sounds that end, tasks, work on other queues, and random times.
package enum Bell {
    package struct Model: Equatable, Sendable {
        var rings = 0
        var ends: [Int] = []
        var answers: [Int] = []
        var pressedAt = Duration.zero
        var chance = 0.0
    }

    package enum Event: Sendable {
        case stop, later
        case pressed(Duration)
        case ended(VoiceEndReason)
        case answered(Int)
        case drawn(Double)
        case present(Bool)
    }

    package enum Effect: Sendable {
        case ring, stop, wait, draw
        case ask(Int)
        case look(Int)
    }

    static func update(model: Model, event: Event) -> Next<Model, Effect> {
        var next = model
        switch event {
        case .pressed(let time):
            next.rings += 1
            next.pressedAt = time
            return .next(next, effects: [.ring, .ask(next.rings), .look(next.rings), .wait, .draw])
        case .stop: return .dispatchEffects([.stop])
        case .ended(let end): next.ends = model.ends.suffix(5) + [end.rawValue]
        case .answered(let answer): next.answers = model.answers.suffix(5) + [answer + model.ends.count]
        case .later: next.rings += 100
        case .drawn(let number): next.chance = number
        case .present(let isPresent): next.chance = isPresent ? 2 : 3
        }
        return .next(next)
    }

    package static func make(on board: Board) throws -> MobiusController<Model, Event, Effect> {
        let (queue, random) = (board.queue, board.random)
        let presses = try board.button("bell")
        let handler = EffectRouter<Effect, Event>()
            .routeCase(Effect.ring).to(try board.speaker.handler("ding", then: Event.ended))
            .routeCase(Effect.stop).to(try board.speaker.handler(stopping: "ding"))
            .routeCase(Effect.ask).toEvent { (number: Int) async -> Event? in
                for _ in 0..<(number * 7 % 5) { await Task.yield() }
                return .answered(number * number)
            }
            .routeCase(Effect.look).to(
                AnyEffectHandler<Int, Event> { number, callback in
                    DispatchQueue.global().async {
                        callback.send(.answered(-number))
                        callback.end(with: .answered(number))
                    }
                    return EmptyDisposable()
                }
            )
            .routeCase(Effect.wait).to(
                board.timer().start(within: .milliseconds(1) ... .milliseconds(400), send: .later)
            )
            .routeCase(Effect.draw).toEvent {
                var random = random
                return .drawn(.random(in: 0..<1, using: &random))
            }
            .asConnectable
        return Mobius.loop(update: update, effectHandler: handler)
            .withEventSource(
                board.events(
                    AnyEventSource<Event> { consumer in
                        presses.observe { if $0 { consumer(.pressed(queue.now)) } }
                    }, try board.button("stop").pressed(send: .stop), board.chipPresence(send: Event.present),
                    try board.button("stop").held(for: .milliseconds(300), repeating: true, send: .later),
                    board.every(.milliseconds(50), send: .stop))
            )
            .makeController(from: Model(), on: queue)
    }

    package static func devices() throws -> Wiring {
        try Wiring(
            .button("bell", line: "A"), .button("stop", line: "B") { $0.debounce = .milliseconds(5) },
            .led("lamp", line: "C"))
    }
}
