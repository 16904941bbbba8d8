import CarillonScheduling

/// A device on SPI, and the lines to its pins D/C and RES; see `BusAddress.spiWithDataLine`.
///
/// `@unchecked Sendable`: mutable state is accessed on the bus's thread only.
package final class DataLineDevice: BusDevice, @unchecked Sendable {
    package let address: BusAddress
    package var bus: any Scheduler { device.bus }
    private let device: any BusDevice
    private let lines: any OutputLines
    private let safe: [UInt8]
    private var isReset: Bool

    /// The settings of the lines: commands, and reset. A controller in reset is off, so this is safe as well.
    package static let settings = OutputSettings()

    /// The bits of the lines' levels.
    private static let (dataBit, resetBit) = (UInt64(1), UInt64(2))

    /// - Parameters:
    ///   - device: The device on the bus, whose safe bytes are those after the first byte of `safe`.
    ///   - lines: The lines of the address, with ``settings``.
    ///   - safe: The bytes that make the device safe, with the byte for the line.
    package init(_ device: any BusDevice, at address: BusAddress, lines: any OutputLines, safe: [UInt8]) {
        (self.address, self.device, self.lines, self.safe) = (address, device, lines, safe)
        isReset = address.lines.count == 1
    }

    package func transfer(_ bytes: [UInt8], reading count: Int) throws(BusError) -> [UInt8] {
        if let control = bytes.first { try select(control) }
        return try device.transfer(Array(bytes.dropFirst()), reading: count)
    }

    /// Does all of its parts, and throws the first failure.
    package func close() throws(BusError) {
        var failure: BusError?
        if let control = safe.first { do throws(BusError) { try select(control) } catch { failure = error } }
        do throws(BusError) { try device.close() } catch { failure = failure ?? error }
        do throws(GPIOError) { try lines.close() } catch { failure = failure ?? .line(error) }
        if let failure { throw failure }
    }

    /// Drives the lines for the bytes after a control byte.
    private func select(_ control: UInt8) throws(BusError) {
        let levels = (control & 0x40 != 0 ? Self.dataBit : 0) | Self.resetBit
        do throws(GPIOError) {
            // The longest reset is that of an SH1106: 10 µs, and then 2 µs (data sheet V2.3, reset timing).
            try lines.set(inTurn: isReset ? [levels] : Array(repeating: 0, count: 5) + [levels, levels])
            isReset = true
        } catch {
            throw .line(error)
        }
    }
}
