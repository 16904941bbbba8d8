import CGetopt

/// The command-line options of the fleet's broker.
struct BrokerOptions: Equatable {
    /// The options with getopt's kinds of arguments, in the order of `take`.
    static let names: [(StaticString, Int32)] = [
        ("broker", required_argument), ("broker-credentials", required_argument),
    ]

    /// The broker's address; nil for that of the wiring, if it has one.
    private(set) var address: String?
    /// The folder with the credentials for the broker; nil selects that of systemd.
    private(set) var credentials: String?

    /// Takes the option at `index` of `names`.
    mutating func take(_ index: Int, _ argument: String?) {
        switch index {
        case 0: address = argument
        default: credentials = argument
        }
    }

    /// Checks the options of a box without a broker: there must be no credentials.
    func checkWithoutBroker() throws(ApplianceOptions.Unusable) {
        if credentials != nil { throw .alone("--broker-credentials", without: "--broker") }
    }

    static let usage = "\n       [--broker ADDRESS] [--broker-credentials FOLDER]"

    static let help = """

          --broker ADDRESS
                          join the fleet on an MQTT broker instead of the wiring's:
                          mqtt://HOST[:PORT], or mqtts://HOST[:PORT] with TLS
          --broker-credentials FOLDER
                          the folder with broker-login, broker-ca.crt, broker.crt and
                          broker.key, as far as the broker demands them
        """
}
