import CarillonBoard
import TestSupport
import Testing

@testable import CarillonPage

@Suite struct JSONFieldsTests {
    @Test func fieldsOfAnObjectAreRead() throws {
        let fields = try JSONFields(
            Array(
                #" { "device" : "led r\u00f6t \ud83d\ude00\n" ,"value":-1.5e2, "on":true,"off":false,"no":null } "#.utf8
            ))
        expectEqual(fields.text("device"), "led röt 😀\n")
        expectEqual(fields.number("value"), -150)
        expectEqual(fields["on"], .bool(true))
        expectEqual(fields["off"], .bool(false))
        expectEqual(fields["no"], nil)
        expectEqual(fields.text("value"), nil)
        expectEqual(try JSONFields(Array("{}".utf8))["device"], nil)
    }

    @Test(arguments: [
        "", "{", "}", "[]", "{}{}", "{,}", "{\"a\"}", "{\"a\":}", "{a:1}", "{\"a\":1 \"b\":2}",
        "{\"a\":\"b}",
        "{\"a\":tru}", "{\"a\":0x10}", "{\"a\":nan}", "{\"a\":inf}", "{\"a\":1e999}", "{\"a\":{}}", "{\"a\":[1]}",
        "{\"a\":\"\\x\"}", "{\"a\":\"\\u12\"}", "{\"a\":\"\\u+123\"}",
        "{\"a\":\"\n\"}", "\"a\"", "{\"a\":1}x",
        // Keys at which the decoder of Swift 6.0 ends the program.
        "{\"\\q\":1}", "{\"\\ud800\":1}", "{\"\\ud800\\u0041\":1}", "{\"\\udc00\":1}", "{\"\\uZZZZ\":1}", "{\"\n\":1}",
        "{\"\u{1}\":1}", "{\"\\",
    ])
    func textThatIsNotAFlatObjectIsMalformed(text: String) {
        #expect(throws: JSONFields.Malformed.self) { try JSONFields(Array(text.utf8)) }
    }

    @Test func writtenFieldsAreReadBack() throws {
        let texts = ["", "\"\\", "\u{0}\u{1f}\u{7f}", "äöü 😀", String(repeating: "\\", count: 99)]
        for text in texts {
            var json = JSONText()
            json.object { json in
                json.key("text \(text)")
                json.string(text)
            }
            expectEqual(try JSONFields(json.bytes).text("text \(text)"), text)
        }
    }
}
