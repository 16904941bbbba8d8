import CarillonMQTT
import CarillonPage
import LinuxSound

/// A library that programs load only if an option or the wiring needs it.
enum OptionalLibrary: String, CaseIterable {
    case libmicrohttpd, libmosquitto, libcurl, libmpg123

    /// The reason why the library cannot be loaded, and the package to install; nil if it can.
    var fault: String? {
        do {
            switch self {
            case .libmicrohttpd: try PageServer.loadLibrary()
            case .libmosquitto: try MQTTTransport.loadLibrary()
            case .libcurl: return NetworkTracks.transferFault
            case .libmpg123: return MP3Decoder.fault
            }
            return nil
        } catch {
            return "\(error)"
        }
    }
}
