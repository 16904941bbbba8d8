/// An error in a test's call of a method of the bench.
public enum BenchError: Error, Equatable, CustomStringConvertible {
    /// A character in a text of levels is not `-`, `_` or `?`.
    case notALevel(Character)
    /// A device with several lines where a single line is required. `names` are the names of its lines.
    case severalLines(name: String, names: [String])
    /// A number of clicks or steps is outside the allowed range.
    case outOfRange(Int, allowed: ClosedRange<Int>)
    /// A device that cannot be set from outside the program, or not to this value. `reason` states why.
    case cannotBeSet(name: String, value: String, reason: String)
    /// The application requests more lines than the bench has. `count` is the number of lines of the bench.
    case noLines(count: Int)
    /// A quantity that the device does not measure.
    case unknownQuantity(BenchQuantity, at: String, allowed: [BenchQuantity])
    /// The screen `on` does not show the control. `known` lists the controls that it shows.
    case noControl(String, on: String, known: [String])
    /// A text that is not a date and a time, or a time that has passed.
    case invalidTime(String)

    /// The error, and its correction.
    public var description: String {
        switch self {
        case .notALevel(let character):
            "invalid level \"\(character)\"; use - for active, _ for inactive, ? for a change whose edge is lost"
        case .severalLines(let name, let names):
            "\"\(name)\" has several lines; use one of: \(names.joined(separator: ", "))"
        case .outOfRange(let number, let allowed):
            "\(number) is out of range; use \(allowed.lowerBound) to \(allowed.upperBound)"
        case .cannotBeSet(let name, let value, let reason): "cannot set \"\(name)\" to \(value): \(reason)"
        case .noLines(let count):
            "all \(count) lines of the bench are in use"
        case .unknownQuantity(let name, let device, let allowed):
            "\"\(device)\" does not measure .\(name); "
                + (allowed.isEmpty
                    ? "write bench.measure(21.5, at: \"\(device)\")"
                    : "it has \(allowed.map { ".\($0)" }.joined(separator: ", "))")
        case .noControl(let name, let screen, let known):
            "the screen \"\(screen)\" has no control \"\(name)\"; "
                + (known.isEmpty
                    ? "it shows none" : "it has \(known.prefix(20).map { "\"\($0)\"" }.joined(separator: ", "))")
        case .invalidTime(let text):
            "\"\(text)\" is no time to come; write 2026-03-28 22:00, or 07:00 for the next one"
        }
    }
}
