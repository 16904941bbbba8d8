/// The word that a user probably meant.
package enum Suggestion {
    /// Returns `did you mean "check"?` for the known word that differs in the fewest letters; nil if all differ in more
    /// than a third of them, and in all letters of a short word. Capital letters, blanks, `-` and `_` make no difference.
    package static func nearest(to word: String, among known: [String]) -> String? {
        let letters = letters(of: word)
        // Nobody means a known word by a text that is this long.
        guard letters.count <= 64 else { return nil }
        let nearest = known.map { (name: $0, distance: distance(from: letters, to: Self.letters(of: $0))) }
            .min { $0.distance < $1.distance }
        let limit = min(max(letters.count, 3) / 3, letters.count - 1)
        guard let nearest, nearest.distance <= limit else { return nil }
        return "did you mean \"\(nearest.name)\"?"
    }

    /// Returns the suggestion; without one, all known words: `expected one of: check, new`.
    package static func nearestOrAll(to word: String, among known: [String]) -> String {
        nearest(to: word, among: known) ?? "expected one of: \(known.joined(separator: ", "))"
    }

    private static func letters(of word: String) -> [Character] {
        word.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }.map { $0 }
    }

    /// Returns the number of letters to insert, remove, replace, or exchange with their neighbours.
    private static func distance(from first: [Character], to second: [Character]) -> Int {
        var rows = [Array(0...second.count)]
        for i in 1..<(first.count + 1) {
            var row = [i]
            for j in 1..<(second.count + 1) {
                let replaced = rows[i - 1][j - 1] + (first[i - 1] == second[j - 1] ? 0 : 1)
                var least = min(rows[i - 1][j] + 1, row[j - 1] + 1, replaced)
                if i > 1, j > 1, first[i - 1] == second[j - 2], first[i - 2] == second[j - 1] {
                    least = min(least, rows[i - 2][j - 2] + 1)
                }
                row.append(least)
            }
            rows.append(row)
        }
        return rows[first.count][second.count]
    }
}
