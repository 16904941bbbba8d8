import CarillonBoard

/// A board's headers as lines of text, and instructions for connecting the devices.
package struct PinoutText {
    /// The minimum widths of columns.
    private static let (numberWidth, minimumNote) = (2, 4)

    private let board: BoardDescription
    private let connections: [PinConnection]
    private let terminal: Terminal

    package init(_ board: BoardDescription, connections: [PinConnection], terminal: Terminal) {
        self.board = board
        self.connections = connections
        self.terminal = terminal
    }

    package var text: String {
        let title = StyledText(board.title, .bold)
        let headers = board.headers.map { header in
            (header.name.isEmpty ? [] : [StyledText(header.name, .bold)]) + rows(of: header)
        }
        let drawn = ([[title]] + headers).map { lines in
            lines.map { $0.text(on: terminal) + "\n" }.joined()
        }
        // Instructions are not truncated; the terminal wraps them.
        let instructions = instructions.map { $0.text(width: .max, isColored: terminal.isColored) + "\n" }.joined()
        return (drawn + (instructions.isEmpty ? [] : [instructions])).joined(separator: "\n")
    }

    // MARK: The headers

    private func rows(of header: Header) -> [StyledText] {
        let nameWidth = header.pins.map(\.name.count).max() ?? 0
        let noteWidth = header.pins.map { note(on: $0).width }.max() ?? 0
        // Number, dot and spaces take 6 columns a side. Names have precedence over notes.
        let room = terminal.width / header.columns - nameWidth - 6
        let shownNote = room < Self.minimumNote ? 0 : min(room, noteWidth)
        return header.rows.map { row in
            var line = StyledText()
            for (column, pin) in row.enumerated() {
                let isOnLeft = header.columns == 2 && column == 0
                let cells = [
                    note(on: pin).shortened(to: shownNote).padded(to: shownNote, isOnRight: isOnLeft),
                    StyledText(pin.name, style(of: pin)).padded(to: nameWidth, isOnRight: isOnLeft),
                    StyledText("\(pin.number)", .dim).padded(to: Self.numberWidth, isOnRight: isOnLeft),
                    StyledText(pin.number == 1 ? "■" : "●", style(of: pin)),
                ]
                for (index, cell) in (isOnLeft ? cells : cells.reversed()).enumerated() {
                    if index > 0 || column > 0 { line.append(" ") }
                    line.append(cell)
                }
            }
            return line
        }
    }

    /// Returns the device on the pin, or the pin's other functions.
    private func note(on pin: HeaderPin) -> StyledText {
        guard let connection = connections.first(where: { $0.pin == pin }) else {
            return StyledText(pin.functions.joined(separator: ", "), .dim)
        }
        return StyledText("\(connection.kind) \(connection.device)", .boldGreen)
    }

    private func style(of pin: HeaderPin) -> Style {
        switch pin.role {
        case .ground, .signal: .dim
        case .supply: pin.name == "5V" ? .red : .yellow
        case .line: connections.contains { $0.pin == pin } ? .boldGreen : .green
        }
    }

    // MARK: Instructions

    private var instructions: [StyledText] {
        let steps = connections.indices.flatMap(steps)
        let deviceWidth = steps.map(\.device.count).max() ?? 0
        return steps.map { device, text in
            StyledText(device, .bold).padded(to: deviceWidth + 2) + StyledText(text)
        }
    }

    /// Returns the steps that wire a connection, and those of its device after its last connection.
    private func steps(at index: Int) -> [(device: String, text: String)] {
        let connection = connections[index]
        let siblings = connections.filter(connection.isSameDevice)
        let title = "\(connection.kind) \(connection.name)"
        if connection.isModule, siblings.count > 1 {
            guard connection == siblings[0] else { return [] }
            return [
                (
                    title,
                    siblings.map { "\($0.wire) \(line(of: $0))\(divider(of: $0))" }.joined(separator: "; ")
                        + supplies(of: connection)
                )
            ]
        }
        let step = ("\(connection.kind) \(connection.device)", chain(of: connection))
        guard case .diodeWithSharedLeg = connection.element, connection == siblings.last else { return [step] }
        let leg = connection.end == .ground ? "common cathode" : "common anode"
        return [step, (title, "longest leg (\(leg)), \(place(of: connection.end, for: connection))")]
    }

    private func line(of connection: PinConnection) -> String {
        "\(board.place(of: connection.pin)) (\(connection.pin.name))"
    }

    /// Returns the path from the pin through the device to the other end.
    private func chain(of connection: PinConnection) -> String {
        let line = line(of: connection)
        let end = place(of: connection.end, for: connection)
        let way =
            switch connection.element {
            case .contact, .toggle: "\(line), \(connection.kind), \(end)"
            case .sounder: "\(line), \(PinConnection.ohms) Ω, \(connection.kind), \(end)"
            case .diode where connection.end == .ground:
                "\(line), \(PinConnection.ohms) Ω, LED (long leg first), \(end)"
            case .diode: "\(line), \(PinConnection.ohms) Ω, LED (short leg first), \(end)"
            case .diodeWithSharedLeg: "\(line), \(PinConnection.ohms) Ω, \(connection.wire) leg"
            case .module, .fiveVoltModule, .poweredModule:
                "\(line)\(divider(of: connection)), signal" + supplies(of: connection)
            case .load: line + supplies(of: connection)
            }
        guard let pull = connection.pull else { return way }
        return "\(way); and 10 kΩ from the line to \(place(of: pull, for: connection))"
    }

    /// Returns the divider between a module with 5 V and the line that it drives, which tolerates 3.3 V.
    private func divider(of connection: PinConnection) -> String {
        guard connection.isDivided else { return "" }
        return " through 1 kΩ, and 2 kΩ from the line to \(place(of: .ground, for: connection))"
    }

    private func supplies(of connection: PinConnection) -> String {
        let driver = connection.driver
        let way = driver.map { ", \($0.name), \(connection.kind)" } ?? ""
        if driver?.isSuppliedByBoard == false || connection.element == .poweredModule {
            let ground = place(of: .ground, for: connection)
            guard driver?.isConverter == true else {
                return "\(way); + to its own supply; - to that supply and to \(ground)"
            }
            return "\(way); + of both to their own supply; - of both to that supply and to \(ground)"
        }
        let ends = connection.ends.map { "; " + place(of: $0, for: connection) }.joined()
        return way + ends + (driver == nil ? "" : "; the \(connection.kind) to its own supply")
    }

    /// Returns the name of ground or the supply with the pin that feeds the rail of the connection's side, as in the picture.
    /// Without such a rail, it is the nearest pin.
    private func place(of end: PinConnection.End, for connection: PinConnection) -> String {
        guard let header = board.header(of: connection.pin) else { return end.name }
        let sides = (0..<header.columns).map(header.side)
        guard let column = sides.firstIndex(where: { $0.contains(connection.pin) }) else { return end.name }
        let wired = sides[column].map { pin in connections.first { $0.pin == pin } }
        let other = sides.indices.first { $0 != column }.flatMap { sides[$0].first } ?? nil
        let rail = Rail(end, pins: sides[column], top: other, connections: wired) { board.place(of: end, near: $0) }
        guard let pin = rail?.pin else { return board.place(of: end, near: connection.pin) }
        return "\(end.name) (\(board.place(of: pin, on: header)))"
    }
}

extension BoardDescription {
    /// Returns the name of ground or the supply, with its pin that is nearest to `pin`, preferably on the same header.
    func place(of end: PinConnection.End, near pin: HeaderPin) -> String {
        let own = header(of: pin)
        let headers = [own].compactMap { $0 } + headers.filter { $0 != own }
        for header in headers {
            let line = header.pins.firstIndex(of: pin) ?? 0
            let feeds = header.pins.indices.filter { end.isSupplied(by: header.pins[$0]) }
            guard let nearest = feeds.min(by: { abs($0 - line) < abs($1 - line) }) else { continue }
            return "\(end.name) (\(place(of: header.pins[nearest], on: header)))"
        }
        return end.name
    }
}
