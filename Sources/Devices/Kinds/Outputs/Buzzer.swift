import CarillonGPIO
import MobiusCore

/// An active buzzer, which sounds while it has current. It can play patterns.
///
///     .routeCase(Effect.timeIsUp).to(try board.buzzer("bell").handler(.blinking(on: .milliseconds(200), times: 5)))
///
/// For tones of different pitch, use a ``TonalBuzzer`` or the loudspeaker.
public final class Buzzer: PatternDevice, Device, Settable, @unchecked Sendable {
    public typealias Settings = LineOutputSettings
    public typealias Value = Pattern

    public static var kind: DeviceKind { DeviceKind("buzzer") }

    public static func entityForm(of settings: Settings) -> EntityForm? { .outlet }
}
