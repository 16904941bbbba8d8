import Carillon

// The loop at the door. Its model is whether it is to be quiet, which the store tells it.

enum BellEvent {
    case pressed
    case quietChanged(Bool)
}

enum BellEffect {
    case ring
    case missVisitor
}

func updateBell(isQuiet: Bool, event: BellEvent) -> Next<Bool, BellEffect> {
    switch event {
    case .pressed: .dispatchEffects([isQuiet ? .missVisitor : .ring])
    case .quietChanged(let isQuiet): .next(isQuiet)
    }
}
