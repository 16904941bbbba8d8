import CarillonDevices

/// Looks at a file that describes something, for everything that is wrong with it.
package struct DescriptionCheck {
    /// What a file describes.
    package enum Kind: String {
        case board, header, wiring
    }

    /// What the file describes, by the keys that it has.
    package let kind: Kind
    /// Everything that is wrong, in the order of the file.
    package let faults: [DescriptionError]

    /// - Parameters:
    ///   - node: What is in the file.
    ///   - path: The file.
    ///   - board: The board that a wiring is to fit; nil if its lines are not to be looked at.
    ///   - readFile: Reads another file, which this one names.
    package init(
        _ node: DescriptionNode, path: String, board: BoardDescription?, readFile: @escaping DescriptionNode.Reader
    ) {
        let keys = (try? node.entries.compactMap { try? $0.key.string }) ?? []
        var faults = Faults()
        if ["title", "compatible", "gpio", "header", "headers"].contains(where: keys.contains) {
            kind = .board
            _ = BoardDescription.read(node, name: path, readFile: readFile, faults: &faults)
        } else if keys.contains("pins") {
            kind = .header
            var reader = HeaderReader(chips: nil, readFile: readFile)
            _ = reader.header(node, name: "", faults: &faults)
        } else {
            kind = .wiring
            let wiring = Wiring.read(node, faults: &faults)
            if let wiring, let board { wiring.findLines(on: board, faults: &faults) }
        }
        self.faults = faults.inOrder
    }
}
