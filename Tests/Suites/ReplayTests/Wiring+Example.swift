import CarillonTest

extension Wiring {
    /// Returns the wiring of an example, which is in the folder of the example.
    static func example(_ name: String, _ wiring: String, kinds: [any Device.Type] = []) throws -> Wiring {
        let root = #filePath.split(separator: "/").dropLast(4).map { "/\($0)" }.joined()
        return try .file("\(root)/Examples/\(name)/Boards/wirings/\(wiring).yaml", kinds: kinds)
    }
}
