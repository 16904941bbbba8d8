import CarillonDevices
import Glibc
import TestSupport
import Testing

@testable import CarillonAppliance
@testable import CarillonBoard

@Suite struct YAMLFileTests {
    @Test func valueHasItsLineAndColumn() throws {
        let root = try parse("leds:\n  red: GPIO5\n  green: [a, b]\n")
        let leds = try root.entries[0].value
        expectEqual(try leds.entries[0].value.position, SourcePosition(file: "test.yaml", line: 2, column: 8))
        expectEqual(try leds.entries[1].value.items[1].position, SourcePosition(file: "test.yaml", line: 3, column: 14))
    }

    static let mistakes: [Row<String, String>] = [
        Row(
            "an open list", "leds: [GPIO5\nbuttons: x",
            "2:8: while parsing a flow sequence: did not find expected ',' or ']'"),
        Row("a tab", "leds:\n\tred: GPIO5", "2:1: a tab cannot indent a line; use spaces"),
        Row(
            "a reserved character", "leds: @",
            "1:7: while scanning for the next token: found character that cannot start any token"),
        Row("an empty file", "", "1:1: the file is empty"),
        Row("nothing but a comment", "# nothing but a comment\n", "1:1: the file is empty"),
        Row(
            "a value that contains itself", "a: &x [*x]",
            "1:4: more than 16 levels of nesting, or a value that contains itself"),
        Row(
            "a second document", "a: 1\n---\nb: 2\n",
            "3:1: the file has a second document; put everything into one"),
    ]

    @Test(arguments: mistakes) func mistakeIsReportedWithItsPosition(row: Row<String, String>) {
        let error = expectError(DescriptionError.self, sourceLocation: row.place) { try parse(row.given) }
        expectEqual(error?.description, "test.yaml:" + row.expected, sourceLocation: row.place)
    }

    @Test func repeatedKeyIsReportedAtItsSecondPosition() throws {
        let node = try YAMLFile.parse(Array("a: 1\nb: {c: 1, c: 2}\na: 3".utf8), name: "test.yaml")
        expectEqual(
            node.allFaults.map(\.description),
            [
                "test.yaml:3:1: duplicate key \"a\"; rename or remove one of them",
                "test.yaml:2:11: duplicate key \"c\"; rename or remove one of them",
            ])
        expectEqual(try node.entries.map { try $0.key.string }, ["a", "b"])
    }

    @Test func aliasesThatExpandToTooManyValuesAreRefused() {
        var text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
        for level in 1...9 {
            text +=
                "a\(level): &a\(level) [" + Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ") + "]\n"
        }
        let error = expectError(DescriptionError.self) { try parse(text) }
        expectEqual(error?.message, "more than 10000 values, including aliases")
    }

    @Test func pipeIsRefusedWithoutWaiting() throws {
        let path = "/tmp/carillon-test-\(getpid()).pipe"
        try #require(mkfifo(path, 0o600) == 0)
        defer { unlink(path) }
        let error = expectError(DescriptionError.self) { try YAMLFile.read(path) }
        expectEqual(error?.description, "\(path): not a regular file")
    }

    @Test func invalidUTF8IsReportedWithItsPosition() {
        let bytes = Array("leds:\n  a: GPIO5\n  b: ü".utf8) + [0xff] + Array("\n".utf8)
        let error = expectError(DescriptionError.self) { try YAMLFile.parse(bytes, name: "test.yaml") }
        expectEqual(error?.position, SourcePosition(file: "test.yaml", line: 3, column: 7))
    }

    @Test func bytesThatAreNotTextAreRefused() {
        #expect(throws: DescriptionError.self) { try YAMLFile.parse([0xff, 0xfe, 0x00, 0xd8], name: "test.yaml") }
        #expect(throws: DescriptionError.self) { try YAMLFile.parse([0x00], name: "test.yaml") }
    }

    @Test(arguments: [("5 ms", Duration.milliseconds(5)), ("1.5s", .milliseconds(1500)), ("20us", .microseconds(20))])
    func timeHasAUnit(text: String, duration: Duration) throws {
        expectEqual(try parse(text).duration, duration)
    }

    @Test(arguments: ["5", "ms", "5 days", "-5 ms", "1e9999 s", "."])
    func malformedTimeIsRefused(text: String) {
        #expect(throws: DescriptionError.self) { try parse(text).duration }
    }

    private func parse(_ text: String) throws(DescriptionError) -> DescriptionNode {
        try YAMLFile.parse(Array(text.utf8), name: "test.yaml")
    }
}
