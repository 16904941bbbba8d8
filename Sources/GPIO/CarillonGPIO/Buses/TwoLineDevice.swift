import CarillonScheduling

/// A device on two lines of its own; see `BusAddress.lines`.
package final class TwoLineDevice: BusDevice {
    package let address: BusAddress
    package let bus: any Scheduler
    private let lines: any OutputLines

    /// The settings of the lines: both are high between the transfers.
    package static let settings = OutputSettings(initialLevel: .active, safeLevel: .active)

    /// The bits of the lines' levels.
    private static let (clock, data) = (UInt64(1), UInt64(2))

    /// - Parameter lines: The lines of the address, with ``settings``. Their `close()` drives them to the levels of the safe bytes.
    package init(_ address: BusAddress, lines: any OutputLines, on bus: any Scheduler) {
        (self.address, self.lines, self.bus) = (address, lines, bus)
    }

    /// Returns the levels of the two lines during a transfer, one after the other (TM1637, V2.4: interface interpretation). At
    /// most one of the lines changes at a time.
    ///
    /// The program drives the data line low during the acknowledgement, as the device does. It cannot notice a device that
    /// does not acknowledge. In return, both levels are driven: the capacitors of some modules are so large that the edges of an
    /// open drain would need pauses of 100 µs.
    package static func levels(of bytes: [UInt8]) -> [UInt64] {
        guard !bytes.isEmpty else { return [] }
        // The start: the data line falls while the clock is high.
        var levels = [clock | data, clock]
        var level: UInt64 = 0
        func append(bit new: UInt64) {
            levels += [level, new, new | clock]
            level = new
        }
        for byte in bytes {
            for place in 0..<8 { append(bit: byte >> place & 1 == 1 ? data : 0) }
            append(bit: 0)
        }
        // The stop: the data line rises while the clock is high.
        return levels + [0, clock, clock | data]
    }

    package func transfer(_ bytes: [UInt8], reading count: Int) throws(BusError) -> [UInt8] {
        guard count == 0 else { throw .noAnswer(address) }
        do throws(GPIOError) { try lines.set(inTurn: Self.levels(of: bytes)) } catch { throw .line(error) }
        return []
    }

    package func close() throws(BusError) {
        do throws(GPIOError) { try lines.close() } catch { throw .line(error) }
    }
}
