/// The words that complete a command line, from the help of the commands.
enum CompletionWords {
    /// The options whose values are names that `carillon completion` lists.
    private static let lists = ["board": "boards", "example": "examples", "hat": "hats"]

    /// Words that complete the argument after one of some places. A place is a command and the word before the argument.
    struct Values {
        let places: [String]
        /// The words, for the shell.
        let words: String
    }

    /// Returns the options that a help describes.
    static func options(of command: any Command.Type) -> [String] {
        command.help.matches(of: /\n +(--[a-z-]+)/).map { String($0.1) } + ["--help"]
    }

    /// Returns the words that a help allows as the first operand: `show`, `trace` and `test` for `show|trace|test FILE`.
    static func words(of help: String) -> [String] {
        let first = help.prefix { $0 != " " && $0 != "\n" }
        return first.contains("|") ? first.split(separator: "|").map(String.init) : []
    }

    /// Returns the arguments that have known values.
    static func values(of commands: [any Command.Type]) -> [Values] {
        var places: [String: [String]] = [:]
        var values: [Values] = []
        for command in commands {
            for option in options(of: command) {
                if let list = lists[String(option.dropFirst(2))] {
                    places[list, default: []].append("\(command.name) \(option)")
                }
            }
            let place = "\(command.name) \(command.name)"
            if command.help.hasPrefix("[BOARD]") { places["boards", default: []].append(place) }
            let usages = command.help.matches(of: #/\n +carillon [a-z-]+ ([a-z]+) /#).map { String($0.1) }
            let words = words(of: command.help) + usages
            if !words.isEmpty { values.append(Values(places: [place], words: words.joined(separator: " "))) }
        }
        return values
            + places.sorted { $0.key < $1.key }.map { list, places in
                Values(places: places, words: "$(carillon completion \(list) 2>/dev/null)")
            }
    }
}
