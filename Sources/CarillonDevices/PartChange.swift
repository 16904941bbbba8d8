/// Something that a person at the box sees or hears: what a simulated board shows in place of the parts.
public enum PartChange: Equatable, Sendable, CustomStringConvertible {
    case led(name: String, isOn: Bool)
    case number(name: String, value: Int)
    case sound(name: SoundName)

    /// `led red on`, `count 1`, `sound alert`.
    public var description: String {
        switch self {
        case .led(let name, let isOn): "led \(name) \(isOn ? "on" : "off")"
        case .number(let name, let value): "\(name) \(value)"
        case .sound(let name): "sound \(name)"
        }
    }
}

/// What a part tells the board that it is on.
public struct PartObserver: Sendable {
    /// Something can be seen or heard. Called on the board's queue.
    public let didChange: @Sendable (PartChange) -> Void
    /// The part has failed at something. Called on the board's queue.
    public let didFail: @Sendable (any Error) -> Void

    public init(
        didChange: @escaping @Sendable (PartChange) -> Void = { _ in },
        didFail: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        self.didChange = didChange
        self.didFail = didFail
    }
}
