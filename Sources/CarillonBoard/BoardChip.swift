import CarillonGPIO
import MobiusCore

/// The chips of a board as one, whose lines go by the names of the board's headers.
///
/// Used on the thread of the chips' queue, as they are.
package final class BoardChip: GPIOChip {
    /// A line where it really is.
    private struct Place {
        let chip: Int
        let name: String
    }

    /// The labels of the chips.
    package let label: String
    /// The headers' lines that the chips have, in the order of the pins.
    package let lineNames: [String]

    private let chips: [any GPIOChip]
    private let places: [String: Place]

    /// - Parameters:
    ///   - board: The board.
    ///   - chips: Those that the board names.
    package init(_ board: BoardDescription, chips: [any GPIOChip]) {
        label = chips.map(\.label).joined(separator: ", ")
        self.chips = chips
        var places: [String: Place] = [:]
        for pin in board.pins { places[pin.name] = Self.place(of: pin, on: chips) }
        self.places = places
        lineNames = board.lineNames.filter { places[$0] != nil }
    }

    /// Kernels differ in what they call a line, and in which chip is which; so names count first, on any chip. A line
    /// without a name goes by its number on the chip that the board's file names.
    private static func place(of pin: HeaderPin, on chips: [any GPIOChip]) -> Place? {
        guard case .line(let label, let offset) = pin.role else { return nil }
        for name in pin.names {
            if let chip = chips.firstIndex(where: { $0.lineNames.contains(name) }) {
                return Place(chip: chip, name: name)
            }
        }
        guard let offset, let chip = chips.firstIndex(where: { $0.label == label }) else { return nil }
        let name = "\(offset)"
        return chips[chip].lineNames.contains(name) ? Place(chip: chip, name: name) : nil
    }

    private func place(of name: String) throws(GPIOError) -> Place {
        guard let place = places[name] else { throw .noLine(name: name, chip: label) }
        return place
    }

    /// Takes the line that the headers call `name` as an input.
    ///
    /// - Throws: As the line's own chip does.
    package func requestInput(_ name: String, settings: InputSettings) throws(GPIOError) -> any InputLine {
        let place = try place(of: name)
        return try chips[place.chip].requestInput(place.name, settings: settings)
    }

    /// Takes lines as outputs: those of one chip are driven together.
    ///
    /// - Throws: As the lines' own chips do; then none is taken.
    package func requestOutputs(
        _ lines: [(name: String, settings: OutputSettings)]
    ) throws(GPIOError) -> any OutputLines {
        var bits: [[Int]] = chips.map { _ in [] }
        var requests: [[(name: String, settings: OutputSettings)]] = chips.map { _ in [] }
        for (bit, line) in lines.enumerated() {
            let place = try place(of: line.name)
            bits[place.chip].append(bit)
            requests[place.chip].append((place.name, line.settings))
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
        // The usual board has one chip, and nothing to sort.
        return groups.count == 1 ? groups[0].lines : OutputLinesOfChips(groups)
    }

    /// Takes a channel of the hardware that makes pulses: it is the machine's, so that any of the chips knows it.
    ///
    /// - Throws: As the chips do.
    package func requestPWM(
        chip: String, channel: Int, period: Duration, settings: OutputSettings
    ) throws(GPIOError) -> any PWMOutput {
        guard let any = chips.first else { throw .noPWM(chip: chip, channel: channel) }
        return try any.requestPWM(chip: chip, channel: channel, period: period, settings: settings)
    }

    /// Takes a device on a bus: buses are the machine's, so that any of the chips knows them.
    ///
    /// - Throws: As the chips do.
    package func requestDevice(at address: BusAddress, safe: [UInt8]) throws(BusError) -> any BusDevice {
        guard let any = chips.first else { throw .noBus(name: address.name, present: []) }
        return try any.requestDevice(at: address, safe: safe)
    }

    /// Tells `handler` that any of the chips has gone away or come back.
    package func observePresence(_ handler: @escaping @Sendable (Bool) -> Void) -> any Disposable {
        let observations = chips.map { $0.observePresence(handler) }
        return AnonymousDisposable { for observation in observations { observation.dispose() } }
    }
}

/// Lines of several chips that are driven together, as nearly as there are chips.
private final class OutputLinesOfChips: OutputLines {
    /// The lines of one chip.
    struct Group: Sendable {
        let lines: any OutputLines
        /// Which bit of all each of them is.
        let bits: [Int]
    }

    private let groups: [Group]

    init(_ groups: [Group]) {
        self.groups = groups
    }

    func set(_ levels: UInt64) throws(GPIOError) {
        // A chip that fails does not keep the others from being set.
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
