/// The word that a user probably meant.
enum Suggestion {
    /// Returns `did you mean "check"?` for the known word that differs in the fewest letters; nil if all differ in more
    /// than a third of them.
    static func nearest(to word: String, among known: [String]) -> String? {
        let nearest = known.map { (name: $0, distance: distance(from: word, to: $0)) }.min { $0.distance < $1.distance }
        guard let nearest, nearest.distance * 3 <= max(word.count, 3) else { return nil }
        return "did you mean \"\(nearest.name)\"?"
    }

    /// Returns the number of letters to insert, remove, replace, or exchange with their neighbours.
    static func distance(from first: String, to second: String) -> Int {
        let (first, second) = (Array(first), Array(second))
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
