import Carillon
import Fluxus

/// Two loops and a store, all on the board's queue: no other thread takes part between the press and the light.
///
///     button bell ───▶ bell ────── missVisitor ──▶ ┌───────┐ ──▶ LEDs
///                       ▲ └ ring ──▶ speaker       │ store │
///                       └───────── isQuiet ─────── │       │
///     button quiet ──▶ quietSwitch ── setQuiet ──▶ └───────┘ ──▶ isQuiet ──▶ quietSwitch
func makeDoorbellPanel(on board: Board) throws -> MobiusController<Bool, BellEvent, BellEffect> {
    let state = PanelState()
    let store = makeStore(of: state, on: board.queue)
    let (quietLamp, missedLamps) = (try board.led("quiet"), try board.number("missed"))
    store.render(state.house) { house in
        quietLamp.set(house.isQuiet)
        missedLamps.set(house.missedVisitors)
    }

    let bell = Mobius.loop(
        update: updateBell,
        effectHandler: EffectRouter<BellEffect, BellEvent>()
            .routeCase(BellEffect.ring).to(try board.speaker.handler(.alert))
            .routeCase(BellEffect.missVisitor).to { store.commit(HouseMutation.missVisitor) }
            .asConnectable
    ).withEventSource(
        try board.events(
            board.button("bell").pressed(send: .pressed),
            store.eventSource(state.house) { house in .quietChanged(house.isQuiet) })
    ).makeController(from: false, on: board.queue)

    let quietSwitch = Mobius.loop(
        update: updateQuietSwitch,
        effectHandler: EffectRouter<QuietSwitchEffect, QuietSwitchEvent>()
            .routeCase(QuietSwitchEffect.setQuiet).to { isQuiet in store.commit(HouseMutation.setQuiet(isQuiet)) }
            .asConnectable
    ).withEventSource(
        try board.events(
            board.button("quiet").pressed(send: .pressed),
            store.eventSource(state.house) { house in .quietChanged(house.isQuiet) })
    ).makeController(from: false, on: board.queue)

    bell.connectView(companion(quietSwitch))
    return bell
}

/// Returns a view that shows nothing. It starts and stops another controller together with its own.
private func companion<Model, OtherModel, OtherEvent, OtherEffect>(
    _ controller: MobiusController<OtherModel, OtherEvent, OtherEffect>
) -> AnyConnectable<Model, Never> {
    AnyConnectable { _ in
        controller.start()
        return Connection(acceptClosure: { _ in }, disposeClosure: controller.stop)
    }
}
