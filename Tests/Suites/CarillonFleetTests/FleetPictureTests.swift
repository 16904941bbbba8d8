import CarillonBoard
import CarillonDevices
import CarillonGPIO
import CarillonScheduling
import CarillonTest
import Foundation
import MobiusCore
import TestSupport
import Testing

@testable import CarillonFleet

/// The picture of a display as an image of the fleet.
@Suite struct FleetPictureTests {
    private static let topic = "display/screen/picture"

    /// Shows a number: none, as text, or as a picture with so many lit columns.
    private enum Event: Equatable, Codable, Sendable {
        case off
        case text(Int)
        case picture(Int)
    }

    private static func make(on board: Board) throws -> MobiusController<Event, Event, Never> {
        let controller = Mobius.loop(
            update: { (_: Event, event: Event) -> Next<Event, Never> in .next(event) },
            effectHandler: EffectRouter<Never, Event>().asConnectable
        )
        .withEventSource(
            board.events(
                board.values.button("off").pressed(send: Event.off),
                board.values.number("text", in: 0...200).commanded { .text($0) },
                board.values.number("picture", in: 0...128).commanded { .picture($0) })
        )
        .makeController(from: .off, on: board.queue)
        let screen = try board.display("screen")
        controller.connectView(
            AnyConnectable<Event, Event> { _ in
                Connection(
                    acceptClosure: { event in
                        switch event {
                        case .off: screen.off()
                        case .text(let number): screen.set("\(number)")
                        case .picture(let number): screen.set(Self.picture(number))
                        }
                    }, disposeClosure: {})
            })
        return controller
    }

    /// A picture with the lowest row lit up to a column.
    private static func picture(_ columns: Int) -> Picture {
        var picture = Picture(width: 128, height: 64)
        for x in 0..<columns { picture[x, 63] = true }
        return picture
    }

