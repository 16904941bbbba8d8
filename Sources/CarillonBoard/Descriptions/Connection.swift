import CarillonGPIO

/// What a person connects to a line: a part, and what else the part is connected to.
package struct Connection: Equatable, Sendable {
    /// What stands between the line and the other end.
    package enum Element: Equatable, Sendable {
        /// A contact that closes: a button, a switch.
        case contact
        /// A light-emitting diode, which needs a resistor.
        case diode(ohms: Int)
        /// A thing with electronics of its own, which is fed with a voltage.
        case module
    }

    /// The other end.
    package enum End: Equatable, Sendable {
        case ground, supply
    }

    /// The part's name in the wiring.
    package let part: String
    /// What it is, for a person: `button`, `LED`.
    package let kind: String
    /// The pin that it is wired to.
    package let pin: HeaderPin
    package let element: Element
    /// Where the element's other end goes; a module has both.
    package let end: End
    /// Where a resistor from the line goes that has to be there because the chip's own is not used.
    package let pull: End?
}

extension Wiring {
    /// What to connect to which pin of `board`, in the order of the pins.
    ///
    /// - Throws: If the board cannot carry it: see `placed(on:)`.
    package func connections(on board: BoardDescription) throws(DescriptionError) -> [Connection] {
        let placed = try placed(on: board)
        let connections = placed.buttons.map { Connection($0, on: board) } + placed.leds.map { Connection($0, on: board) }
        let order = board.pins
        func index(_ connection: Connection) -> Int { order.firstIndex(of: connection.pin) ?? 0 }
        return connections.sorted { index($0) < index($1) }
    }
}

extension Connection {
    fileprivate init(_ button: Wiring.Button, on board: BoardDescription) {
        let end: End = button.settings.isActiveLow ? .ground : .supply
        let needsPull = button.settings.bias == .none
        self.init(
            part: button.name, kind: "button", pin: board.pin(ofLine: button.line.name)!, element: .contact, end: end,
            pull: needsPull ? (end == .ground ? .supply : .ground) : nil)
    }

    fileprivate init(_ led: Wiring.LED, on board: BoardDescription) {
        self.init(
            part: led.name, kind: "LED", pin: board.pin(ofLine: led.line.name)!, element: .diode(ohms: 330),
            end: led.isActiveLow ? .supply : .ground, pull: nil)
    }
}
