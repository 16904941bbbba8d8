/// What a board is: the chip behind its header, the header's pins, its sound device.
///
/// Each board that Carillon knows is a file in `Boards/`.
public struct BoardDescription: Equatable, Sendable {
    /// Its name, which is the file's: `raspberry-pi-4b`.
    public let name: String
    /// What people call it: `Raspberry Pi 4 Model B`.
    public let title: String
    /// How the device tree's `model` of such a board begins.
    public let models: [String]
    /// The label of the GPIO chip whose lines are on the header.
    public let chipLabel: String
    /// The ALSA device that plays, if the user names no other.
    public let sound: String
    /// The header's pins, by their numbers.
    public let header: [HeaderPin]

    /// The label that stands for a chip made of memory.
    static let simulatedChipLabel = "simulated"

    /// Whether it is made of memory.
    public var isSimulated: Bool { chipLabel == Self.simulatedChipLabel }

    /// The line that is called `name`, by the header's name for it or the kernel's.
    func pin(ofLine name: String) -> HeaderPin? {
        header.first { $0.isLine && $0.names.contains(name) }
    }
}

/// A pin of a board's header.
public struct HeaderPin: Equatable, Sendable {
    private static let supplies = ["3V3", "5V", "GND"]

    /// The number printed on the board.
    public let number: Int
    /// What it is called; then the other names that kernels have for its line.
    public let names: [String]

    /// What it is called.
    public var name: String { names[0] }

    /// Whether it is a GPIO line, and not ground or a supply.
    public var isLine: Bool { !Self.supplies.contains(name) }
}

extension BoardDescription {
    /// The boards there are, sorted by name.
    public static var names: [String] { DataFolders.names(in: "Boards", ending: ".yaml") }

    /// The board called `name`.
    ///
    /// - Throws: `BoardError.unknownBoard`, or a `DescriptionError` with the place in the file.
    public static func named(_ name: String) throws -> BoardDescription {
        guard !name.contains("/"), let path = DataFolders.find("Boards/\(name).yaml") else {
            throw BoardError.unknownBoard(name: name, known: names)
        }
        return try BoardDescription(YAMLFile.read(path), name: name)
    }

    /// The board whose device tree says that it is `model`; nil if no known board does.
    ///
    /// - Parameter model: Such as `Raspberry Pi 4 Model B Rev 1.4`. Of several beginnings the longest counts, so that a
    ///   `Raspberry Pi 3 Model B Plus` is not taken for a `Raspberry Pi 3 Model B`.
    static func matching(model: String) throws -> BoardDescription? {
        let matches = try names.map(named).compactMap { board in
            board.models.filter(model.hasPrefix).map(\.count).max().map { (board, length: $0) }
        }
        return matches.max { $0.length < $1.length }?.0
    }

    init(_ node: YAMLNode, name: String) throws(DescriptionError) {
        let fields = try node.fields(["title", "models", "gpio", "sound", "header"])
        func field(_ key: String) throws(DescriptionError) -> YAMLNode {
            guard let value = fields[key] else { throw node.error("the board has no \"\(key)\"") }
            return value
        }
        self.name = name
        title = try field("title").string
        models = try fields["models"].map { (models) throws(DescriptionError) in try models.strings } ?? []
        chipLabel = try field("gpio").string
        sound = try field("sound").string
        var header: [HeaderPin] = []
        for (key, value) in try field("header").entries {
            guard let number = Int(try key.string), number > 0 else {
                throw key.error("a pin has a number from 1 on, such as 11")
            }
            let pin = HeaderPin(number: number, names: try value.strings)
            guard !header.contains(where: { $0.number == number }) else {
                throw key.error("pin \(number) is here a second time")
            }
            let taken = Set(header.filter(\.isLine).flatMap(\.names))
            if pin.isLine, let name = pin.names.first(where: taken.contains) {
                throw value.error("line \"\(name)\" is on another pin already")
            }
            header.append(pin)
        }
        self.header = header.sorted { $0.number < $1.number }
    }
}
