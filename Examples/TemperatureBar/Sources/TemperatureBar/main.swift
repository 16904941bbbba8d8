import Carillon
import Foundation

// A bar of lights that shows the processor's temperature from 35 to 80 °C. It is read every 5 s.

enum Event {
    case tick
    case measured(Double?)
}

enum Effect { case measure }

func update(share: Double, event: Event) -> Next<Double, Effect> {
    switch event {
    case .tick: .dispatchEffects([.measure])
    case .measured(let degrees?): .next(min(max((degrees - 35) / 45, 0), 1))
    case .measured(nil): .noChange
    }
}

/// Returns the temperature in °C; nil if the kernel does not report it.
@Sendable func processorTemperature() -> Double? {
    let text = try? String(contentsOfFile: "/sys/class/thermal/thermal_zone0/temp", encoding: .utf8)
    return text.flatMap { Double($0.trimmingCharacters(in: .whitespacesAndNewlines)) }.map { $0 / 1000 }
}

func makeTemperatureBar(
    on board: Board, measuring temperature: @escaping @Sendable () -> Double? = processorTemperature
) throws -> MobiusController<Double, Event, Effect> {
    let effectHandler = EffectRouter<Effect, Event>()
        .routeCase(Effect.measure).toEvent { .measured(temperature()) }
        .asConnectable
    let controller = Mobius.loop(update: update, effectHandler: effectHandler)
        .withEventSource(board.every(.seconds(5), send: .tick))
        .makeController(from: 0, initiate: { First(model: $0, effects: [.measure]) }, on: board.queue)
    controller.connectView(try board.bar("temperature").view { $0 })
    return controller
}

Board.run(wiring: "temperature-bar") { board in try makeTemperatureBar(on: board) }
