import MobiusCore
import TestSupport
import Testing

/// Compares the code of the five documents, word by word, with the copies of their blocks. Documentation/Mobius.md lists each line
/// that differs, with its reason.
@Suite struct DocumentTests {
    private typealias Row = (document: String, difference: Document.Difference, reason: String)

    /// The rows of the table: the document, its line, the line here, and the reason.
    private func table() throws -> [Row] {
        try Document.read("../Documentation/Mobius.md")
            .compactMap { $0.wholeMatch(of: /\| ([^|`]+) \| (?:`([^`]+)`)? ?\| `([^`]+)` \| ([^|]+) \|/) }
            .map { (String($0.1), .init(original: String($0.2 ?? ""), line: String($0.3)), String($0.4)) }
    }

    @Test(arguments: Document.all) func codeMatchesTheDocumentExceptForListedLines(document: Document) throws {
        let known = try table().filter { $0.document == document.name }.map(\.difference)
        let result = try document.compare(known)
        expectEqual(result.missing, [])
        expectEqual(result.unlisted, [])
        expectEqual(result.unused, [])
        expectEqual(Set(known).count, known.count)
    }

    @Test func tableNamesTheDocuments() throws {
        expectEqual(Set(try table().map(\.document)), Set(Document.all.map(\.name)))
    }

    @Test func everyBlockOfTheDocumentsIsFound() throws {
        expectEqual(
            try Document.all.map { try $0.blocks().map(\.count) },
            [
                [1, 4, 6, 3, 12, 8, 10, 3],
                [1, 4, 6, 3, 12, 7, 2, 3],
                [1, 1, 1],
                [13, 30, 6, 13, 8, 8, 15, 34, 4, 10, 2, 4],
                [6, 1, 12, 4, 1, 7, 6],
            ])
    }

    @Test func signaturesOfTheConceptsPageCompile() {
        let update: @Sendable (Int, Int) -> Next<Int, String> = { .next($0 + $1) }
        let function: UpdateFunction<Int, Int, String> = update
        let wrapped: WrappedUpdate<Int, Int, String> = Update(update)
        let initiate: InitiatorFunction<Int, String> = { First(model: $0) }
        expectEqual(function(1, 2), wrapped.update(model: 1, event: 2))
        expectEqual(initiate(3).model, 3)
    }
}
