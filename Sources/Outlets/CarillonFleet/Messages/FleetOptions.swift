/// The options of a box in its fleet: its appearance, and the permissions of other clients.
public struct FleetOptions: Equatable, Sendable {
    /// The name shown to users; nil shows the program's name. Boxes of the same program need different names.
    public var title: String?
    /// The first level of Home Assistant's discovery topics; nil sends Home Assistant no discovery message.
    public var discoveryPrefix: String?
    /// Whether clients on the broker may fetch the session that the program records with `--record`. A session shows when each
    /// button was pressed.
    public var sharesSessions: Bool
    /// The area of the house that Home Assistant suggests for a new box, such as `Kitchen`; nil for none.
    public var area: String?
    /// Whether the program carries out commands that were sent while it was not running, at most a minute before its start. The
    /// default, false, ignores these commands, so that no output is switched unexpectedly at the start. Commands sent during a
    /// short loss of the connection are always carried out.
    public var keepsCommands = false

    /// Creates options. With the defaults, Home Assistant finds the box. The properties state the meaning of nil.
    public init(
        title: String? = nil, discoveryPrefix: String? = "homeassistant", sharesSessions: Bool = false,
        area: String? = nil
    ) {
        self.title = title
        self.discoveryPrefix = discoveryPrefix
        self.sharesSessions = sharesSessions
        self.area = area
    }

    /// The options of a box that Home Assistant finds: the defaults.
    public static let homeAssistant = FleetOptions()

    /// The options of a box for other MQTT clients. It sends no discovery message to Home Assistant.
    public static let withoutDiscovery = FleetOptions(discoveryPrefix: nil)

    /// Returns the options of a box that Home Assistant finds under this name.
    ///
    /// - Parameter area: The area of the house that Home Assistant suggests for the box; nil for none.
    public static func homeAssistant(title: String, area: String? = nil) -> FleetOptions {
        FleetOptions(title: title, area: area)
    }

    /// Returns a copy of the options that lets `carillon fleet session` fetch the recorded sessions of the box.
    public func sharingSessions() -> FleetOptions {
        var options = self
        options.sharesSessions = true
        return options
    }

    /// Returns a copy of the options with `keepsCommands`: the box carries out commands that were sent while its program was
    /// not running.
    public func keepingCommands() -> FleetOptions {
        var options = self
        options.keepsCommands = true
        return options
    }
}
