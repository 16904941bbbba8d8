// The earlier names of public declarations.

extension PWMOutput {
    /// The earlier form of ``set(dutyCycle:)``, with the duty cycle as a fraction of the period.
    @available(*, deprecated, message: "pass the time to set(dutyCycle:): period * fraction")
    @inlinable public func set(_ share: Double) throws(GPIOError) {
        try set(dutyCycle: period * (share > 0 ? min(share, 1) : 0))
    }
}

extension Bias {
    /// The earlier name of ``disabled``.
    @available(*, deprecated, renamed: "disabled")
    @inlinable public static var none: Bias { .disabled }
}

/// The earlier name of ``SimulatedPeripheral``.
@available(*, deprecated, renamed: "SimulatedPeripheral")
public typealias SimulatedSlave = SimulatedPeripheral

extension BusError {
    /// The earlier name of ``timedOut(_:)``.
    @available(*, deprecated, renamed: "timedOut(_:)")
    @inlinable public static func hangs(_ address: BusAddress) -> BusError { .timedOut(address) }
}
