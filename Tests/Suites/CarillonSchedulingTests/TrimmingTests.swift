import CLibrary
import TestSupport
import Testing

@Suite struct TrimmingTests {
    @Test func whiteSpaceOrGivenCharactersAreTrimmed() {
        for (text, trimmed) in [("", ""), (" \n", ""), ("a", "a"), ("\t a b \n", "a b")] {
            expectEqual(text.trimmed, trimmed)
            expectEqual(text[...].trimmed, trimmed)
        }
        expectEqual("..a.b. ".trimmed { $0 == "." || $0 == " " }, "a.b")
    }
}
