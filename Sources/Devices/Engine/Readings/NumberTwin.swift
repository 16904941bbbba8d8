import CarillonGPIO
import CarillonScheduling

/// A simulated device that measures numbers, and answers with the registers of its chip. A user enters the numbers.
///
///     NumberTwin((), [20], [-55...125]) { (_, numbers, _, _) throws(BusError) in [UInt8(numbers(0)[0])] }
public final class NumberTwin<Registers: Sendable>: SimulatedTwin {
    /// A function that answers a transfer. It receives the registers, a function that returns the numbers of a channel, the
    /// bytes written, and the number of bytes to read. It returns the bytes read.
    public typealias Answer =
        @Sendable (inout Registers, (_ channel: Int) -> [Double], _ written: [UInt8], _ count: Int) throws(BusError) ->
        [UInt8]

    private struct State {
        var registers: Registers
        var numbers: [Int: [Double]] = [:]
    }

    private let initial: (registers: Registers, numbers: [Double])
    private let ranges: [ClosedRange<Double>]
    private let answer: Answer
    private let state: Locked<State>

    /// Creates a simulated device.
    ///
    /// - Parameters:
    ///   - registers: The registers after power-on; `()` for a chip without any.
    ///   - numbers: The numbers of each channel at first, one for each quantity.
    ///   - ranges: The range of each number.
    ///   - answer: Answers a transfer.
    public init(
        _ registers: Registers, _ numbers: [Double], _ ranges: [ClosedRange<Double>], _ answer: @escaping Answer
    ) {
        initial = (registers, numbers)
        (self.ranges, self.answer) = (ranges, answer)
        state = Locked(State(registers: registers))
    }

    public func transfer(_ written: [UInt8], reading count: Int) throws(BusError) -> [UInt8] {
        var result = Result<[UInt8], BusError>.success([])
        state.withLock { state in
            let numbers = state.numbers
            do throws(BusError) {
                result = .success(
                    try answer(&state.registers, { numbers[$0] ?? initial.numbers }, written, count))
            } catch {
                result = .failure(error)
            }
        }
        return try result.get()
    }

    /// Sets the numbers of a channel from a text, in which spaces separate them. Numbers that are omitted, or given as `-`,
    /// do not change.
    public func operate(_ text: String, channel: Int) -> Bool {
        let words = text.split(separator: " ")
        guard !words.isEmpty, words.count <= ranges.count else { return false }
        return state.withLock { state in
            var numbers = state.numbers[channel] ?? initial.numbers
            for (index, word) in words.enumerated() where word != "-" {
                guard let number = Double(word), ranges[index].contains(number) else { return false }
                numbers[index] = number
            }
            state.numbers[channel] = numbers
            return true
        }
    }

    public func losePower() { state.withLock { $0.registers = initial.registers } }
}
