import AudioTestSupport
import Foundation
import Testing

/// A program of the soak: how to press its buttons, and what its LEDs show after that.
struct SoakedProgram: CustomTestStringConvertible, CustomStringConvertible, Sendable {
    struct Press {
        let line: String
        /// The count after the press.
        let count: Int
        /// Whether a sound follows.
        let isHeard: Bool
    }

    let description: String
    let path: String
    let arguments: [String]
    /// The lines of the LEDs.
    let outputs: [String]
    /// Chooses the next press.
    let nextPress: @Sendable (_ count: Int, _ random: inout SeededGenerator) -> Press
    /// Waits until the LEDs show the count.
    let check: @Sendable (_ chip: GPIOSimChip, _ count: Int, _ isPressed: Bool) throws -> Void

    var testDescription: String { description }

    static let all = [counter, doorbell, buttonLight]

    private static let counter = SoakedProgram(
        description: "counter", path: Program.counterPath, arguments: [],
        outputs: ["GPIO5", "GPIO6", "GPIO13", "GPIO19"],
        nextPress: { count, random in
            let isPlus = count < 15 && Bool.random(using: &random)
            if isPlus { return Press(line: "GPIO17", count: count + 1, isHeard: false) }
            // The counter does not go below 0; it plays a sound.
            return Press(line: "GPIO27", count: max(0, count - 1), isHeard: count == 0)
        },
        check: { chip, count, _ in
            try wait(until: "the LEDs show \(count)") {
                try ["GPIO19", "GPIO13", "GPIO6", "GPIO5"].reduce(0) { try $0 * 2 + (chip[$1].level == .high ? 1 : 0) }
                    == count
            }
        })

    private static let doorbell = example(
        "Doorbell", wiring: "doorbell", outputs: ["GPIO5"],
        nextPress: { count, _ in Press(line: "GPIO17", count: count + 1, isHeard: true) },
        check: { chip, count, isPressed in
            if isPressed { try wait(until: "press \(count) is seen") { try chip["GPIO5"].level == .high } }
            // It blinks ten times, for 300 ms each.
            if isPressed { usleep(8_000_000) }
            try wait(until: "the light is off after press \(count)") { try chip["GPIO5"].level == .low }
        })

    private static let buttonLight = example(
        "ButtonLight", wiring: "button-light", outputs: ["GPIO17", "GPIO27"],
        nextPress: { count, _ in Press(line: "GPIO2", count: count + 1, isHeard: false) },
        check: { chip, count, _ in
            try wait(until: "the lamp shows press \(count)") {
                try (chip["GPIO27"].level == .high) == (count % 2 == 1) && chip["GPIO17"].level == .low
            }
        })

    private static func example(
        _ name: String, wiring: String, outputs: [String],
        nextPress: @escaping @Sendable (Int, inout SeededGenerator) -> Press,
        check: @escaping @Sendable (GPIOSimChip, Int, Bool) throws -> Void
    ) -> SoakedProgram {
        let examples = Program.root.appendingPathComponent("Examples").path
        return SoakedProgram(
            description: name, path: "\(examples)/.build/release/\(name)",
            arguments: ["--wiring", "\(examples)/\(name)/Boards/wirings/\(wiring).yaml"], outputs: outputs,
            nextPress: nextPress, check: check)
    }
}
