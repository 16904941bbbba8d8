import Carillon

// A weather station: a display shows the temperature, the humidity, the air pressure, and whether it rises or falls. A light
// blinks when the pressure falls by more than 3 hPa in three hours, which is a sign of a storm.

struct Model: Equatable, Sendable {
    var temperature: Double?
    var humidity: Double?
    var pressure: Double?
    /// The pressures of the last three hours, one for each ten minutes, the oldest one first.
    var history: [Double] = []

    /// The change of the pressure since the oldest one.
    var change: Double { (pressure ?? 0) - (pressure == nil ? 0 : history.first ?? pressure ?? 0) }

    var text: String {
        func rounded(_ number: Double?) -> String { number.map { "\(Int($0.rounded()))" } ?? "-" }
        let trend = change > 1 ? "rising" : change < -1 ? "falling" : "steady"
        return """
            \(rounded(temperature)) °C
            \(rounded(humidity)) %
            \(rounded(pressure)) hPa
            \(trend)
            """
    }
}
enum Event {
    case temperature(Double?)
    case humidity(Double?)
    case pressure(Double?)
    case tenMinutes
}

func update(model: Model, event: Event) -> Next<Model, Never> {
    var model = model
    switch event {
    case .temperature(let degrees): model.temperature = degrees
    case .humidity(let percent): model.humidity = percent
    case .pressure(let hectopascal): model.pressure = hectopascal
    case .tenMinutes:
        guard let pressure = model.pressure else { return .noChange }
        model.history = (model.history + [pressure]).suffix(19)
    }
    return .next(model)
}

func makeWeatherStation(on board: Board) throws -> MobiusController<Model, Event, Never> {
    let outside = try board.climate("outside")
    let controller = Mobius.loop(update: update, effectHandler: EffectRouter<Never, Event>().asConnectable)
        .withEventSource(
            board.events(
                outside.temperature.changed { .temperature($0) }, outside.temperature.absent(send: .temperature(nil)),
                outside.humidity.changed { .humidity($0) }, outside.humidity.absent(send: .humidity(nil)),
                outside.pressure.changed { .pressure($0) }, outside.pressure.absent(send: .pressure(nil)),
                board.clock.every(.seconds(600), send: .tenMinutes))
        )
        .makeController(from: Model(), on: board.queue)
    controller.connectView(try board.display("panel").view(size: 2, \.text))
    controller.connectView(try board.led("storm").view { $0.change < -3 ? .blinking() : .off })
    return controller
}

Board.run(wiring: "weather-station", makeWeatherStation)
