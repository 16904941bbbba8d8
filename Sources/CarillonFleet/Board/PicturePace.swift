/// Decides when a display's picture is sent: at most one in 10 s. The newest one wins.
struct PicturePace {
    /// The shortest time between two pictures.
    static let pause = Duration.seconds(10)

    private var due: Duration
    private var hasChanged = false

    /// - Parameter now: The time at which the first picture is sent.
    init(at now: Duration) { due = now + Self.pause }

    /// The time at which the newest picture is sent; nil if it has been sent.
    var wakeUp: Duration? { hasChanged ? due : nil }

    /// Notes that the picture has changed.
    ///
    /// - Returns: Whether it is the first change since a picture was sent.
    mutating func changed() -> Bool {
        defer { hasChanged = true }
        return !hasChanged
    }

    /// Returns whether the newest picture is to be sent now, and notes that it is.
    ///
    /// - Parameter isLast: Whether no other call follows, so that the picture does not wait.
    mutating func take(at now: Duration, isLast: Bool = false) -> Bool {
        guard let wakeUp, isLast || now >= wakeUp else { return false }
        self = PicturePace(at: now)
        return true
    }
}
