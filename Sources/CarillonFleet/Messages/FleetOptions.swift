/// The way in which a box appears in its fleet.
public struct FleetOptions: Equatable, Sendable {
    /// The name shown to users; nil stands for the program's name. Boxes of the same program need different names.
    public var title: String?
    /// The first level of Home Assistant's discovery topics; nil if Home Assistant does not have to find the box.
    public var discoveryPrefix: String?
    /// Whether clients on the broker may fetch the session that the program records with `--record`. It tells when
    /// somebody pressed which button.
    public var sharesSessions: Bool
    /// The area of the house that Home Assistant suggests for a new box, such as `Kitchen`; nil for none.
    public var area: String?
    /// Whether the program carries out commands that were sent while it was not running, at most a minute before its
    /// start. Otherwise its outputs start as the program leaves them, and nothing switches by itself. Commands during a
    /// short loss of the connection are carried out in both cases.
    public var keepsCommands = false

    /// Creates options. The defaults are those of a box that Home Assistant finds.
    public init(
        title: String? = nil, discoveryPrefix: String? = "homeassistant", sharesSessions: Bool = false,
        area: String? = nil
    ) {
        self.title = title
        self.discoveryPrefix = discoveryPrefix
        self.sharesSessions = sharesSessions
        self.area = area
    }

    /// A box that Home Assistant finds.
    public static let homeAssistant = FleetOptions()

    /// A box for other MQTT clients, without a message for Home Assistant.
    public static let topics = FleetOptions(discoveryPrefix: nil)

    /// Returns a box that Home Assistant finds under this name.
    ///
    /// - Parameter area: The area of the house that Home Assistant suggests for it.
    public static func homeAssistant(title: String, area: String? = nil) -> FleetOptions {
        FleetOptions(title: title, area: area)
    }

    /// Returns a copy of the options that lets `carillon fleet session` fetch the recorded sessions of the box.
    public func sharingSessions() -> FleetOptions {
        var options = self
        options.sharesSessions = true
        return options
    }

    /// Returns the same box, which carries out commands that were sent while its program was not running; see
    /// `keepsCommands`.
    public func keepingCommands() -> FleetOptions {
        var options = self
        options.keepsCommands = true
        return options
    }
}