    /// Returns the picture of a BMP file of one bit a dot, as a viewer reads it; nil for any other file.
    private static func decoded(_ bytes: [UInt8]) -> Picture? {
        func number(_ offset: Int, _ count: Int = 4) -> Int {
            (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
        }
        guard bytes.count >= 62, bytes.starts(with: Array("BM".utf8)), number(2) == bytes.count, number(14) == 40,
            number(26, 2) == 1, number(28, 2) == 1, number(30) == 0, number(54) == 0, number(58) == 0xff_ffff
        else { return nil }
        let (start, width, height) = (number(10), number(18), number(22))
        let row = (width + 31) / 32 * 4
        guard bytes.count == start + row * height, number(34) == row * height else { return nil }
        var picture = Picture(width: width, height: height)
        for y in 0..<height {
            for x in 0..<width {
                picture[x, y] = bytes[start + (height - 1 - y) * row + x / 8] >> (7 - x % 8) & 1 == 1
            }
        }
        return picture
    }

    private static func decoded(_ text: String?) -> Picture? {
        text.flatMap { Data(base64Encoded: $0) }.flatMap { decoded(Array($0)) }
    }

    @Test(arguments: [(128, 64), (128, 32), (1, 1), (33, 3), (0, 0)])
    func bitmapHasTheDotsOfThePicture(width: Int, height: Int) {
        var picture = Picture(width: width, height: height)
        for y in 0..<height { for x in 0..<width { picture[x, y] = (x * 7 + y * 13) % 5 < 2 } }
        expectEqual(Self.decoded(picture.bitmap), picture)
    }

    /// Returns a box with a display that the model drives.
    private func makeBench() throws -> Bench<Event> {
        try Bench(wiring: Wiring(.display("screen", bus: "i2c-1")), fleet: .homeAssistant, Self.make)
    }

    @Test func displayHasAnImage() throws {
        let bench = try makeBench()
        let discovery = try #require(bench.broker.discovery)
        let topic = "carillon/\(bench.broker.id)/\(Self.topic)"
        #expect(
            discovery.contains(
                #""image_topic":"\#(topic)","image_encoding":"b64","content_type":"image/bmp"}"#))
        #expect(discovery.contains(#""image_screen-picture":{"platform":"image""#))
        #expect(discovery.contains(#""text_screen":{"platform":"text""#))
    }

    @Test func displayThatIsOffHasADarkPicture() throws {
        let bench = try makeBench()
        expectEqual(Self.decoded(bench.broker[Self.topic]), Picture(width: 128, height: 64))
        bench.broker.send("3", to: "app-number/picture")
        bench.advance(by: .seconds(10))
        expectEqual(Self.decoded(bench.broker[Self.topic]), Self.picture(3))
        bench.broker.send("PRESS", to: "app-button/off")
        bench.advance(by: .seconds(10))
        expectEqual(Self.decoded(bench.broker[Self.topic]), Picture(width: 128, height: 64))
    }

    @Test func imageOfATextMatchesThePictureOnTheDisplay() throws {
        let bench = try makeBench()
        bench.broker.send("42", to: "app-number/text")
        bench.advance(by: .seconds(10))
        var picture = Picture(width: 128, height: 64)
        picture.draw("42")
        expectEqual(Self.decoded(bench.broker[Self.topic]), picture)
    }

    @Test func textIsEmptyOnceAPictureIsShown() throws {
        let bench = try makeBench()
        bench.broker.send("42", to: "app-number/text")
        expectEqual(bench.broker["display/screen"], "42")
        bench.broker.send("1", to: "app-number/picture")
        bench.advance(by: .seconds(10))
        // An empty message removes the retained one.
        expectEqual(bench.broker["display/screen"], nil)
    }

    @Test func newestPictureIsPublishedEvery10Seconds() throws {
        let bench = try makeBench()
        _ = bench.broker.takeMessages()
        for number in 1...100 {
            bench.broker.send("\(number)", to: "app-number/picture")
            bench.advance(by: .milliseconds(250))
        }
        let pictures = bench.broker.takeMessages().filter { $0.topic == Self.topic }
        // At 10 s, before the change at the same time, and at 20 s.
        expectEqual(pictures.map { Self.decoded($0.text) }, [Self.picture(40), Self.picture(80)])
        expectEqual(pictures.map(\.isRetained), [true, true])
        bench.advance(by: .seconds(5))
        expectEqual(Self.decoded(bench.broker[Self.topic]), Self.picture(100))
        // Nothing changes any more.
        _ = bench.broker.takeMessages()
        bench.advance(by: .seconds(30))
        #expect(!bench.broker.takeMessages().contains { $0.topic == Self.topic })
    }

    @Test func pictureAfterAPauseIsPublishedAtOnce() throws {
        let bench = try makeBench()
        bench.advance(by: .seconds(11))
        bench.broker.send("5", to: "app-number/picture")
        bench.advance(by: .zero)
        expectEqual(Self.decoded(bench.broker[Self.topic]), Self.picture(5))
    }

    @Test func pictureAcceptsNoCommands() throws {
        let bench = try Bench(wiring: Wiring(.display("screen", bus: "i2c-1")), fleet: .homeAssistant) { board in
            _ = try board.display("screen")
            return Mobius.beginnerLoop { (model: Int, _: Int) in model }.makeController(from: 0, on: board.queue)
        }
        let dots = try #require(Feature.Value.picture(Self.picture(9)).command)
        bench.broker.send(dots, to: Self.topic)
        expectEqual(try bench.picture("screen"), Picture(width: 128, height: 64))
        expectEqual(bench.broker.notices.last?.contains("no device there can be set"), true)
    }

    @Test func waitingPictureIsSentAtTheEnd() throws {
        let (time, passed) = (VirtualTime(), Locked<[Feature.Value]>([]))
        let features = BoardFeatures(on: time)
        let screen = Screen(features.observer())
        time.sync { features.add(screen) }
        let changes = time.perform {
            FleetChanges(features.shown, of: features, on: time) { batch in
                passed.withLock { $0 += batch.states.map(\.value) }
            }
        }
        time.sync { screen.set(1) }
        time.advance(by: .zero)
        // The first change is that of the text.
        expectEqual(passed.withLock { $0 }, [.text("")])
        time.sync {
            changes.taken()
            screen.set(2)
            changes.close()
        }
        expectEqual(passed.withLock { $0.suffix(2) }, [.text(""), .picture(Self.picture(2))])
        let count = passed.withLock { $0.count }
        time.advance(by: .seconds(20))
        expectEqual(passed.withLock { $0.count }, count)
    }

    /// A display that reports its picture only.
    ///
    /// Unchecked Sendable: used on one thread.
    private final class Screen: Device, @unchecked Sendable {
        struct Settings: DeviceSettings {
            static var fields: [Setting<Self>] { [] }
        }

        static var kind: DeviceKind { DeviceKind("screen") }
        static func wires(of settings: Settings) -> [LineWire] { [] }

        let name = "screen"
        private let observer: DeviceObserver
        private var columns = 0

        init(_ observer: DeviceObserver) { self.observer = observer }

        convenience init(_ name: String, _ settings: Settings, in context: DeviceContext) {
            self.init(context.observer)
        }

        var features: [Feature] { ["", "picture"].map { Feature($0) } }

        func value(of feature: Int) -> Feature.Value {
            feature == 0 ? .text("") : .picture(FleetPictureTests.picture(columns))
        }

        func set(_ columns: Int) {
            self.columns = columns
            observer.changed(1)
        }

        func close() {}
    }
}
