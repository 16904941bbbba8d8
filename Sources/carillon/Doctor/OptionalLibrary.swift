import CarillonMQTT
import CarillonPage

/// A library that programs load only if an option or the wiring needs it.
enum OptionalLibrary: String, CaseIterable {
    case libmicrohttpd, libmosquitto

    /// The reason why the library cannot be loaded, and the package to install; nil if it can.
    var fault: String? {
        do {
            switch self {
            case .libmicrohttpd: try PageServer.loadLibrary()
            case .libmosquitto: try MQTTTransport.loadLibrary()
            }
            return nil
        } catch {
            return "\(error)"
        }
    }
}
