import CarillonDevices
import Foundation
import TestSupport
import Testing

@Suite struct ColorTests {
    @Test func colourIsEncodedAsHexadecimalText() throws {
        let colors = [Color(red: 1, green: 0.5, blue: 0), .black, .white]
        let text = try JSONEncoder().encode(colors)
        expectEqual(String(decoding: text, as: UTF8.self), ##"["#ff8000","#000000","#ffffff"]"##)
        expectEqual(try JSONDecoder().decode([Color].self, from: text), colors)
    }

    @Test(arguments: ["red", "#ff80", "#ff80001", "#-ff800"])
    func invalidTextIsRefused(_ text: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([Color].self, from: Data(#"["\#(text)"]"#.utf8))
        }
    }
}
