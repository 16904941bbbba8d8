import Carillon

// The loop on the panel: each press of its button is the other way. It does not set its own model, but the store, which
// tells all who want to know.

enum QuietSwitchEvent {
    case pressed
    case quietChanged(Bool)
}

enum QuietSwitchEffect {
    case setQuiet(Bool)
}

func updateQuietSwitch(isQuiet: Bool, event: QuietSwitchEvent) -> Next<Bool, QuietSwitchEffect> {
    switch event {
    case .pressed: .dispatchEffects([.setQuiet(!isQuiet)])
    case .quietChanged(let isQuiet): .next(isQuiet)
    }
}
