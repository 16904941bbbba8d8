import CarillonBoard
import CarillonTest
import Screens
import SessionTestSupport
import TestSupport
import Testing

private func makeSettings(on board: Board) throws -> MobiusController<Menu, MenuEvent, Never> {
    try makeMenu(on: board, screen: try board.screen("panel")) { model in
        List {
            Toggle("Loudness", isOn: Binding(model.isLoud, send: MenuEvent.loud))
            Slider("Volume", value: Binding(model.volume, send: MenuEvent.volume), in: 0...100, step: 5)
            ForEach(model.stations) { Button($0.name, send: MenuEvent.chose($0.id)) }
        }
    }
}

@Suite struct ScreenSessionTests {
    /// 1,000 sessions with `CARILLON_THOROUGH`, half of them by the hostile hand.
    @Test(arguments: [true, false]) func menusReplayExactly(isGentle: Bool) throws {
        try expectReplays(isGentle, makeSettings)
    }

    @Test(arguments: [true, false]) func viewsOfAStoreReplayExactly(isGentle: Bool) throws {
        try expectReplays(isGentle, makeMarks)
    }

    @Test func commandsOfThePageReplayExactly() throws {
        let commands = [
            "press News 4", "set Volume 80", "press Loudness", "press Volume", "turn Volume -2", "back", "press Gone",
            "press Jazz FM 16",
        ]
        var (events, faults): (Int, [UInt64]) = (0, [])
        for seed in 0..<UInt64(isThorough ? 100 : 10) {
            let made = Locked<Board?>(nil)
            var count = 0
            let act = {
                guard let board = made.withLock({ $0 }), let feature = board.features["screen/panel"] else { return }
                board.command(feature, commands[count % commands.count], from: .page) { _ in }
                count += 1
            }
            let recorded = try HostileSession(of: try wiring, seed: seed, lasting: .seconds(10), pause: act) { board in
                made.withLock { $0 = board }
                return try makeSettings(on: board)
            }
            let (eventLog, divergence) = try HostileSession.replay(recorded.session, of: try wiring, makeSettings)
            if divergence != nil || eventLog != recorded.eventLog { faults.append(seed) }
            events += eventLog.count { $0.hasPrefix("volume") }
        }
        expectEqual(faults, [])
        #expect(events > 30)
    }

    private var wiring: Wiring {
        get throws {
            try Wiring(
                .encoder("knob", a: "GPIO5", b: "GPIO6", button: "GPIO13"), .button("remove", line: "GPIO19"),
                .display("panel", bus: "i2c-1"))
        }
    }

    private func expectReplays<Model, Event, Effect>(
        _ isGentle: Bool, _ make: @escaping @Sendable (Board) throws -> MobiusController<Model, Event, Effect>
    ) throws {
        let wiring = try wiring
        var (events, faults): (Int, [UInt64]) = (0, [])
        for seed in 0..<UInt64(isThorough ? 500 : 10) {
            let recorded = try HostileSession(
                of: wiring, seed: seed, isGentle: isGentle, lasting: .seconds(60), make)
            let (eventLog, divergence) = try HostileSession.replay(recorded.session, of: wiring, make)
            if divergence != nil || eventLog != recorded.eventLog { faults.append(seed) }
            events += eventLog.count
        }
        expectEqual(faults, [])
        #expect(events > 30)
    }
}
