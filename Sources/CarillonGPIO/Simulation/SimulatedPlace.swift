/// The place of a simulated device that a user, a script or a test operates by a text: by keys that are typed, by the id of
/// a card, by a temperature.
public enum SimulatedPlace: Hashable, Sendable {
    /// An input device with keys.
    case keys(KeySource)
}
