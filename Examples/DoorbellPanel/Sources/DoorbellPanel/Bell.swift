import Carillon

// The loop at the door. Its model is whether the bell is quiet, which the store reports.

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
