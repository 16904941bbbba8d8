/// A value of the application, whose loop receives the fleet's commands for it.
package protocol CommandReceiver: FeatureProviding {
    /// Whether commands can become events.
    var acceptsCommands: Bool { get }

    /// Returns whether the value can have the value of a command. The default is true: the form has been checked.
    func accepts(_ command: Feature.Value) -> Bool

    /// Sends a command to the running loops. Queue only.
    ///
    /// - Returns: False if there is no loop.
    func send(_ command: Feature.Value) -> Bool
}

extension CommandReceiver {
    package func accepts(_ command: Feature.Value) -> Bool { true }
}

/// An owner of features whose changes only the console reports. The page and the fleet do not list it.
package protocol ConsoleFeatureProviding: FeatureProviding {}
