import CarillonTest
import Screens
import TestSupport
import Testing

@testable import FluxusActions
@testable import FluxusGetters
@testable import FluxusMinimal

/// The programs of the README of Fluxus (seed 003_76ff36c72ca32889.txt): "1) Minimal example", "2) Add getters" and
/// "3) Add actions/dispatchers". Their window is the screen of a display.
@Suite struct ReadmeTests {
    let bench: Bench<Void>
    let window: Screen

    init() throws {
        bench = try Bench()
        window = try bench.board.screen("oled").control(by: bench.board.encoder("knob"))
    }

    @Test func buttonIncrementsTheCounter() throws {
        FluxusMinimal.scene(window)
        expectEqual(try text, "Count: 0\n>Increment")
        for count in 1...2 {
            try bench.press("knob")
            expectEqual(try text, "Count: \(count)\n>Increment")
        }
    }

    @Test func colorChangesWithTheGetter() throws {
        FluxusGetters.scene(window)
        expectEqual(window.texts.first?.color, .orange)
        try bench.screen("oled").press("Increment")
        expectEqual(window.texts.first?.color, .green)
        expectEqual(try text, "Count: 1\n>Increment")
    }

    @Test func countIsUpdatedAsynchronously() async throws {
        FluxusActions.scene(window)
        try bench.screen("oled").press("Increment")
        expectEqual(try text, "Count: 1\n>Increment\nIncrement Random (A…")
        try bench.screen("oled").press("Increment Random (Async)")
        let screen = try bench.screen("oled")
        #expect(await bench.settle { !screen.text.hasPrefix("Count: 1\n") })
        let count = Int(screen.text.prefix { $0 != "\n" }.dropFirst(7)) ?? 0
        #expect((2...100).contains(count))
    }

    private var text: String { get throws { try bench.screen("oled").text } }
}
