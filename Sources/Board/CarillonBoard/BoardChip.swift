import CarillonGPIO
import MobiusCore

/// The chips of a board as a single chip, whose lines have the names of the board's headers.
///
/// Used on the thread of the chips' queue, like the chips.
package final class BoardChip: GPIOChip {
    /// A line on its own chip.
    private struct ChipLine {
        let chip: Int
        let name: String
    }

    /// The labels of the chips.
    package let label: String
    /// The headers' lines that exist on the chips, in the order of the pins.
    package let lineNames: [String]

    private let chips: [any GPIOChip]
    private let lines: [String: ChipLine]

    /// - Parameters:
    ///   - board: The board.
    ///   - chips: The chips that the board names.
    package init(_ board: BoardDescription, chips: [any GPIOChip]) {
        label = chips.map(\.label).joined(separator: ", ")
        self.chips = chips
        var lines: [String: ChipLine] = [:]
        for pin in board.pins { lines[pin.name] = Self.line(of: pin, on: chips) }
        self.lines = lines
        lineNames = board.lineNames.filter { lines[$0] != nil }
    }

    /// Returns the line of a pin on its chip; nil if the chips lack it.
    ///
    /// Kernels differ in line names and chip numbers. A name that any chip has takes precedence. A line without a name
    /// is found by its offset on the chip that the board's file names.
    private static func line(of pin: HeaderPin, on chips: [any GPIOChip]) -> ChipLine? {
        guard case .line(let label, let offset) = pin.role else { return nil }
        for name in pin.names {
            if let chip = chips.firstIndex(where: { $0.lineNames.contains(name) }) {
                return ChipLine(chip: chip, name: name)
            }
        }
        guard let offset, let chip = chips.firstIndex(where: { $0.label == label }) else { return nil }
        let name = "\(offset)"
        return chips[chip].lineNames.contains(name) ? ChipLine(chip: chip, name: name) : nil
    }

    private func line(of name: String) throws(GPIOError) -> ChipLine {
        guard let line = lines[name] else { throw .noLine(name: name, chip: label) }
        return line
    }

    package func requestInput(_ name: String, settings: InputSettings) throws(GPIOError) -> any InputLine {
        let line = try line(of: name)
        return try chips[line.chip].requestInput(line.name, settings: settings)
    }

    /// Requests lines as outputs. Lines of the same chip are driven together. On an error, no line is requested.
    package func requestOutputs(
        _ lines: [(name: String, settings: OutputSettings)]
    ) throws(GPIOError) -> any OutputLines {
        var bits: [[Int]] = chips.map { _ in [] }
        var requests: [[(name: String, settings: OutputSettings)]] = chips.map { _ in [] }
        for (bit, requested) in lines.enumerated() {
            let line = try line(of: requested.name)
            bits[line.chip].append(bit)
            requests[line.chip].append((line.name, requested.settings))
        }
        var groups: [OutputLinesOfChips.Group] = []
        for index in chips.indices where !bits[index].isEmpty {
            do {
                let lines = try chips[index].requestOutputs(requests[index])
                groups.append(OutputLinesOfChips.Group(lines: lines, bits: bits[index]))
            } catch {
                for group in groups { try? group.lines.close() }
                throw error
            }
        }
        // A board usually has one chip, so that the bits need no sorting.
        return groups.count == 1 ? groups[0].lines : OutputLinesOfChips(groups)
    }

    /// Requests a channel of the PWM hardware. It belongs to the machine, so any of the chips can provide it.
    package func requestPWM(
        chip: String, channel: Int, period: Duration, settings: OutputSettings
    ) throws(GPIOError) -> any PWMOutput {
        guard let any = chips.first else { throw .noPWM(chip: chip, channel: channel) }
        return try any.requestPWM(chip: chip, channel: channel, period: period, settings: settings)
    }

    /// Requests a device on a bus. Buses belong to the machine, so any of the chips can provide a device without lines. The
    /// lines of an address have to be on one chip.
    package func requestDevice(at address: BusAddress, safe: [UInt8]) throws(BusError) -> any BusDevice {
        var chip = 0
        let address = try address.changingLines { (name) throws(BusError) in
            do throws(GPIOError) {
                let line = try line(of: name)
                chip = line.chip
                return line.name
            } catch {
                throw .line(error)
            }
        }
        guard chips.indices.contains(chip) else { throw .noBus(name: address.name, present: []) }
        return try chips[chip].requestDevice(at: address, safe: safe)
    }

    package func provideTwin(at address: BusAddress, _ make: () -> any SimulatedTwin) {
        chips.first?.provideTwin(at: address, make)
    }

    /// Requests the keys of an input device. Input devices belong to the machine, so any of the chips can provide them.
    package func requestKeys(of source: KeySource) throws(KeyInputError) -> any KeyInput {
        guard let any = chips.first else { throw .noDevice(source, present: []) }
        return try any.requestKeys(of: source)
    }

    package func observePresence(_ handler: @escaping @Sendable (Bool) -> Void) -> any Disposable {
        let observations = chips.map { $0.observePresence(handler) }
        return AnonymousDisposable { for observation in observations { observation.dispose() } }
    }
}

/// Output lines of several chips. The lines of each chip change together; the chips are set one after another.
private final class OutputLinesOfChips: OutputLines {
    /// The lines of one chip.
    struct Group: Sendable {
        let lines: any OutputLines
        /// For each line of the group, its bit in the levels of all lines.
        let bits: [Int]
    }

    private let groups: [Group]

    init(_ groups: [Group]) {
        self.groups = groups
    }

    var needPulses: Bool { groups.contains { $0.lines.needPulses } }

    func set(_ levels: UInt64) throws(GPIOError) {
        // Set the other chips even if one fails.
        var failure: GPIOError?
        for group in groups {
            var own: UInt64 = 0
            for (index, bit) in group.bits.enumerated() { own |= (levels >> UInt64(bit) & 1) << UInt64(index) }
            do { try group.lines.set(own) } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }

    func close() throws(GPIOError) {
        var failure: GPIOError?
        for group in groups {
            do { try group.lines.close() } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }
}
