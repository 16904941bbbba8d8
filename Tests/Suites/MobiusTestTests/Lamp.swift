import MobiusCore
import MobiusTest

/// The subject of the specs: a lamp with a switch and a dimmer.
struct Lamp: Equatable {
    struct Light: Equatable {
        var brightness: Int
        var colour: String
    }

    var isOn: Bool
    var light: Light

    static let dark = Lamp(isOn: false, light: Light(brightness: 5, colour: "white"))
    static let lit = Lamp(isOn: true, light: Light(brightness: 5, colour: "white"))
}

enum LampEvent { case pressed, held, ignored }

enum LampEffect: Equatable {
    case click
    case glow(Int)
    case save(String)
}

func update(lamp: Lamp, event: LampEvent) -> Next<Lamp, LampEffect> {
    var lamp = lamp
    switch event {
    case .pressed:
        lamp.isOn.toggle()
        return .next(lamp, effects: [.click, .glow(lamp.isOn ? lamp.light.brightness : 0)])
    case .held:
        return .dispatchEffects([.save("lamp")])
    case .ignored:
        return .noChange
    }
}

func initiate(lamp: Lamp) -> First<Lamp, LampEffect> {
    First(model: lamp, effects: lamp.isOn ? [.glow(lamp.light.brightness)] : [])
}

/// Returns the result of a predicate, in one word or as the message of the failure.
func verdict<Value>(_ predicate: Predicate<Value>, on value: Value) -> String {
    switch predicate(value) {
    case .success: "holds"
    case .failure(let message, _, _): message
    }
}
