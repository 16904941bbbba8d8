import CLibrary
import Testing

@Suite struct TrimmingTests {
    @Test(arguments: [("", ""), (" \n", ""), ("a", "a"), ("\t a b \n", "a b")])
    func whiteSpaceAtTheEndsGoes(_ text: String, _ trimmed: String) {
        #expect(text.trimmed == trimmed)
        #expect(text[...].trimmed == trimmed)
    }

    @Test func otherCharactersGoToo() {
        #expect("..a.b. ".trimmed { $0 == "." || $0 == " " } == "a.b")
    }
}
