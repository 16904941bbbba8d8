import CarillonGPIO
import CarillonScheduling
import MobiusCore

/// A reader of RFID cards and tags: an MFRC522 (RC522) on SPI, or a PN532 on I2C.
///
///     .withEventSource(
///         board.events(
///             try board.rfid("box").present { .card($0) },
///             try board.rfid("box").removed(send: .cardRemoved)))
///
/// The reader detects the id of one card of type A (ISO/IEC 14443) at a time, such as MIFARE and NTAG. An id is no secret:
/// anyone can make a card with the same id.
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only.
public final class RFIDReader: @unchecked Sendable {
    /// The name in the wiring.
    public let name: String
    /// The id of the card on the reader, in hexadecimal digits, such as `04a1b2c3`; nil if there is no card. A card that
    /// the reader no longer finds counts as present until the time `grace` in the wiring is over. Queue only.
    public private(set) var card: String?

    private let port: BusPort
    private let observer: DeviceObserver
    private let queue: any Scheduler
    private let listeners: Listeners<String?>
    private let grace: Duration
    /// Fires at the end of the grace.
    private let timer: ResettableTimer

    public init(_ name: String, _ settings: Settings, in context: DeviceContext) throws {
        (self.name, observer, queue) = (name, context.observer, context.queue)
        let chip = settings.chip
        port = try context.port(Self.buses(of: settings)[0], twin: { SimulatedCards.make(chip) })
        (listeners, timer) = (Listeners(on: context.queue), ResettableTimer(on: context.queue))
        grace = settings.grace
        timer.onFire { [unowned self] in put(nil) }
        let readings = context.readings
        let poll = BusPoll(port, every: settings.interval, observer: observer) { [unowned self] reading in
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
    public func present<Event: Sendable>(send event: @escaping @Sendable (String) -> Event) -> AnyEventSource<Event> {
        AnyEventSource { [self] consumer in
            queue.perform {
                if let card { consumer(event(card)) }
                return listeners.add { card in if let card { consumer(event(card)) } }
            }
        }
    }

    /// Sends `event` when the card has been away for the time `grace` in the wiring, and at once when another card takes
    /// its place. While the reader does not answer, the card counts as away.
    public func removed<Event: Sendable>(send event: Event) -> AnyEventSource<Event> {
        AnyEventSource { [listeners] consumer in listeners.add { card in if card == nil { consumer(event) } } }
    }

    /// Handles a reading, live or of a replayed session: the id of the card, `none` for no card, or `absent` for no reader.
    public func receive(_ reading: String) {
        guard let new = CardID(reading).map({ "\($0)" }) else {
            if card != nil, !timer.isSet { timer.set(to: queue.now + grace) }
            return
        }
        timer.set(to: nil)
        if new != card { put(nil) }
        put(new)
    }

    private func put(_ new: String?) {
        guard new != card else { return }
        card = new
        observer.changed()
        listeners.notify(new)
    }

    /// Stops reading. Call on the queue, last; a second call has no effect.
    public func close() {
        do throws(BusError) { try port.close() } catch { observer.didFail(error) }
        timer.cancel()
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

extension RFIDReader: Device {
    /// The settings of this kind of device in a wiring.
    public struct Settings: ChipSettings {
        /// The readers that a wiring can name. The MFRC522 takes up to 10 MHz (8.1.2), and wires are long.
        public static let models = [
            ChipModel("mfrc522", .spi(mode: 0, speed: 1_000_000)), ChipModel("pn532", .i2c(0x24)),
        ]
        public var chip = ChipReference.unknown
        public var interval = Duration.milliseconds(20)
        /// The time for which a missing card counts as present. It bridges searches that miss a card at rest, and short
        /// movements of the card.
        public var grace = Duration.milliseconds(500)

        public init() {}

        public static var fields: [Setting<Self>] {
            [
                .chip(\.chip, "the reader"), .interval(\.interval),
                Setting(
                    "grace", \.grace, .time(.zero ... .seconds(60), example: "2 s"),
                    "the time for which a card may be away without being removed"),
            ]
        }
    }

    public static var kind: DeviceKind { DeviceKind("rfid", title: "RFID reader") }

    public static func entityForm(of settings: Settings) -> EntityForm? { .text }

    public static func controls(of settings: Settings) -> [Control] {
        var control = Control(.enter(.bus(settings.chip.address), examples: ["04a1b2c3", "none"]), keys: [nil])
        control.texts = "the 8, 14 or 20 hexadecimal digits of a card, or none, which takes the card away"
        // A turn takes some transfers.
        control.settling = settings.interval + .milliseconds(40) + settings.grace
        return [control]
    }

    public var features: [Feature] { [Feature(isInput: true)] }

    /// The id of the card; empty if there is none.
    public func value(of feature: Int) -> Feature.Value { .text(card ?? "") }
}
