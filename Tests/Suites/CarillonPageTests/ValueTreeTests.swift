import CarillonBoard
import TestSupport
import Testing

@testable import CarillonPage

@Suite struct ValueTreeTests {
    struct Door: Hashable {
        var name = "front"
        var isOpen = false
    }

    enum Mood {
        case calm
        case angry(level: Int, since: String)
        case at(Door)
    }

    final class Ring { var next: Ring? }

    @Test(arguments: [
        (5 as any Sendable, #"["","Int","5"]"#), ("a\"b\n", ##"["","String","\"a\"b\u000a\""]"##),
        (true, #"["","Bool","true"]"#),
        (Mood.calm, #"["","Mood","calm"]"#), (Int?.none, #"["","Optional<Int>","nil"]"#),
        (Double.nan, #"["","Double","nan"]"#), ([Int](), #"["","Array<Int>","[]"]"#),
        (Door(), #"["","Door",[["name","String","\"front\""],["isOpen","Bool","false"]]]"#),
        (
            Mood.angry(level: 3, since: "noon"),
            #"["","Mood.angry",[["level","Int","3"],["since","String","\"noon\""]]]"#
        ),
        (
            Mood.at(Door(name: "back")),
            #"["","Mood.at",[["","Door",[["name","String","\"back\""],["isOpen","Bool","false"]]]]]"#
        ),
        ([1, 2], #"["","Array<Int>",[["0","Int","1"],["1","Int","2"]]]"#),
        (Set([3, 1, 2]), #"["","Set<Int>",[["","Int","1"],["","Int","2"],["","Int","3"]]]"#),
        (["b": 2, "a": 1], #"["","Dictionary<String, Int>",[["\"a\"","Int","1"],["\"b\"","Int","2"]]]"#),
    ])
    func valueIsShownAsATree(value: any Sendable, json: String) {
        expectEqual(tree(value), json)
    }

    @Test func largeValueIsCut() {
        let text = tree(Array(0..<1_000_000))
        #expect(text.hasSuffix(#"["99","Int","99"]],999900]"#))
        #expect(tree([[Int]](repeating: Array(0..<99), count: 99)).utf8.count < 100_000)
        #expect(tree(String(repeating: "x", count: 1_000_000)).utf8.count < 1000)
        let line = ValueNode.text(Array(0..<1_000_000))
        #expect(line.hasPrefix("[0, 1, 2, 3,") && line.hasSuffix("…"), "\(line)")
        expectEqual(line.count, 81)
    }

    @Test func cycleOfObjectsIsCut() {
        let ring = Ring()
        ring.next = ring
        #expect(tree(ring).utf8.count < 2000)
        ring.next = nil
    }

    @Test(arguments: [
        (5 as any Sendable, "5"), (Door(), "Door(name: \"front\", isOpen: false)"), (Mood.calm, "calm"),
        (Mood.angry(level: 3, since: "noon"), "angry(level: 3, since: \"noon\")"), (Int?.some(3), "3"),
        (Int?.none, "nil"), ([1, 2], "[1, 2]"), (["a": 1], "[\"a\": 1]"), ([Int](), "[]"),
    ])
    func valueIsShownAsALine(value: any Sendable, line: String) {
        expectEqual(ValueNode.text(value), line)
    }

    private func tree(_ value: Any) -> String {
        var json = JSONText()
        ValueTree.write(value, into: &json)
        return String(decoding: json.bytes, as: UTF8.self)
    }
}
