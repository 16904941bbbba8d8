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
        let fields = node.fields(
            ["title", "compatible", "gpio", "sound", "header", "headers"],
            required: [("title", "Raspberry Pi 5"), ("gpio", "pinctrl-rp1"), ("sound", "default")], faults: &faults)
        let title = faults.attempt(try fields["title"]?.string)
        let sound = faults.attempt(try fields["sound"]?.string)
        let chips = faults.attempt(try fields["gpio"]?.strings)
        let compatible = faults.attempt(try fields["compatible"]?.strings)
        var reader = HeaderReader(chips: chips ?? [], readFile: readFile)
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
        guard let node = faults.attempt(try shared(node)) else { return nil }
        let fields = node.fields(["columns", "pins"], required: [("pins", "{1: 3V3, 2: GPIO2}")], faults: &faults)
        let columns = faults.attempt(try fields["columns"]?.choice([("1", 1), ("2", 2)]))
        let entries = faults.attempt(try fields["pins"]?.entries)
        var pins: [HeaderPin] = []
        for (key, value) in entries ?? [] {
            guard let pin = faults.attempt(try pin(key, value)) else { continue }
            if pins.contains(where: { $0.number == pin.number }) {
                faults.add(key.error("duplicate pin \(pin.number); give each pin its own number"))
            }
            pins.append(pin)
        }
        return Header(name: name, columns: columns ?? 2, pins: pins)
    }

    private func shared(_ node: DescriptionNode) throws(DescriptionError) -> DescriptionNode {
        guard case .scalar = node.content else { return node }
        let name = try node.string
        guard !name.contains("/"), let path = DataFolders.find("Boards/headers/\(name).yaml") else {
            let known = DataFolders.names(in: "Boards/headers", ending: ".yaml").joined(separator: ", ")
            throw node.error("unknown header \"\(name)\"; expected one of: \(known)")
        }
        return try readFile(path)
    }

    private mutating func pin(_ key: DescriptionNode, _ node: DescriptionNode) throws(DescriptionError) -> HeaderPin {
        guard let number = Int(try key.string), number > 0 else {
            throw key.error("a pin must be a number from 1 on, such as 11")
        }
        let pin = try Self.pin(number, node, chips: chips)
        if pin.isLine {
            if let name = pin.names.first(where: taken.contains) {
                throw node.error("line \"\(name)\" is already on another pin; give each line its own name")
            }
            taken.formUnion(pin.names)
        }
        return pin
    }

    private static func pin(_ number: Int, _ node: DescriptionNode, chips: [String]?) throws(DescriptionError)
        -> HeaderPin
    {
        if case .scalar = node.content {
            let name = try node.string
            let role: HeaderPin.Role =
                name == ground
                ? .ground : supplies.contains(name) ? .supply : .line(chip: chips?.first ?? "", offset: nil)
            return HeaderPin(number: number, role: role, names: [name], functions: [])
        }
        let fields = try node.fields(["line", "kernel", "chip", "offset", "signal", "functions", "fixed-bias", "boot"])
        let functions = try fields["functions"]?.strings ?? []
        if let signal = fields["signal"] {
            return HeaderPin(number: number, role: .signal, names: [try signal.string], functions: functions)
        }
        guard let line = fields["line"] else {
            throw node.error("missing key \"line\" of the pin; for example, line: GPIO17; or use \"signal\"")
        }
        let chip = try fields["chip"].map { (chip) throws(DescriptionError) in
            guard let chips else { return try chip.string }
            return try chip.choice(chips.map { ($0, $0) })
        }
        let offset = try fields["offset"].map { (offset) throws(DescriptionError) in try offset.count }
        let fixedBias = try fields["fixed-bias"].map { (bias) throws(DescriptionError) in
            try bias.choice([Bias.pullUp, .pullDown].map { ($0.rawValue, $0) })
        }
        return HeaderPin(
            number: number, role: .line(chip: chip ?? chips?.first ?? "", offset: offset),
            names: [try line.string] + (try fields["kernel"]?.strings ?? []), functions: functions,
            fixedBias: fixedBias, bootUse: try fields["boot"]?.string)
    }
}

extension DescriptionNode {
    /// An integer of at least 0.
    fileprivate var count: Int {
        get throws(DescriptionError) {
            guard let number = Int(try string), number >= 0 else { throw error("expected a number from 0 on") }
            return number
        }
    }
}
