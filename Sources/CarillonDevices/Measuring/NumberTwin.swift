import CarillonGPIO
import CarillonScheduling

/// A simulated device that measures numbers, and answers with the registers of its chip.
final class NumberTwin<Registers: Sendable>: SimulatedTwin {
    /// Answers a transfer: the registers, the numbers of a channel, the bytes written and the number of bytes to read.
    typealias Answer =
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

    /// - Parameters:
    ///   - registers: The registers after power-on.
    ///   - numbers: The numbers of each channel at first.
    ///   - ranges: The numbers that the chip can measure.
    init(_ registers: Registers, _ numbers: [Double], _ ranges: [ClosedRange<Double>], _ answer: @escaping Answer) {
        initial = (registers, numbers)
        (self.ranges, self.answer) = (ranges, answer)
        state = Locked(State(registers: registers))
    }

    func transfer(_ written: [UInt8], reading count: Int) throws(BusError) -> [UInt8] {
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

    /// Takes the numbers of a channel, separated by spaces. Those that are left out do not change.
    func operate(_ text: String, channel: Int) -> Bool {
        let words = text.split(separator: " ")
        let new = words.compactMap { Double($0) }
        guard !new.isEmpty, new.count == words.count, new.count <= ranges.count,
            zip(new, ranges).allSatisfy({ $1.contains($0) })
        else { return false }
        state.withLock { state in
            let old = state.numbers[channel] ?? initial.numbers
            state.numbers[channel] = new + old.dropFirst(new.count)
        }
        return true
    }

    func losePower() { state.withLock { $0.registers = initial.registers } }
}
