import CarillonDevices

/// Checks a description file and collects all of its faults.
package struct DescriptionCheck {
    /// The subject of a description file.
    package enum Kind: String {
        case board, header, wiring
    }

    /// The subject of the file, according to its keys.
    package let kind: Kind
    /// The wiring; nil for another subject, and for a wiring that cannot be read.
    package private(set) var wiring: Wiring?
    /// All faults, in the order of the file.
    package let faults: [DescriptionError]
    /// Doubtful uses of the board, in the order of the file. The wiring works nevertheless.
    package let warnings: [DescriptionError]

    /// - Parameters:
    ///   - node: The contents of the file.
    ///   - path: The path of the file.
    ///   - board: The board that a wiring must fit; nil to leave its lines unchecked.
    ///   - kinds: The kinds of devices that a wiring can contain.
    ///   - readFile: Reads another file that this one names.
    ///   - checkWiring: Checks the values of a wiring that other modules read.
    package init(
        _ node: DescriptionNode, path: String, board: BoardDescription?, kinds: [any Device.Type],
        readFile: @escaping DescriptionNode.Reader,
        checkWiring: (Wiring, inout Faults) -> Void = { _, _ in }
    ) {
        let keys = (try? node.entries.compactMap { try? $0.key.string }) ?? []
        var (faults, warnings) = (Faults(), Faults())
        let isWiring = Wiring.keys(of: kinds).contains(where: keys.contains)
        if !isWiring, ["title", "compatible", "gpio", "header", "headers"].contains(where: keys.contains) {
            kind = .board
            _ = BoardDescription.read(node, name: path, readFile: readFile, faults: &faults)
        } else if !isWiring, keys.contains("pins") {
            kind = .header
            for fault in node.allFaults { faults.add(fault) }
            var reader = HeaderReader(chips: nil, readFile: readFile)
            _ = reader.header(node, name: "", faults: &faults)
        } else {
            kind = .wiring
            let read = Wiring.read(node, kinds: kinds, faults: &faults)
            wiring = faults.isEmpty ? read : nil
            checkWiring(read, &faults)
            read.findSounds(faults: &faults)
            if let board {
                read.findLines(on: board, faults: &faults)
                read.findLinesUsedAtBoot(on: board, warnings: &warnings)
                read.findMissingFunctions(on: board, warnings: &warnings)
            }
        }
        self.faults = faults.inOrder
        self.warnings = warnings.inOrder
    }

    /// Makes the check of a file whose text is no YAML.
    package init(fault: DescriptionError) {
        (kind, faults, warnings) = (.wiring, [fault], [])
    }
}
