import CarillonMQTT
import CarillonPage

/// A library that programs load only if an option or the wiring needs it.
package enum ApplianceLibrary: String, CaseIterable, Sendable {
    case libmicrohttpd, libmosquitto

    /// The reason why the library cannot be loaded, and the package to install; nil if it can.
    package var fault: String? {
        do {
            try load()
            return nil
        } catch {
            return "\(error)"
        }
    }

    private func load() throws {
        switch self {
        case .libmicrohttpd:
            try PageServer.loadLibrary()
        case .libmosquitto:
            try MQTTTransport.loadLibrary()
        }
    }
}
