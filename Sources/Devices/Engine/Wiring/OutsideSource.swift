/// A source of commands to devices, apart from the program's loop and the controls of the box itself.
public enum OutsideSource: String, CaseIterable, Sendable {
    /// The page of the box in a browser.
    case page
    /// The clients of the fleet's broker.
    case fleet
}

extension OutsideSource {
    /// The key in a wiring.
    static let key = "settable-by"

    /// The word in a wiring for a device that only the program's loop sets.
    private static let loop = "loop"

    /// Reads `loop`, the name of a source, or a list of sources.
    static func read(_ node: DescriptionNode) throws(DescriptionError) -> Set<OutsideSource> {
        if case .scalar(loop) = node.content { return [] }
        var sources: Set<OutsideSource> = []
        for name in try node.strings {
            guard let source = OutsideSource(rawValue: name) else {
                throw node.error("\(key) must be \(loop), page, fleet or [page, fleet], not \"\(name)\"")
            }
            sources.insert(source)
        }
        return sources
    }
}

extension Wiring {
    /// Returns whether a source may set a device.
    ///
    /// A device that consists of others, such as a number of LEDs, is set together with them. So a source must be allowed
    /// to set all of them.
    package func allows(_ source: OutsideSource, _ kind: DeviceKind, _ name: String) -> Bool {
        func isPart(_ kind: DeviceKind, _ name: String, of whole: WiredDevice) -> Bool {
            whole.references.contains { $0.kind == kind && $0.device.name == name }
        }
        let named = devices.first { $0.kind == kind && $0.name == name }
        return devices.allSatisfy { other in
            other.settableBy.contains(source)
                || !(other.kind == kind && other.name == name || isPart(kind, name, of: other)
                    || named.map { isPart(other.kind, other.name, of: $0) } ?? false)
        }
    }
}

extension Wiring.Entry {
    /// Returns a copy of the entry whose output only the program's loop and `sources` can set; without sources, only the loop.
    /// Without this call, the loop, the page and the fleet can set an output.
    public func settable(by sources: OutsideSource...) -> Wiring.Entry { settable(by: Set(sources)) }
}
