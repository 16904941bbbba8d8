import Carillon

// The loop at the panel: each press of its button toggles the quiet mode. It does not set its own model, but the store,
// which notifies both loops.

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
