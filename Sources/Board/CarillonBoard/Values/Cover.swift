/// A command for a cover, such as a blind or a gate; see ``BoardValues/cover(_:)``.
public enum CoverCommand: String, CaseIterable, Codable, Sendable {
    /// Opens the cover. The raw value is the state to reach.
    case open
    /// Closes the cover.
    case close = "closed"
    /// Stops the cover at its current position.
    case stop = "stopped"
}

/// The state of a cover; see ``BoardValues/cover(_:)``.
public enum CoverState: String, CaseIterable, Codable, Sendable {
    /// Open, even if not completely.
    case open
    /// Being opened.
    case opening
    /// Completely closed.
    case closed
    /// Being closed.
    case closing
    /// Stopped before it was completely open or closed.
    case stopped
}
