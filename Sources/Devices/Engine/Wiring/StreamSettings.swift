import CLibrary
import CarillonAudio

/// The streams of a wiring: the character sets of stations that send their titles neither in UTF-8 nor in Windows-1252.
package struct StreamSettings: Sendable {
    /// The names of the character sets, which the C library of each Linux knows.
    package static let characterSets =
        ["big5", "euc-jp", "euc-kr", "gb18030", "gbk", "iso-2022-jp"] + (1...11).map { "iso-8859-\($0)" }
        + (13...16).map { "iso-8859-\($0)" } + ["koi8-r", "koi8-u", "shift_jis", "tis-620", "utf-8"]
        + (1250...1258).map { "windows-\($0)" }

    /// The beginnings of addresses, each with the character set of its stations.
    private var sets: [(address: String, characterSet: String, position: SourcePosition)] = []

    package init() {}

    mutating func add(_ address: String, characterSet: String, at position: SourcePosition) {
        sets.append((address, characterSet.lowercased(), position))
    }

    /// Adds what is not an address, and unknown character sets, to `faults`.
    func check(faults: inout Faults) {
        for (address, set, position) in sets {
            if !StreamAddress.isStream(address) || StreamAddress.hasLogin(address) {
                faults.add(
                    DescriptionError(
                        position: position,
                        message: "expected the beginning of an address, such as https://radio.example/, without a user"
                    ))
            }
            if !Self.characterSets.contains(set) {
                let meant = Suggestion.nearestOrAll(to: set, among: Self.characterSets)
                faults.add(
                    DescriptionError(
                        position: position,
                        message: "unknown character set \"\(set)\"; \(meant)"))
            }
        }
    }

    /// Returns the character set of a station; nil for the usual one. The longest beginning of its address applies.
    package func characterSet(of address: String) -> String? {
        let address = StreamAddress.withoutLogin(address).lowercased()
        let applying = sets.filter { address.hasPrefix($0.address.lowercased()) }
        return applying.max { $0.address.utf8.count < $1.address.utf8.count }?.characterSet
    }
}

extension StreamSettings {
    /// Reads the part `streams` of a wiring, and adds all mistakes to `faults`.
    init(_ node: DescriptionNode, faults: inout Faults) {
        guard let entries = faults.attempt(try node.entries) else { return }
        for (key, value) in entries {
            let (address, set) = (faults.attempt(try key.string), faults.attempt(try value.string))
            if let address, let set { add(address, characterSet: set, at: value.position) }
        }
        check(faults: &faults)
    }
}

extension Wiring.Entry {
    /// Returns an entry that sets the character set of the titles of all stations whose addresses begin with `address`.
    /// Without an entry, a title is read as UTF-8, or as Windows-1252 if it is not valid UTF-8.
    ///
    /// - Parameters:
    ///   - address: The beginning of an address, such as `https://radio.example/`. If several entries match a station, the
    ///     longest one applies.
    ///   - characterSet: A name such as `windows-1251`, `koi8-r`, `iso-8859-2`, `shift_jis` or `gbk`.
    public static func stream(
        _ address: String, characterSet: String, file: String = #fileID, sourceLine: Int = #line, column: Int = #column
    ) -> Wiring.Entry {
        let position = SourcePosition(file: file, line: sourceLine, column: column)
        return Self { $0.streams.add(address, characterSet: characterSet, at: position) }
    }
}
