/// What stands for the kernel's PWM channels in a build without hardware: there is none.
public final class KernelPWM: PWMOutput {
    /// Finds no channel.
    ///
    /// - Throws: `GPIOError.noPWM`.
    public init(
        chip: String, channel: Int, settings: OutputSettings, root: String = "/sys/class/pwm"
    ) throws(GPIOError) {
        throw .noPWM(chip: chip, channel: channel)
    }

    /// Does nothing.
    public func set(_ share: Double) throws(GPIOError) {}

    /// Does nothing.
    public func close() throws(GPIOError) {}
}
