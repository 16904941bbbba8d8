import CarillonGPIO
import CarillonScheduling
import MobiusCore

/// A reader of RFID cards and tags: an MFRC522 (RC522) on SPI, or a PN532 on I2C.
///
///     .withEventSource(
///         board.events(
///             try board.rfid("box").present { .card($0) },
///             try board.rfid("box").removed(.cardRemoved)))
///
/// The reader detects the id of one card of type A (ISO/IEC 14443) at a time, such as MIFARE and NTAG. An id is no secret:
/// anyone can make a card with the same id.
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only.
public final class CardReader: @unchecked Sendable {
    /// The name in the wiring.
    public let name: String
    /// The id of the card on the reader, in hexadecimal digits, such as `04a1b2c3`; nil if there is no card. Queue only.
    public private(set) var card: String?

    private let port: BusPort
    private let observer: DeviceObserver
    private let queue: any Scheduler
    private let listeners: Listeners<String?>

    public init(_ name: String, _ settings: Settings, in context: DeviceContext) throws {
        (self.name, observer, queue) = (name, context.observer, context.queue)
        let chip = settings.chip
        port = try context.port(Self.buses(of: settings)[0], twin: { SimulatedCards.make(chip) })
        listeners = Listeners(on: context.queue)
        let readings = context.readings
        let poll = Poll(port, every: settings.interval, observer: observer) { [unowned self] reading in
            readings.send(reading, to: self)
        }
        let reader: any CardProtocol = chip.chip == "pn532" ? PN532(chip.address) : MFRC522(chip.address)
        poll.start { (device, _) throws(BusError) in
            do throws(BusError) {
                switch try reader.turn(with: device) {
                case .wait(let time): return .wait(time)
                case .card(let card): return .reading(card.map { "\($0)" } ?? SimulatedCards.nothing)
                }
            } catch {
                reader.restart()
                throw error
            }
        }
    }

    /// Sends the result of `event` for the id of each card that is put on the reader, and of a card that is on the reader when
    /// the loop starts.
    public func present<Event: Sendable>(_ event: @escaping @Sendable (String) -> Event) -> AnyEventSource<Event> {
        AnyEventSource { [self] consumer in
            queue.perform {
                if let card { consumer(event(card)) }
                return listeners.add { card in if let card { consumer(event(card)) } }
            }
        }
    }

    /// Sends `event` when the card is taken away or replaced by another card, and when the reader stops answering while it has
    /// a card.
    public func removed<Event: Sendable>(_ event: Event) -> AnyEventSource<Event> {
        AnyEventSource { [listeners] consumer in listeners.add { card in if card == nil { consumer(event) } } }
    }

    /// Handles a reading, live or of a replayed session: the id of the card, `none` for no card, or `absent` for no reader.
    public func receive(_ reading: String) {
        let new = CardID(reading).map { "\($0)" }
        guard new != card else { return }
        let isReplaced = card != nil && new != nil
        card = new
        observer.changed()
        if isReplaced { listeners.notify(nil) }
        listeners.notify(new)
    }

    /// Stops reading. Call on the queue, last; a second call has no effect.
    public func close() {
        do throws(BusError) { try port.close() } catch { observer.didFail(error) }
        listeners.removeAll()
    }
}

/// The result of a turn with a reader of cards.
enum CardTurn: Equatable {
    case wait(Duration)
    case card(CardID?)
}

/// The protocol of a reader of cards, as a state machine over transfers.
protocol CardProtocol: AnyObject, Sendable {
    /// Makes the next transfers. Called on the bus's thread.
    func turn(with device: any BusDevice) throws(BusError) -> CardTurn

    /// Begins anew, with a reader that may have lost its power.
    func restart()
}

extension CardReader: Device {
    /// The readers that a wiring can name. The MFRC522 takes up to 10 MHz (8.1.2), and wires are long.
    static let models = [ChipModel("mfrc522", .spi(mode: 0, speed: 1_000_000)), ChipModel("pn532", .i2c(0x24))]

    /// The settings of this kind of device in a wiring.
    public struct Settings: DeviceSettings {
        /// The chip of the reader, and the chip's bus and address.
        public var chip = ChipReference.unknown
        /// The time between two searches for a card, from 5 ms to an hour.
        public var interval = Duration.milliseconds(20)

        public init() {}

        public static var fields: [Field<Self>] {
            [Field("chip", \.chip, CardReader.models.notation, "the reader"), .interval(\.interval)]
        }
    }

    public static var kind: DeviceKind { DeviceKind("rfid", title: "RFID reader") }

    public static func wires(of settings: Settings) -> [Wire] { [] }

    public static func buses(of settings: Settings) -> [BusWire] { [BusWire(settings.chip.address)] }

    public static func controls(of settings: Settings) -> [Control] {
        var control = Control(.enter(.bus(settings.chip.address), examples: ["04a1b2c3"]), keys: [nil])
        // A turn takes some transfers, and a card that is taken away is missed twice.
        control.settling = settings.interval * 2 + .milliseconds(40)
        return [control]
    }

    /// Returns the entry of a PN532 on an I2C bus of its own.
    public static func improvised(_ name: String, freeLine: () -> String) -> [Wiring.Entry] {
        [
            .device(CardReader.self, name) {
                $0.chip = ChipReference(chip: "pn532", address: .i2c(bus: name, address: 0x24))
            }
        ]
    }

    public var features: [Feature] { [Feature(isInput: true)] }

    /// The id of the card; empty if there is none.
    public func value(of feature: Int) -> Feature.Value { .text(card ?? "") }
}

extension Wiring.Entry {
    /// Returns an entry for a reader of RFID cards.
    ///
    /// - Parameter chip: The reader, and its bus and address: `mfrc522 spidev0.0`, `pn532 i2c-1`.
    public static func rfid(
        _ name: String, chip: String, file: String = #fileID, sourceLine: Int = #line, column: Int = #column,
        set: (inout CardReader.Settings) -> Void = { _ in }
    ) -> Wiring.Entry {
        .device(CardReader.self, name, file, sourceLine, column, set) {
            $0.chip = CardReader.models.reference(chip) ?? .unknown
        }
    }
}

extension DeviceFinder {
    /// Returns the reader of RFID cards that the wiring calls `name`, or throws `BoardError.unknownDevice`.
    public func rfid(_ name: String) throws(BoardError) -> CardReader { try device(CardReader.self, name) }
}
