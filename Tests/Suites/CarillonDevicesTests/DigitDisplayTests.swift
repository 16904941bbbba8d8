import Testing

@testable import CarillonDevices

/// The bytes that the chips of digit displays receive, compared with their data sheets.
@Suite struct DigitDisplayTests {
    private func segments(_ text: String, count: Int = 4) -> [UInt8] {
        DigitGlyphs.digits(of: text, count: count).segments
    }

    @Test func textIsAtTheRight() {
        #expect(segments("7") == [0, 0, 0, 0x07])
        #expect(segments("-12") == [0, 0x40, 0x06, 0x5b])
        #expect(segments("HELO") == [0x74, 0x79, 0x38, 0x5c])
    }

    @Test func pointBelongsToTheDigitBeforeIt() {
        #expect(segments("12.5") == [0, 0x06, 0xdb, 0x6d])
        #expect(segments(".5") == [0, 0, 0x80, 0x6d])
        #expect(segments("1..") == [0, 0, 0x86, 0x80])
    }

    @Test func longTextIsShownAsDashes() {
        #expect(segments("12345") == [0x40, 0x40, 0x40, 0x40])
        #expect(segments("1.2.3.4.") == [0x86, 0xdb, 0xcf, 0xe6])
    }

    @Test func colonTakesNoDigit() {
        #expect(
            DigitGlyphs.digits(of: "12:34", count: 4)
                == .init(segments: [0x06, 0x5b, 0x4f, 0x66], hasColon: true))
    }

    @Test func firstTextConfiguresAnHT16K33() {
        var controller = DigitController(.ht16k33, count: 4, brightness: 1)
        let memory: [UInt8] = [0x06, 0, 0x5b, 0, 0x02, 0, 0x4f, 0, 0x66, 0, 0, 0, 0, 0, 0, 0]
        // System setup: oscillator on; dimming 16/16; the memory from the address 0 on; display setup: on, no blinking.
        #expect(controller.transfers(for: "12:34") == [[0x21], [0xef], [0x00] + memory, [0x81]])
    }

    @Test func onlyChangedBytesOfAnHT16K33AreSent() {
        var controller = DigitController(.ht16k33, count: 4, brightness: 0)
        _ = controller.transfers(for: "12:34")
        #expect(controller.transfers(for: "12:35") == [[0x08, 0x6d]])
        #expect(controller.transfers(for: nil) == [[0x80]])
    }

    @Test func firstTextConfiguresAMAX7219() {
        var controller = DigitController(.max7219, count: 8, brightness: 0.5)
        // No test, no decoding, eight digits, half of the intensity, the digits from the right, no shutdown. 1 is the segments B
        // and C, which are D5 and D4; 2 is A, B, G, E and D.
        #expect(
            controller.transfers(for: "12") == [
                [0x0f, 0x00], [0x09, 0x00], [0x0b, 0x07], [0x0a, 0x08], [0x01, 0x6d], [0x02, 0x30], [0x03, 0x00],
                [0x04, 0x00], [0x05, 0x00], [0x06, 0x00], [0x07, 0x00], [0x08, 0x00], [0x0c, 0x01],
            ])
        #expect(controller.transfers(for: "13") == [[0x01, 0x79]])
        #expect(controller.transfers(for: nil) == [[0x0c, 0x00]])
    }

    @Test func chipIsConfiguredAgainAfterAFailureAndNowAndThen() {
        var controller = DigitController(.max7219, count: 1, brightness: 0)
        #expect(controller.transfers(for: "0").count == 6)
        controller.failed()
        #expect(controller.transfers(for: "0").count == 6)
        for _ in 1...64 { #expect(controller.transfers(for: "0").isEmpty) }
        #expect(controller.transfers(for: "0").count == 6)
    }
}
