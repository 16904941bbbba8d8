import Foundation

/// The counter on a board in the shape of a Raspberry Pi 4B, with its buttons and LEDs.
struct CounterPanel {
    enum Button: String {
        case plus = "GPIO17"
        case minus = "GPIO27"
    }

    let chip: GPIOSimChip
    let program: Program

    /// Starts the counter, and ends it after `body`.
    ///
    /// - Parameters:
    ///   - sound: The argument of `--sound`.
    ///   - arguments: Further arguments.
    static func run(
        sound: String = "none", arguments: [String] = [], _ body: (CounterPanel) throws -> Void
    ) throws {
        let chip = try GPIOSimChip.raspberryPi4B()
        defer { chip.remove() }
        let program = try Program.counter(["--board", "raspberry-pi-4b", "--sound", sound] + arguments)
        defer { program.end() }
        try program.waitForError(containing: "running on")
        try body(CounterPanel(chip: chip, program: program))
    }

    func line(_ button: Button) -> GPIOSimLine { chip[button.rawValue] }

    /// The duration of a press, and of the pause after it.
    static let hold = Duration.milliseconds(80)

    /// The lines of the LEDs, the lowest bit first.
    var leds: [GPIOSimLine] { ["GPIO5", "GPIO6", "GPIO13", "GPIO19"].map { chip[$0] } }

    /// The number that the LEDs show.
    var shown: Int {
        get throws { try leds.reversed().reduce(0) { try $0 * 2 + ($1.level == .high ? 1 : 0) } }
    }

    func waitUntilShown(_ number: Int) throws {
        try wait(until: "the LEDs show \(number)", details: program.errors) { try shown == number }
    }

    /// Presses and releases a button as a user does. The buttons pull their lines low.
    func press(_ button: Button) throws {
        try line(button).play([(.low, Self.hold), (.high, Self.hold)])
    }
}

extension Program {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Returns the path of a program that was built by the compiler of this test, and linked with the same libraries.
    ///
    /// - Parameter path: The program's configuration and name, such as `release/counter`.
    static func builtPath(_ path: String) -> String {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(path).path
    }

    /// The path of the released counter.
    static let counterPath = builtPath("release/counter")

    static func counter(_ arguments: [String]) throws -> Program {
        try built(counterPath, arguments)
    }

    /// Starts a program without Swift's own crash handler, which survives a signal sent by another process.
    static func built(_ path: String, _ arguments: [String]) throws -> Program {
        try Program("env", ["SWIFT_BACKTRACE=enable=no", path] + arguments)
    }
}
