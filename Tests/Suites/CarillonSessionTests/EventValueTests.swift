import CarillonSession
import Foundation
import TestSupport
import Testing

/// The values of events in a session.
@Suite struct EventValueTests {
    enum Event: Codable, Equatable {
        case stop
        case answered(Int, by: String)
        case measured(Measurement?)
        case many([Measurement], names: [String: Int], numbers: [Int: Bool])
        case limits(Int64, UInt64, Double)
        case texts([String?])
        case bytes(Data, Date)
        case waited(Duration)
    }

    struct Measurement: Codable, Equatable {
        var degrees: Double
        var isOutside = true
        var note: String?
    }

    @Test(arguments: [
        Event.stop, .answered(-7, by: "tab\t, quote \", backslash \\, Glück 🔔"), .measured(nil),
        .measured(Measurement(degrees: 21.5, note: "x")),
        .many([Measurement(degrees: -0.1), Measurement(degrees: 1e300)], names: ["a": 1], numbers: [2: false]),
        .many([], names: [:], numbers: [:]), .limits(.min, .max, 0.1 + 0.2), .texts(["", nil, "b"]),
        .bytes(Data([0, 255]), Date(timeIntervalSinceReferenceDate: 1234.5)), .waited(.microseconds(1_500_001)),
    ])
    func decodedEventEqualsTheEncodedOne(event: Event) throws {
        #expect(EventValue.decode(EventValue.encode(event), as: Event.self) as? Event == event)
    }

    @Test func eventIsEncodedAsJSON() {
        let text = EventValue.encode(Event.answered(3, by: "Eve"))
        expectEqual(String(decoding: text, as: UTF8.self), #"{"answered":{"_0":3,"by":"Eve"}}"#)
    }

    @Test func eventThatIsNotCodableOrHasNoJSONIsNotEncoded() {
        struct Plain {}
        expectEqual(EventValue.encode(Plain()), [])
        expectEqual(EventValue.encode(Event.limits(0, 0, .infinity)), [])
        expectEqual(EventValue.encode(Event.limits(0, 0, .nan)), [])
        #expect(EventValue.decode([], as: Event.self) == nil)
    }

    /// The decoder of Swift 6.0 ends the program at such a key.
    @Test(arguments: [#"{"\q":1}"#, #"{"stop":{},"\ud800":1}"#, #"{"\udc00\udc00":1}"#, "{\"\t\":1}"])
    func textWithAnUnreadableKeyIsNotDecoded(text: String) {
        #expect(EventValue.decode(Array(text.utf8), as: Event.self) == nil)
    }

    @Test func eventOfAnotherTypeIsNotDecoded() {
        #expect(EventValue.decode(EventValue.encode(Event.stop), as: Measurement.self) == nil)
    }
}
