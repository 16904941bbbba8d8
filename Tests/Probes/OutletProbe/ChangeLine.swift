import CarillonDevices
import Foundation

/// A change of a device as a line of JSON.
struct ChangeLine: Encodable {
    let kind, name, feature, value: String

    init(_ change: DeviceChange) {
        (kind, name, feature, value) = (change.kind.name, change.name, change.feature, "\(change.value)")
    }

    var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
