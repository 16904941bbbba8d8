import CLibrary
import CarillonDevices
import CarillonGPIO

extension BoardDescription {
    /// Reads a board. Throws the first fault in the file.
    ///
    /// - Parameter readFile: Reads the file of a header that the board includes by name.
    package init(
        _ node: DescriptionNode, name: String, readFile: @escaping DescriptionNode.Reader
    ) throws(DescriptionError) {
        var faults = Faults()
        guard let board = Self.read(node, name: name, readFile: readFile, faults: &faults) else { throw faults.first }
        self = board
    }

    /// Reads a board and reports every fault in it; nil if there is any.
    static func read(
        _ node: DescriptionNode, name: String, readFile: @escaping DescriptionNode.Reader, faults: inout Faults
    ) -> BoardDescription? {
        for fault in node.allFaults { faults.add(fault) }
        let fields = node.fields(
            ["title", "compatible", "gpio", "sound", "header", "headers"],
            required: [("title", "Raspberry Pi 5"), ("gpio", "pinctrl-rp1"), ("sound", "default")], faults: &faults)
        let title = faults.attempt(try fields["title"]?.name)
        let sound = faults.attempt(try fields["sound"]?.string)
        let chips = faults.attempt(try fields["gpio"]?.strings)
        let compatible = faults.attempt(try fields["compatible"]?.strings)
        var reader = HeaderReader(chips: chips, readFile: readFile)
        let headers = reader.headers(of: node, fields, faults: &faults)
        guard faults.isEmpty, let title, let sound, let chips else { return nil }
        return BoardDescription(
            name: name, title: title, compatible: compatible ?? [], chipLabels: chips, sound: sound, headers: headers)
    }
}

/// Reads the headers of a board and checks that no line is on two pins.
struct HeaderReader {
    private static let supplies = ["5V", "3V3", "1V8"]
    private static let ground = "GND"

    private let chips: [String]?
    private let readFile: DescriptionNode.Reader
    private var taken: Set<String> = []

    /// - Parameters:
    ///   - chips: The labels of the board's chips; nil for a header that is not yet on a board.
    ///   - readFile: Reads the file of a header that is included by name.
    init(chips: [String]?, readFile: @escaping DescriptionNode.Reader) {
        self.chips = chips
        self.readFile = readFile
    }

    /// Returns the headers of the board's `header` or `headers` key.
    mutating func headers(of board: DescriptionNode, _ fields: [String: DescriptionNode], faults: inout Faults)
        -> [Header]
    {
        switch (fields["header"], fields["headers"]) {
        case (let node?, nil):
            return [header(node, name: "", faults: &faults)].compactMap { $0 }
        case (nil, let node?):
            let entries = faults.attempt(try node.entries) ?? []
            var headers: [Header] = []
            for (key, value) in entries {
                let name = faults.attempt(try key.string) ?? ""
                if let header = header(value, name: name, faults: &faults) { headers.append(header) }
            }
            return headers
        case (nil, nil):
            faults.add(board.error("missing key \"header\"; for example, header: raspberry-pi-40"))
        case (_, let node?):
            faults.add(node.error("the board has both \"header\" and \"headers\"; put all headers into \"headers\""))
        }
        return []
    }

    /// Returns a header that is written out, or that is named as a file in `Boards/headers/`.
    mutating func header(_ node: DescriptionNode, name: String, faults: inout Faults) -> Header? {
        guard let written = faults.attempt(try written(node)) else { return nil }
        if written !== node { for fault in written.allFaults { faults.add(fault) } }
        let fields = written.fields(["columns", "pins"], required: [("pins", "{1: 3V3, 2: GPIO2}")], faults: &faults)
        let columns = faults.attempt(try fields["columns"]?.choice([("1", 1), ("2", 2)]))
        let entries = faults.attempt(try fields["pins"]?.entries)
        let pins = (entries ?? []).compactMap { pin($0.key, $0.value, &faults) }
        return Header(name: name, columns: columns ?? 2, pins: pins)
    }

    /// Returns the value in the file that a name stands for; a value that is no name unchanged.
    private func written(_ node: DescriptionNode) throws(DescriptionError) -> DescriptionNode {
        guard case .scalar = node.content else { return node }
        let name = try node.string
        guard !name.contains("/"), let path = DataFolders.find("Boards/headers/\(name).yaml") else {
            let known = DataFolders.names(in: "Boards/headers", ending: ".yaml")
            throw node.error("unknown header \"\(name)\"; \(Suggestion.nearestOrAll(to: name, among: known))")
        }
        return try readFile(path)
    }

    private mutating func pin(_ key: DescriptionNode, _ node: DescriptionNode, _ faults: inout Faults) -> HeaderPin? {
        let number = faults.attempt(try key.string).map { Int(notation: $0) ?? 0 }
        if let number, number < 1 { faults.add(key.error("a pin must be a number from 1 on, such as 11")) }
        guard let pin = Self.pin(number ?? 0, node, chips: chips, &faults) else { return nil }
        if pin.isLine {
            if let name = pin.names.first(where: taken.contains) {
                faults.add(node.error("line \"\(name)\" is already on another pin; give each line its own name"))
            }
            taken.formUnion(pin.names)
        }
        return pin
    }

    private static func pin(
        _ number: Int, _ node: DescriptionNode, chips: [String]?, _ faults: inout Faults
    ) -> HeaderPin? {
        if case .scalar = node.content {
            guard let name = faults.attempt(try node.string) else { return nil }
            let role: HeaderPin.Role =
                name == ground
                ? .ground : supplies.contains(name) ? .supply : .line(chip: chips?.first ?? "", offset: nil)
            return HeaderPin(number: number, role: role, names: [name], functions: [])
        }
        let keys = ["line", "kernel", "chip", "offset", "signal", "functions", "fixed-bias", "boot"]
        let fields = node.fields(keys, faults: &faults)
        let functions = faults.attempt(try fields["functions"]?.strings) ?? []
        if let signal = fields["signal"] {
            guard let name = faults.attempt(try signal.string) else { return nil }
            return HeaderPin(number: number, role: .signal, names: [name], functions: functions)
        }
        if fields["line"] == nil {
            faults.add(
                node.error("missing key \"line\" of the pin; for example, line: GPIO17; or use \"signal\""))
        }
        let line = faults.attempt(try fields["line"]?.string)
        let kernel = faults.attempt(try fields["kernel"]?.strings) ?? []
        let known = chips?.map { ($0, $0) }
        let chip =
            if let known { faults.attempt(try fields["chip"]?.choice(known)) } else {
                faults.attempt(try fields["chip"]?.string)
            }
        let offset = faults.attempt(try fields["offset"]?.count)
        let fixedBias = faults.attempt(
            try fields["fixed-bias"]?.choice([Bias.pullUp, .pullDown].map { ($0.rawValue, $0) }))
        let bootUse = faults.attempt(try fields["boot"]?.string)
        return line.map { line in
            HeaderPin(
                number: number, role: .line(chip: chip ?? chips?.first ?? "", offset: offset), names: [line] + kernel,
                functions: functions, fixedBias: fixedBias, bootUse: bootUse)
        }
    }
}

extension DescriptionNode {
    /// An integer of at least 0.
    fileprivate var count: Int {
        get throws(DescriptionError) {
            guard let number = Int(notation: try string), number >= 0 else {
                throw error("expected a number from 0 on")
            }
            return number
        }
    }
}
